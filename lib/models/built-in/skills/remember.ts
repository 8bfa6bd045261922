import { visibleLine } from '../../../shared/visible-text';
import { say, type Scene, type Skill, type Step } from '../task';
import { askFor, changeWith } from '../use-tool';
import { keywordsOf, quote, wordsOf } from '../words';

const opening =
  /^(?:remember|memori[sz]e|keep in mind|don't forget|do not forget|note|note down|merke? dir)(?:,? (?:that|dass|daß|this|the following))?(?:[:, \n]+([\s\S]*))?$/i;
const MAX_FACT = 450;
const MAX_KEY = 60;
const KEY_WORDS = 4;

/** Whose words these are: a model that reads them later must not take "my" for its own. */
const PREFIX = 'The user says: ';

/** Keeps a fact for later chats. */
export const remembers: Skill = (request) => {
  const match = opening.exec(request);
  if (!match) return undefined;
  const fact = (match[1] ?? '').trim();
  return {
    next: (scene) =>
      fact === ''
        ? askFor(
            scene,
            'What shall I remember?',
            { label: 'To remember', type: 'longtext', placeholder: 'My favourite colour is blue' },
            (answer) => store(scene, answer),
          )
        : store(scene, fact),
  };
};

function store(scene: Scene, fact: string): Step {
  if (fact.length > MAX_FACT) {
    return say(
      `That is too long for me to remember. Please say it in at most ${MAX_FACT} characters.`,
    );
  }
  const key = keyOf(fact);
  if (key === '') return say('There are no words in it that I could remember it by.');
  const input = { key, content: `${PREFIX}${fact}` };
  return changeWith(scene, 'memory_store', input, (text) =>
    text.startsWith('Updated')
      ? `I remember now: ${quote(visibleLine(fact, 200))}. It takes the place of what I knew as ${quote(key)}.`
      : `I will remember: ${quote(visibleLine(fact, 200))}.`,
  );
}

/** What a memory says, in the user's own words. */
export function factOf(content: string): string {
  return visibleLine(content.startsWith(PREFIX) ? content.slice(PREFIX.length) : content, 500);
}

/** "my favourite colour is blue" is known as favourite_colour, so that another colour replaces it. */
function keyOf(fact: string): string {
  const subject =
    /^(?:my|our|mein|meine|unser|unsere) (.{1,80}?) (?:is|are|was|ist|sind|heißt|=) /i.exec(
      fact,
    )?.[1];
  const meaningful = new Set(keywordsOf(subject ?? fact));
  const words = wordsOf(subject ?? fact);
  const chosen = words.filter((word) => keywordsOf(word).some((key) => meaningful.has(key)));
  return (chosen.length > 0 ? chosen : words).slice(0, KEY_WORDS).join('_').slice(0, MAX_KEY);
}
