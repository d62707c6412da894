import type { Alignment, FillPattern } from '../flaps/layout.ts';
import { once } from '../memo.ts';
import type { LineMetadata } from '../../schema/content/pages.ts';
import { formulaParts, takeParts, takeText, type Allowance } from './allowance.ts';
import { closesOver, replaceColors, splitDoubles } from './double-braces.ts';
import { parseFill } from './fill.ts';
import type { Formula } from './formula/formula.ts';
import { literalOf, type Literal } from './literal.ts';
import { compilePlaceholder, type Placeholder } from './placeholder.ts';
import { readPrefixes } from './prefixes.ts';

/** A part of a line: literal text, a variable, or a place that takes up free room. */
export type Segment =
  | Literal
  | { readonly kind: 'variable'; readonly placeholder: Placeholder }
  | { readonly kind: 'fill'; readonly pattern: FillPattern };

/** The parts of a line in which no formula is left. */
export interface Body {
  readonly segments: readonly Segment[];
  readonly fills: readonly FillPattern[];
  /** Index of the first variable with `|wrap`, or -1. */
  readonly flowAt: number;
  /** Whether braces may close across parts, so that the line can only be read as a whole. */
  readonly joined: boolean;
}

/** A stretch of a line without formulas, or a formula. */
export type Piece = { readonly text: string; readonly segments: readonly Segment[] } | Formula;

/** A compiled text. */
export interface Text {
  /** Whether the template is whitespace only. */
  readonly isEmpty: boolean;
  readonly pieces: readonly Piece[];
  /** Whether braces may close over what a formula prints. */
  readonly closes: boolean;
  /** All of a text without formulas. */
  readonly body: Body | undefined;
}

/** A compiled line of a page. */
export interface Line extends Text {
  readonly alignment: Alignment;
  /** Whether the whole line wraps. */
  readonly wraps: boolean;
}

const segmentOf = (body: string, allowance: Allowance): Segment => {
  if (!takeParts(1, allowance)) return UNREAD;
  const pattern = parseFill(body.trim());
  return pattern ? { kind: 'fill', pattern } : { kind: 'variable', placeholder: compilePlaceholder(body) };
};

/** What stands for a part beyond the allowance. */
const UNREAD: Literal = literalOf('');

/** The segments of a text whose formulas are printed. */
export const parseSegments = (text: string, allowance: Allowance): Segment[] =>
  splitDoubles<Segment>(text, (body) => segmentOf(body, allowance)).map((piece) =>
    typeof piece === 'string' ? literalOf(piece) : piece,
  );

/**
 * Puts segments together; `joined` says that they must be read as a whole, by default when literal braces close over a
 * variable.
 */
export const bodyOf = (segments: readonly Segment[], joined?: boolean): Body => {
  const fills: FillPattern[] = [];
  let flowAt = -1;
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at];
    if (segment?.kind === 'fill') fills.push(segment.pattern);
    else if (flowAt < 0 && segment?.kind === 'variable' && segment.placeholder.flows) flowAt = at;
  }
  return { segments, fills, flowAt, joined: joined ?? closesOver(segments, textOf) };
};

const textOf = (segment: Segment): string => (segment.kind === 'literal' ? segment.text : '');

/** The language of formulas is loaded with the first text that has one. */
const formulas = once(() => require('./formula/formula.ts') as typeof import('./formula/formula.ts'));

const parseFormula = (body: string, allowance: Allowance): string | Formula | undefined => {
  if (!body.startsWith('=')) return undefined;
  return takeParts(formulaParts(body.length), allowance) ? formulas().compileFormula(body.slice(1)) : '';
};

/**
 * Compiles a text by the order of the passes: colours, formulas, variables. What is beyond the allowance is not read.
 */
export const compileText = (template: string, allowance: Allowance): Text => {
  const text = replaceColors(takeText(template, allowance));
  const isEmpty = text.trim() === '';
  if (!text.includes('{{=')) {
    const segments = parseSegments(text, allowance);
    return { isEmpty, pieces: [{ text, segments }], closes: false, body: bodyOf(segments) };
  }
  const parts = splitDoubles<string | Formula>(text, (body) => parseFormula(body, allowance));
  const pieces = parts.map((part) =>
    typeof part === 'string' ? { text: part, segments: parseSegments(part, allowance) } : part,
  );
  const closes = closesOver(parts, (part) => (typeof part === 'string' ? part : ''));
  return { isEmpty, pieces, closes, body: undefined };
};

/** Compiles a line of a page: laid out by its metadata, or without any by the prefixes with which it begins. */
export const compileLine = (template: string, metadata: LineMetadata | undefined, allowance: Allowance): Line => {
  const { text, wraps, alignment } = metadata
    ? { text: template, wraps: metadata.wrap, alignment: metadata.alignment }
    : readPrefixes(template);
  // A spread of the text would take as long as all the rest.
  const { isEmpty, pieces, closes, body } = compileText(text, allowance);
  return { isEmpty, pieces, closes, body, alignment, wraps };
};

/** The variables of a text that can be told before anything is printed. */
export const variablesOf = ({ pieces }: Text): Placeholder[] =>
  pieces
    .flatMap((piece) => ('segments' in piece ? piece.segments : []))
    .flatMap((segment) => (segment.kind === 'variable' ? [segment.placeholder] : []));

/** The formulas of a text. */
export const formulasOf = (text: Text): Formula[] =>
  text.pieces.filter((piece): piece is Formula => !('segments' in piece));
