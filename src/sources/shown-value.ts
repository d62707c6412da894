import { countCells } from '../core/flaps/cells.ts';
import { foldGrapheme } from '../core/flaps/fold.ts';
import type { RenderContext } from '../core/template/context.ts';
import { numericOf, toText, toTruth, type Value } from '../core/template/formula/coerce.ts';
import { isError } from '../core/template/formula/errors.ts';
import { ageText, clockText, payInstant, readInstant, spanText, waitText } from '../core/template/formula/instant.ts';
import { formatMoment, momentAt } from '../core/template/formula/moment.ts';
import {
  LONGEST_SHOWN,
  compactText,
  cutAtWord,
  fitsIn,
  groupedText,
  payCells,
  signedText,
} from '../core/template/formula/words.ts';
import { fixedText } from '../core/template/values.ts';
import type { UNITS, ValueSpec } from './form/schema.ts';
import type { Region, SourceMoment } from './scope.ts';

type Unit = (typeof UNITS)[number];

const IMPERIAL: Readonly<Record<Unit, (value: number) => number>> = {
  celsius: (value) => value * 1.8 + 32,
  kmh: (value) => value / 1.609344,
  ms: (value) => value * 2.236936,
  km: (value) => value / 1.609344,
  m: (value) => value / 0.3048,
  mm: (value) => value / 25.4,
  cm: (value) => value / 2.54,
  hpa: (value) => value / 33.8639,
};

const inRegion = (value: number, unit: Unit | undefined, region: Region): number =>
  unit === undefined || region === 'metric' ? value : IMPERIAL[unit](value);

const writeTime = (at: number, { format }: ValueSpec, { now, zone, region }: SourceMoment): string => {
  const minutes = (at - now) / 60_000;
  if (format === 'wait') return waitText(minutes);
  if (format === 'ago') return ageText(-minutes);
  const moment = momentAt(at, zone);
  if (format === 'time') return clockText(moment, region === 'imperial' ? 12 : 24);
  return formatMoment(moment, format === 'weekday' ? 'ddd' : region === 'imperial' ? 'MMM DD' : 'DD MMM');
};

const writeNumber = (number: number, { format, digits = 0 }: ValueSpec): string | number => {
  if (format === 'grouped') return groupedText(number, digits);
  if (format === 'compact') return compactText(number);
  if (format === 'signed') return signedText(number, digits);
  if (format === 'span') return spanText(number);
  return digits === 0 ? Math.round(number) + 0 : fixedText(number, digits);
};

/** A number and what it is joined to, at the end of a text that goes on with it. */
const NUMBER_SO_FAR = /[+-]?\d[\d.,:/-]*$/;
const GROUPED_NUMBER = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A text that is cut, but not within a number: without its last digits that would be another one. */
const cutText = (text: string, cells: number): string => {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (GROUPED_NUMBER.test(plain)) return shortNumber(Number(plain.replaceAll(',', '')), cells);
  const cut = cutAtWord(plain, cells);
  if (!/^[.,:/-]?\d/.test(plain.slice(cut.length))) return cut;
  const kept = cut.replace(NUMBER_SO_FAR, '').trimEnd();
  return kept === '' && cut !== '' ? '-' : kept;
};

const shortNumber = (number: number, cells: number): string => {
  const compact = compactText(number);
  return fitsIn(compact, cells) ? compact : '-';
};

const fit = (shown: string | number, spec: ValueSpec, number?: number): string | number => {
  const text = String(shown);
  if (spec.format === 'markup') return text.slice(0, 500);
  if (fitsIn(text, spec.max_length)) return shown;
  return number === undefined ? cutText(text, spec.max_length) : shortNumber(number, spec.max_length);
};

const TIMES = new Set(['time', 'weekday', 'date', 'wait', 'ago']);
const COUNTED = new Set(['grouped', 'compact', 'signed', 'span']);

/**
 * Letters that take another number of cells, as ä and ж: they are written so before columns are counted in characters.
 */
const WIDE = /\p{L}(?<![\u0000-\u007f])/gu;

const textOf = (value: Value, { upper }: ValueSpec): string | undefined => {
  const text = toText(value);
  if (isError(text)) return undefined;
  const folded = text
    .slice(0, LONGEST_SHOWN)
    .replace(WIDE, (letter) => (foldGrapheme(letter).length === 1 ? letter : foldGrapheme(letter)));
  return upper === true ? folded.toUpperCase() : folded;
};

const showGiven = (value: Value, spec: ValueSpec, moment: SourceMoment): string | number | boolean | undefined => {
  if (TIMES.has(spec.format)) {
    const at = readInstant(value, moment.zone);
    return at === undefined ? undefined : fit(writeTime(at, spec, moment), spec);
  }
  if (spec.type === 'number' || COUNTED.has(spec.format)) {
    const number = numericOf(value);
    if (number === undefined || value === '') return undefined;
    const local = inRegion(number, spec.unit, moment.region);
    return fit(writeNumber(local, spec), spec, local);
  }
  if (spec.type === 'boolean') {
    const truth = toTruth(value);
    return isError(truth) ? undefined : truth;
  }
  const text = textOf(value, spec);
  return text === undefined ? undefined : fit(text, spec);
};

/** Steps of showing a number or a short text. */
const SHOW_COST = 4;

/** What stands for a value that is not there. */
export const missingOf = ({ default: stated, type, format }: ValueSpec): string | number | boolean =>
  stated ?? (type === 'number' || COUNTED.has(format) ? '-' : type === 'boolean' ? false : '');

/** A value as variables give it: in the units of the region, in its format, of at most `max_length` cells. */
export const showValue = (
  value: Value,
  spec: ValueSpec,
  moment: SourceMoment,
  context: RenderContext,
): string | number | boolean => {
  context.budget.spend(SHOW_COST);
  if (TIMES.has(spec.format)) payInstant(context, value, moment.zone);
  if (typeof value === 'string') payCells(context, value, spec.max_length);
  const isMissing = value === null || isError(value) || value === '';
  const shown = (isMissing ? undefined : showGiven(value, spec, moment)) ?? missingOf(spec);
  if (spec.align !== 'right' || typeof shown === 'boolean') return shown;
  return ' '.repeat(Math.max(0, spec.max_length - countCells(String(shown)))) + String(shown);
};
