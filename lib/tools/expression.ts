import {
  constants,
  factorial,
  finite,
  functions,
  operators,
  refusal,
  UNARY_BINDING,
  type MathFunction,
} from './arithmetic';

export const MAX_EXPRESSION_LENGTH = 1_000;
export const MAX_EXPRESSION_DEPTH = 100;

type Token =
  | { kind: 'number'; text: string; value: number }
  | { kind: 'name'; text: string }
  | { kind: 'symbol'; text: string };

const synonyms: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['·', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
]);

/** The value of an arithmetic expression. Nothing is ever run as code. */
export function evaluateExpression(text: string): number {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw refusal(`the expression is longer than ${MAX_EXPRESSION_LENGTH} characters.`);
  }
  const reader = new ExpressionReader(tokenize(text));
  return reader.readWhole();
}

function tokenize(text: string): Token[] {
  const pattern =
    /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*)|(\*\*|[-+*/%^()!,×·÷−]))/uy;
  const tokens: Token[] = [];
  const source = text.trimEnd();
  while (pattern.lastIndex < source.length) {
    const from = pattern.lastIndex;
    const match = pattern.exec(source);
    if (!match) {
      const character = Array.from(source.slice(from).trimStart())[0] ?? '';
      throw refusal(`'${character}' cannot be read here.`);
    }
    const [, number, name, symbol] = match;
    if (number !== undefined) {
      tokens.push({ kind: 'number', text: number, value: Number(number) });
    } else if (name !== undefined) {
      tokens.push({ kind: 'name', text: name });
    } else if (symbol !== undefined) {
      tokens.push({ kind: 'symbol', text: synonyms.get(symbol) ?? symbol });
    }
  }
  return tokens;
}

/** Reads and reckons in one pass, by binding power. */
class ExpressionReader {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readWhole(): number {
    const value = this.#read(0);
    const rest = this.#peek();
    if (rest) throw refusal(unexpected(rest));
    return value;
  }

  #read(binding: number): number {
    if (this.#depth >= MAX_EXPRESSION_DEPTH) {
      throw refusal(`the expression is nested more than ${MAX_EXPRESSION_DEPTH} levels deep.`);
    }
    this.#depth += 1;
    let value = this.#readOperand();
    for (;;) {
      const operator = operators.get(this.#symbol());
      if (!operator || operator.left < binding) break;
      this.#position += 1;
      value = finite(operator.apply(value, this.#read(operator.right)));
    }
    this.#depth -= 1;
    return value;
  }

  #readOperand(): number {
    if (this.#skip('-')) return -this.#read(UNARY_BINDING);
    if (this.#skip('+')) return this.#read(UNARY_BINDING);
    let value = this.#readPrimary();
    while (this.#skip('!')) value = finite(factorial(value));
    return value;
  }

  #readPrimary(): number {
    if (this.#skip('(')) {
      const value = this.#read(0);
      this.#expectClosing();
      return value;
    }
    const token = this.#peek();
    if (!token) throw refusal('the expression ends too early.');
    if (token.kind === 'symbol') throw refusal(unexpected(token));
    this.#position += 1;
    return token.kind === 'number' ? finite(token.value) : this.#readNamed(token.text);
  }

  #readNamed(text: string): number {
    const name = text.toLowerCase();
    const mathFunction = functions.get(name);
    if (mathFunction) return this.#call(name, mathFunction);
    const constant = constants.get(name);
    if (constant === undefined) throw refusal(`'${text.slice(0, 40)}' is not known.`);
    return constant;
  }

  #call(name: string, { apply, arity }: MathFunction): number {
    if (!this.#skip('(')) throw refusal(`${name} needs its value in parentheses.`);
    const values: number[] = [];
    if (this.#symbol() !== ')') {
      do values.push(this.#read(0));
      while (this.#skip(','));
    }
    this.#expectClosing();
    if (values.length === 0) throw refusal(`${name} needs a value.`);
    if (arity !== undefined && values.length !== arity) {
      throw refusal(`${name} takes one value, not ${values.length}.`);
    }
    return finite(apply(...values));
  }

  #expectClosing(): void {
    if (this.#skip(')')) return;
    const token = this.#peek();
    throw refusal(token ? unexpected(token) : 'a closing parenthesis is missing.');
  }

  #skip(symbol: string): boolean {
    if (this.#symbol() !== symbol) return false;
    this.#position += 1;
    return true;
  }

  #symbol(): string {
    const token = this.#peek();
    return token?.kind === 'symbol' ? token.text : '';
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position];
  }
}

function unexpected(token: Token): string {
  if (token.text === ',') {
    return "',' is not expected here; write numbers without thousands separators.";
  }
  return `'${token.text.slice(0, 40)}' is not expected here.`;
}
