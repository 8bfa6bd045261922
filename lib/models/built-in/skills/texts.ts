import { visibleLine } from '../../../shared/visible-text';
import { cite, explainNumbers } from '../text/cite';
import { findPassages } from '../text/find-passages';
import { MAX_TEXT } from '../text/sentences';
import { summarise } from '../text/summarise';
import { answering, say, type Scene, type Step, type Task } from '../task';
import { askFor, useTool } from '../use-tool';
import { quote, wordsOf } from '../words';
import { readTextRequest, type TextRequest } from './text-request';

/** Summarises a text or looks something up in it: a pasted one, an attached one, or the page. */
export function readsTexts(prompt: string): Task | undefined {
  const request = readTextRequest(prompt);
  return request && { next: (scene) => withText(scene, request, (text) => work(request, text)) };
}

/** A long text that says nothing of what to do with it. */
export function receivesText(prompt: string): Task {
  const words = wordsOf(prompt.slice(0, MAX_TEXT)).length;
  return answering(
    `You gave me a text of about ${words} words. Say “summarise it”, or “find … in it”. ` +
      'I work with fixed rules and quote the text; I do not rephrase it.',
  );
}

function work(request: TextRequest, text: string): Step {
  const cut = text.length > MAX_TEXT ? ` I read the first ${MAX_TEXT} characters of it.` : '';
  return say(
    (request.kind === 'summarise' ? summary(request.count, text) : passages(request.query, text)) +
      cut,
  );
}

function summary(count: number | undefined, text: string): string {
  const { sentences, total } = summarise(text, count);
  if (total === 0) return 'There are no words in this text.';
  if (sentences.length === total) return `This text is already short:\n${cite(sentences)}`;
  return (
    `The ${sentences.length} sentences that say most, word for word, chosen by rules:\n` +
    `${cite(sentences)}\n\n${explainNumbers(total)}`
  );
}

function passages(query: string, text: string): string {
  const what = quote(visibleLine(query, 80));
  const { sentences, hits, total } = findPassages(text, query);
  if (sentences.length === 0) return `The text says nothing about ${what}.`;
  const shown = sentences.length < hits ? `, the first ${sentences.length} of them` : '';
  const found =
    hits === 0
      ? `No sentence has all of ${what}. These come close:`
      : `${hits === 1 ? '1 sentence speaks' : `${hits} sentences speak`} of ${what}${shown}:`;
  return `${found}\n${cite(sentences)}\n\n${explainNumbers(total)}`;
}

function withText(scene: Scene, request: TextRequest, then: (text: string) => Step): Step {
  if (request.body !== undefined) return then(request.body);
  const given = scene.texts[0];
  if (given !== undefined && !request.isAboutPage)
    return then(readTextRequest(given)?.body ?? given);
  const canRead =
    scene.tools.has('read_page') || scene.done.some(({ tool }) => tool === 'read_page');
  if (canRead) return useTool(scene, 'read_page', {}, then);
  if (given !== undefined) return then(readTextRequest(given)?.body ?? given);
  return askFor(
    scene,
    request.isAboutPage
      ? 'I cannot see a page here. Please paste its text.'
      : 'Which text? Please paste it.',
    { label: 'Text', type: 'longtext', placeholder: 'Paste the text here' },
    then,
  );
}
