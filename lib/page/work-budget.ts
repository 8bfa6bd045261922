export interface WorkLimits {
  readonly elements: number;
  readonly characters: number;
  readonly milliseconds: number;
}

const defaultLimits: WorkLimits = {
  elements: 60_000,
  characters: 400_000,
  milliseconds: 1_500,
};

/** How many elements may pass between two looks at the clock. */
const STRIDE = 256;

export type Exhausted = keyof WorkLimits;

/** Counts down what a reading may cost; `exhausted` names what ran out first. */
export class WorkBudget {
  exhausted: Exhausted | undefined;
  private elements: number;
  private characters: number;
  private readonly deadline: number;

  constructor(
    limits: Partial<WorkLimits> = {},
    private readonly now: () => number = () => performance.now(),
  ) {
    const { elements, characters, milliseconds } = { ...defaultLimits, ...limits };
    this.elements = elements;
    this.characters = characters;
    this.deadline = now() + milliseconds;
  }

  get charactersLeft(): number {
    return this.characters;
  }

  /** Whether one more element may be looked at. */
  spendElement(): boolean {
    if (this.exhausted !== undefined) return false;
    this.elements -= 1;
    if (this.elements < 0) this.exhausted = 'elements';
    else if (this.elements % STRIDE === 0 && this.now() > this.deadline) {
      this.exhausted = 'milliseconds';
    }
    return this.exhausted === undefined;
  }

  spendCharacters(count: number): void {
    this.characters -= count;
    if (this.characters <= 0) this.exhausted ??= 'characters';
  }
}
