import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../src/core/flaps/cells.ts';
import { gridsEqual } from '../../src/core/flaps/grid.ts';
import { layoutLines } from '../../src/core/flaps/message.ts';
import { checkTemplate } from '../../src/core/template/check.ts';
import { compilePage } from '../../src/core/template/page.ts';
import { contextOf } from '../support/template-context.ts';
import { createDraw, repeat, SEED } from './draw.ts';
import { drawLine, hostileData, mutate } from './token-soup.ts';

import { SIZES, ZONES, guarded, spent } from './bounded.ts';

/** Templates that nobody would write: they never throw, end in bounded time, and print the same twice. */
const test = suite('any template');

const VOCABULARY = { variables: { d: ['text', 'number', 'list'] }, max_lengths: { 'd.text': 8 } };

test('pages of any tokens', async () => {
  const draw = createDraw(SEED);
  await repeat(12_000, async (round) => {
    const size = draw.chance(0.04) ? draw.pick(SIZES) : (SIZES[round % 2] as { rows: number; cols: number });
    let template = draw.list(0, Math.min(size.rows, 8), () => drawLine(draw));
    if (draw.chance(0.3)) template = template.map((line) => mutate(line, draw));
    const line_metadata = draw.chance(0.5)
      ? null
      : template.map(() => ({ alignment: draw.pick(['left', 'center', 'right'] as const), wrap: draw.chance(0.4) }));
    const data = hostileData(draw);
    const options = {
      zone: draw.pick(ZONES),
      markup: { d: ['text', 'braces'] },
      budget: draw.pick([32_000, 32_000, 500, 0]),
    };
    const what = JSON.stringify({ template, line_metadata, size });
    await guarded(round, what, () => {
      const page = spent(() => compilePage({ template, line_metadata }, size), what);
      const grid = spent(() => page.render(contextOf(data, options)), what);
      assert.is(grid.codes.length, size.rows * size.cols);
      assert.ok(grid.codes.every((code) => code <= 71));
      assert.ok(gridsEqual(grid, page.render(contextOf(data, options))), 'printed twice, it is the same');
      const lines = spent(() => page.renderLines(contextOf(data, options)), what);
      assert.equal(
        lines.map(countCells),
        Array.from({ length: size.rows }, () => size.cols),
      );
      assert.ok(gridsEqual(grid, layoutLines(lines, size)), 'what is told as text shows the same flaps');
      for (const problem of spent(() => checkTemplate({ template, line_metadata }, size, VOCABULARY), what)) {
        assert.ok(
          problem.line >= 1 && problem.line <= template.length && problem.column >= 1 && problem.message !== '',
          JSON.stringify(problem),
        );
      }
    });
  });
});

test.run();
