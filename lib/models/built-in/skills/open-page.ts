import { visibleLine } from '../../../shared/visible-text';
import { say, type Scene, type Skill, type Step } from '../task';
import { askFor, changeWith } from '../use-tool';
import { quote } from '../words';
import { addressOf } from './address';

const opening =
  /^(?:open|visit|go to|navigate to|take me to|browse to|öffne|besuche|gehe? zu)(?: (?:the )?(?:page|site|website|address|url|seite|webseite))?(?: (.{1,2100}?))?(?: in (?:a|another) (?:new )?tab| in einem neuen tab)?$/i;
const anyPage =
  /^(?:(?:a|an|another|new|some|einen|eine|ein|neuen|neue)(?: (?:new|neuen|neue))? ?)?(?:tab|page|site|website|window|seite|webseite)?$/i;

/** Opens an address; asks for it when there is none. */
export const opensPages: Skill = (request) => {
  const bare = addressOf(request);
  if (bare !== undefined) return { next: (scene) => open(scene, bare) };
  const match = opening.exec(request);
  if (!match) return undefined;
  const target = match[1] ?? '';
  const address = addressOf(target);
  if (address !== undefined) return { next: (scene) => open(scene, address) };
  // What is named in several words is more likely a wish than a website.
  if (!anyPage.test(target) && target.split(' ').length > 3) return undefined;
  const question = anyPage.test(target)
    ? 'Which address shall I open?'
    : `What is the address of ${quote(visibleLine(target, 60))}? I do not guess addresses.`;
  return {
    next: (scene) =>
      askFor(
        scene,
        question,
        { label: 'Address', type: 'text', placeholder: 'example.com' },
        (answer) => {
          const typed = addressOf(answer);
          return typed === undefined
            ? say(`${quote(visibleLine(answer, 80))} is not an address that I can open.`)
            : open(scene, typed);
        },
      ),
  };
};

function open(scene: Scene, url: string): Step {
  return changeWith(scene, 'open_url', { url }, () => `I opened ${url}.`);
}
