/** Does the task of `task.ts` once, from the prompt to the last word, and returns that word. */
export type Contestant = () => Promise<string>;
