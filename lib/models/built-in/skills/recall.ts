import { visibleLine } from '../../../shared/visible-text';
import { answering, type Scene, type Skill } from '../task';
import { quote } from '../words';
import { matchingMemories } from './matching-memories';
import { factOf } from './remember';

const everything =
  /^(?:what do you (?:remember|know)(?: about me| of me)?|what have you remembered|(?:show|list|tell)(?: me)? (?:my |your |all |the )*memories|who am i|was weißt du(?: über mich)?|woran erinnerst du dich|was hast du dir gemerkt)$/i;
const something =
  /^(?:what do you (?:remember|know) (?:about|of)|do you (?:remember|know)|recall|what(?:'s| is| are) (?=my )|when is (?=my )|where is (?=my )|who is (?=my )|was weißt du über|weißt du noch|was ist (?=mein)|wie ist (?=mein)|wie heißt (?=mein)) ?(\S.{0,200})$/i;

const MOST_LINES = 50;

/** Tells what the chat was given as its memories. */
export const recalls: Skill = (request) => {
  if (everything.test(request)) return answering((scene) => all(scene));
  const topic = something.exec(request)?.[1];
  return topic === undefined ? undefined : answering((scene) => about(scene, topic));
};

function all(scene: Scene): string {
  if (scene.memories.length === 0) return nothing(scene);
  return `This is what I remember:\n${linesOf(scene.memories)}`;
}

function about(scene: Scene, topic: string): string {
  const found = matchingMemories(scene.memories, topic);
  if (found.length > 0) return `I remember:\n${linesOf(found)}`;
  return `I remember nothing about ${quote(visibleLine(topic, 80))}. ${hint(scene)}`;
}

function linesOf(memories: Scene['memories']): string {
  const lines = memories.slice(0, MOST_LINES).map(({ content }) => `- ${factOf(content)}`);
  const more = memories.length - lines.length;
  return [...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
}

function nothing(scene: Scene): string {
  return `I remember nothing yet. ${hint(scene)}`;
}

/** Without the tools for it, memories are not only few: they are not shown to the chat at all. */
function hint({ tools }: Scene): string {
  return tools.has('memory_store')
    ? 'Say “remember that …” and I will keep it for later chats.'
    : 'Memory is switched off (Settings → Features), or this is a temporary chat.';
}
