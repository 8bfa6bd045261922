import { ABILITIES, CONNECT, INTRODUCTION, NATURE } from '../phrases';
import { answering, type Skill } from '../task';

const talks: readonly [RegExp, string][] = [
  [
    /^(?:hi|hello|hey|hi there|hello there|good (?:morning|afternoon|evening|day)|hallo|guten (?:morgen|tag|abend)|moin|servus|grüß gott)(?: tandem| there)?$/i,
    INTRODUCTION,
  ],
  [
    /^(?:thanks|thank you|thx|many thanks|thanks a lot|thank you very much|cheers|danke|vielen dank|danke schön|dankeschön)(?: tandem| so much)?$/i,
    'You are welcome.',
  ],
  [
    /^(?:bye|goodbye|good night|see you|tschüss|tschüß|auf wiedersehen|gute nacht)$/i,
    'Goodbye! This chat stays where it is.',
  ],
  [/^(?:never mind|forget it|nothing|cancel|stop|egal|schon gut)$/i, 'All right.'],
  [
    /^(?:help|help me|\?|what can you do|what can i ask(?: you)?|what do you (?:do|understand)|how do you work|show me what you can do|commands|examples|hilfe|was kannst du|was kannst du tun|was verstehst du)$/i,
    ABILITIES,
  ],
  [
    /^(?:who are you|what are you|are you (?:an? )?(?:ai|robot|bot|human|real|model|llm|chatgpt|claude|person)|introduce yourself|wer bist du|was bist du)$/i,
    `${NATURE} I need no key and no network. ${CONNECT}`,
  ],
  [
    /^(?:how (?:do|can) i connect (?:a|my|another) model|connect a model|how do i (?:use|get) (?:an? )?(?:ai|model|better assistant)|wie verbinde ich ein modell)$/i,
    CONNECT,
  ],
];

/** Greetings, thanks, and what the assistant is. */
export const makesSmallTalk: Skill = (request) => {
  const [, answer] = talks.find(([pattern]) => pattern.test(request)) ?? [];
  return answer === undefined ? undefined : answering(answer);
};
