/** What the assistant says about itself: that it is rules, and what to do when they do not reach. */

export const CONNECT =
  'For anything more, connect a model: open Settings → Model connection and enter the address of ' +
  'your model server, with a key if it needs one.';

export const NATURE =
  'I am Tandem’s built-in assistant. I follow fixed rules; I am not an AI model.';

export const INTRODUCTION = `Hello! ${NATURE} I need no key and no network. Ask “what can you do” for a list of what I understand.`;

export const ABILITIES = [
  `${NATURE} I work with the same tools and approvals as a model, and this is what I understand:`,
  '',
  '- Time and date: “what time is it in Tokyo”, “how many days until Christmas”',
  '- Numbers and units: “what is 15% of 80”, “convert 5 km to miles”',
  '- Texts: “summarise: …”, “find price in: …”',
  '- Tabs: “list my tabs”, “open example.com”, “group the tabs about cats”, “close the tabs about cats”',
  '- Memory: “remember that my favourite colour is blue”, “what do you remember”, “forget my favourite colour”',
  '- Choices: “help me choose between tea, coffee and water”',
  '- Plans: “plan: buy milk, call Ann”, “mark buy milk as done”',
  '',
  `You can ask for several things at once. ${CONNECT}`,
].join('\n');

export function notUnderstood(what: string): string {
  return `I did not understand ${what}. ${NATURE} Ask “what can you do” to see what I understand. ${CONNECT}`;
}
