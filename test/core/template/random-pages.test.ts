import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../../src/core/flaps/cells.ts';
import { decodeGrid } from '../../../src/core/flaps/flaps.ts';
import { layoutLines } from '../../../src/core/flaps/message.ts';
import { compilePage } from '../../../src/core/template/page.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('random pages');

const PIECES = [
  'a',
  'bc',
  'def ',
  ' ',
  '  ',
  '\n',
  '{',
  '}',
  '{red}',
  '{/}',
  '{0}',
  '{62}',
  '{sun}',
  '{moon}',
  'ü',
  '😀',
  '…',
  'e\u0301',
  '[',
  '^',
  '{wrap}',
  '{right}',
  '{center}',
  'longwordlongword',
  '{{red}}',
  '{{d.s}}',
  '{{d.e}}',
  '{{d.m}}',
  '{{d.m|wrap}}',
  '{{d.n}}',
  '{{d.n|wrap}}',
  '{{d.t|pad:4}}',
  '{{d.b}}',
  '{{d.x}}',
  '{{fill_space}}',
  '{{filled:=-}}',
  '{{filled:red}}',
  '{{= d.t }}',
  '{{= d.b }}',
  '{{= d.n }}',
  '{{',
];
const data = {
  d: { s: 'hi', e: '', m: 'the quick brown {63} fox ü jumps', n: 'one\ntwo three\nfour', t: 71, b: '{{d.t}} {' },
};

/** Numbers that look random and are the same in each run (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const randomPage = (random: () => number, rows: number) => {
  const template = Array.from({ length: rows }, () =>
    Array.from({ length: Math.floor(random() * 6) }, () => pick(random, PIECES)).join(''),
  );
  const metadata = template
    .slice(0, Math.floor(random() * (rows + 1)))
    .map(() => ({ alignment: pick(random, ['left', 'center', 'right'] as const), wrap: random() < 0.4 }));
  return { template, line_metadata: random() < 0.5 ? metadata : null };
};

for (let group = 0; group < 40; group++) {
  test(`rows are as wide as the display and the frame shows them, group ${group}`, () => {
    const random = randomFrom(group);
    for (let i = 0; i < 50; i++) {
      const size = { rows: 1 + Math.floor(random() * 5), cols: 3 + Math.floor(random() * 20) };
      const page = randomPage(random, size.rows);
      const compiled = compilePage(page, size);
      const lines = compiled.renderLines(contextOf(data));
      const seen = JSON.stringify({ page, size, lines });
      assert.equal(
        lines.map(countCells),
        Array.from({ length: size.rows }, () => size.cols),
        seen,
      );
      const grid = compiled.render(contextOf(data));
      assert.ok(
        grid.codes.every((code) => code <= 71),
        seen,
      );
      assert.is(decodeGrid(grid), decodeGrid(layoutLines(lines, size)), seen);
    }
  });
}

test.run();
