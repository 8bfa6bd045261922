/** What a person did or has that cannot work, as a sentence for them; printed without a stack. */
export class Refusal extends Error {}
