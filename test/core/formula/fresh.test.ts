import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFormula } from '../../../src/core/template/formula/formula.ts';
import type { RenderContext } from '../../../src/core/template/context.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('formula freshness');

const NOW = Date.parse('2026-09-25T00:30:00Z');

/** What a body prints when the data of `old` are so many seconds old, and those of `new` of now. */
const printAged = (body: string, seconds: number): string => {
  const context = contextOf({ old: { v: 'OLD', n: 1, none: null }, new: { v: 'NEW' }, untold: { v: 'UNTOLD' } });
  const readAt: Readonly<Record<string, number>> = { old: NOW - seconds * 1000, new: NOW };
  const source: RenderContext['source'] = (key) => {
    const found = context.source(key);
    return found && readAt[key] !== undefined ? { ...found, readAt: readAt[key] } : found;
  };
  return compileFormula(body).print({ ...context, source });
};

const ROWS: [body: string, seconds: number, printed: string][] = [
  ['FRESH(old.v, "20m")', 1200, 'OLD'],
  ['FRESH(old.v, "20m")', 1201, '-'],
  ['FRESH(old.v, 20)', 1200, 'OLD'],
  ['FRESH(old.v, 20)', 1201, '-'],
  ['FRESH(old.v, "20")', 1201, '-'],
  ['FRESH(old.v, "90s")', 90, 'OLD'],
  ['FRESH(old.v, "90s")', 91, '-'],
  ['FRESH(old.v, " 2 H ")', 7200, 'OLD'],
  ['FRESH(old.v, "2h")', 7201, '-'],
  ['FRESH(old.v, "1d")', 86_400, 'OLD'],
  ['FRESH(old.v, "1d")', 86_401, '-'],
  ['FRESH(old.v, "20m", "late")', 1201, 'late'],
  ['FRESH(old.v, "20m", new.v)', 1201, 'NEW'],
  ['FRESH(new.v, "1s")', 9999, 'NEW'],
  ['FRESH(untold.v, "1s")', 9999, 'UNTOLD'],
  ['FRESH("said", "1s")', 9999, 'said'],
  ['FRESH(new.v & UPPER(old.v), "1s")', 9, '-'],
  ['FRESH(new.v & UPPER(new.v), "1s")', 9, 'NEWNEW'],
  ['FRESH(1 + 2 - old.n, "1s")', 9, '-'],
  ['FRESH(-old.n, "1s")', 9, '-'],
  ['FRESH(NOT old.n, "1s")', 9, '-'],
  ['FRESH(1 = old.n, "1s")', 9, '-'],
  ['FRESH(old.n = 1, "1s")', 9, '-'],
  ['FRESH(TRUE OR old.n, "1s")', 9, '-'],
  ['FRESH(old.none, "20m")', 0, '-'],
  ['FRESH(old.none, "20m", "nothing")', 0, 'nothing'],
  ['FRESH(1 / 0, "20m", "failed")', 0, 'failed'],
  ['FRESH(old.v, "soon")', 0, '#VALUE'],
  ['FRESH(old.v, "1w")', 0, '#VALUE'],
  ['FRESH(old.v, TRUE)', 0, '#VALUE'],
  ['FRESH(old.v, 1 / 0)', 0, '#DIV/0'],
  [`FRESH(old.v, "${'20m'.padEnd(20)}")`, 0, 'OLD'],
  [`FRESH(old.v, "${'20m'.padEnd(21)}")`, 0, '#VALUE'],
  ['FRESH(old.v)', 0, '#VALUE'],
];
for (const [body, seconds, printed] of ROWS)
  test(`${body} of data that are ${seconds} s old`, () => assert.is(printAged(body, seconds), printed));

test.run();
