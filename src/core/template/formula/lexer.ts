/** A piece of a formula; `text` is the decoded content of a quoted text, else what stands in the formula. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'symbol' | 'end';
  readonly text: string;
  readonly offset: number;
}

/** Thrown inside the parser at a syntax error; never leaves `parse`. */
export class SyntaxFailure extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const SPACE = /\s*/y;
const NUMBER = /\d+\.?\d*|\.\d+/y;
const NAME = /[\p{L}_](?:[\p{L}\p{M}\p{N}_:.]|-(?=[\p{L}\p{N}_]))*/uy;
const TEXT = /"(?:[^"\\]|\\[^])*"/y;
const SYMBOL = /==|!=|<>|<=|>=|&&|\|\||[=<>!&+\-*/%(),]/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const match = (pattern: RegExp, body: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(body)?.[0];
};

const unquote = (quoted: string): string =>
  quoted.slice(1, -1).replace(/\\([^])/g, (_, letter: string) => ESCAPES[letter] ?? letter);

const KINDS = [
  ['number', NUMBER],
  ['name', NAME],
  ['text', TEXT],
  ['symbol', SYMBOL],
] as const;

const readToken = (body: string, offset: number): { token: Token; length: number } => {
  for (const [kind, pattern] of KINDS) {
    const found = match(pattern, body, offset);
    if (found === undefined) continue;
    if (kind === 'name' && found.endsWith('.'))
      throw new SyntaxFailure('a name ends with a dot', offset + found.length - 1);
    return { token: { kind, text: kind === 'text' ? unquote(found) : found, offset }, length: found.length };
  }
  throw new SyntaxFailure(
    body[offset] === '"' ? 'a text is not closed' : 'a character that means nothing here',
    offset,
  );
};

/** The tokens of a body, an `end` token last. Throws SyntaxFailure. */
export const tokenize = (body: string): Token[] => {
  const tokens: Token[] = [];
  let at = match(SPACE, body, 0)?.length ?? 0;
  while (at < body.length) {
    const { token, length } = readToken(body, at);
    tokens.push(token);
    at += length;
    at += match(SPACE, body, at)?.length ?? 0;
  }
  return [...tokens, { kind: 'end', text: '', offset: body.length }];
};
