import { isRecord } from '../../../src/core/record.ts';
import { gridFromRows, type Grid } from '../../../src/core/flaps/grid.ts';
import { STRATEGIES, type Motion } from './motion.ts';

/** A message that a board can show, or what is wrong with it. */
export type ParsedMessage = { readonly grid: Grid; readonly motion: Motion } | { readonly fault: string };

/** Reads a Local API message: bare rows, or `{characters, strategy, step_interval_ms, step_size}`. */
export const parseMessage = (value: unknown, rows: number, cols: number, defaultStepMs: number): ParsedMessage => {
  const form = isRecord(value) ? value : { characters: value };
  const fault = faultOf(form['characters'], rows, cols) ?? motionFault(form);
  if (fault !== null) return { fault };
  const { strategy, step_interval_ms: interval, step_size: size } = form;
  const motion = {
    strategy: typeof strategy === 'string' ? strategy : null,
    intervalMs: Number(interval ?? defaultStepMs),
    stepSize: Number(size ?? 1),
  };
  return { grid: gridFromRows(form['characters'] as number[][], rows, cols), motion };
};

/** What is wrong with rows of codes for a board of this size; null when nothing is. */
export const faultOf = (value: unknown, rows: number, cols: number): string | null => {
  if (!Array.isArray(value) || !value.every(Array.isArray)) return 'characters: expected rows of codes';
  const lines = value as unknown[][];
  if (lines.length !== rows || lines.some((line) => line.length !== cols))
    return `characters: expected ${rows} rows of ${cols} codes`;
  return lines.every((line) => line.every(isCode)) ? null : 'characters: codes are whole numbers from 0 to 71';
};

const motionFault = ({
  strategy,
  step_interval_ms: interval,
  step_size: size,
}: Record<string, unknown>): string | null => {
  if (strategy !== undefined && !STRATEGIES.includes(strategy as string))
    return `strategy: expected one of ${STRATEGIES.join(', ')}`;
  if (interval !== undefined && !isCount(interval)) return 'step_interval_ms: expected a whole number from 1';
  return size === undefined || isCount(size) ? null : 'step_size: expected a whole number from 1';
};

const isCode = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 71;

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 1;
