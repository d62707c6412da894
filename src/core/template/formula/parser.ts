import type { ChainOperator, ChainStep, Comparison, Node } from './ast.ts';
import type { FormulaProblem } from './errors.ts';
import { SyntaxFailure, tokenize, type Token } from './lexer.ts';

const MOST_CHARACTERS = 4096;
const MOST_DEPTH = 100;
const CHAINS: readonly (readonly string[])[] = [['&'], ['+', '-'], ['*', '/', '%']];
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['=', '='],
  ['==', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['>', '>'],
  ['<=', '<='],
  ['>=', '>='],
]);
const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map([
  ['TRUE', true],
  ['FALSE', false],
  ['NULL', null],
]);
const WORDS = new Set(['AND', 'OR', 'NOT']);
const END: Token = { kind: 'end', text: '', offset: 0 };

/** One method per level of precedence, the loosest first. */
class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): Node {
    const node = this.#expression();
    if (this.#token.kind !== 'end') throw this.#unexpected();
    return node;
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? END;
  }

  #unexpected(): SyntaxFailure {
    return new SyntaxFailure(
      this.#token.kind === 'end' ? 'the formula ends too early' : `"${this.#token.text}" does not belong here`,
      this.#token.offset,
    );
  }

  #isSymbol(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === symbol;
  }

  #isOperator(word: string, symbol: string): boolean {
    return this.#isSymbol(symbol) || (this.#token.kind === 'name' && this.#token.text.toUpperCase() === word);
  }

  #take(symbol: string): void {
    if (!this.#isSymbol(symbol)) throw this.#unexpected();
    this.#at++;
  }

  /** Every construct that can contain itself passes here, so depth and stack stay bounded. */
  #nested(inner: () => Node): Node {
    if (++this.#depth > MOST_DEPTH) throw new SyntaxFailure('the formula is nested too deeply', this.#token.offset);
    const node = inner();
    this.#depth--;
    return node;
  }

  #expression(): Node {
    return this.#nested(() => this.#logic('or', '||', () => this.#logic('and', '&&', () => this.#not())));
  }

  #logic(operator: 'and' | 'or', symbol: string, operand: () => Node): Node {
    const operands = [operand()];
    while (this.#isOperator(operator.toUpperCase(), symbol)) {
      this.#at++;
      operands.push(operand());
    }
    return operands.length === 1 ? (operands[0] as Node) : { kind: 'logic', operator, operands };
  }

  #not(): Node {
    if (!this.#isOperator('NOT', '!')) return this.#comparison();
    this.#at++;
    return { kind: 'not', operand: this.#nested(() => this.#not()) };
  }

  #comparison(): Node {
    const left = this.#chain(0);
    const operator = this.#token.kind === 'symbol' ? COMPARISONS.get(this.#token.text) : undefined;
    if (!operator) return left;
    this.#at++;
    return { kind: 'compare', operator, left, right: this.#chain(0) };
  }

  #chain(level: number): Node {
    const operators = CHAINS[level];
    if (!operators) return this.#signed();
    const first = this.#chain(level + 1);
    const rest: ChainStep[] = [];
    while (this.#token.kind === 'symbol' && operators.includes(this.#token.text)) {
      const operator = this.#token.text as ChainOperator;
      this.#at++;
      rest.push({ operator, operand: this.#chain(level + 1) });
    }
    return rest.length === 0 ? first : { kind: 'chain', first, rest };
  }

  #signed(): Node {
    if (!this.#isSymbol('-') && !this.#isSymbol('+')) return this.#atom();
    const sign = this.#isSymbol('-') ? -1 : 1;
    this.#at++;
    return { kind: 'sign', sign, operand: this.#nested(() => this.#signed()) };
  }

  #atom(): Node {
    const token = this.#token;
    if (token.kind === 'name') return this.#named(token);
    if (token.kind === 'symbol') return this.#parenthesized();
    if (token.kind === 'end') throw this.#unexpected();
    this.#at++;
    return { kind: 'literal', value: token.kind === 'number' ? Number(token.text) : token.text };
  }

  #parenthesized(): Node {
    this.#take('(');
    const node = this.#expression();
    this.#take(')');
    return node;
  }

  #named(token: Token): Node {
    const upper = token.text.toUpperCase();
    const next = this.#tokens[this.#at + 1];
    const isCall = next?.kind === 'symbol' && next.text === '(';
    if (!isCall && WORDS.has(upper)) throw this.#unexpected();
    this.#at++;
    if (isCall) return { kind: 'call', name: upper, args: this.#args(), offset: token.offset };
    const constant = CONSTANTS.get(upper);
    return constant === undefined
      ? { kind: 'name', name: token.text, offset: token.offset }
      : { kind: 'literal', value: constant };
  }

  #args(): Node[] {
    this.#take('(');
    const args: Node[] = [];
    while (!this.#isSymbol(')')) {
      if (args.length > 0) this.#take(',');
      args.push(this.#expression());
    }
    this.#at++;
    return args;
  }
}

/** A parsed body (null when there is nothing but white space), or where it stops being a formula. */
export type Parsed = { readonly node: Node | null } | { readonly problem: FormulaProblem };

/**
 * Parses a formula's body. At most 4096 characters and 100 levels of nesting; offsets count from the first character
 * that is not white space.
 */
export const parse = (body: string): Parsed => {
  const trimmed = body.trim();
  try {
    if (trimmed.length > MOST_CHARACTERS) throw new SyntaxFailure('the formula is too long', MOST_CHARACTERS);
    return { node: trimmed === '' ? null : new Parser(tokenize(trimmed)).parse() };
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    return {
      problem: { code: 'syntax', message: error.message, offset: Array.from(trimmed.slice(0, error.offset)).length },
    };
  }
};
