import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCells } from '../../src/core/flaps/cells.ts';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import { layoutLines } from '../../src/core/flaps/message.ts';
import { compilePage } from '../../src/core/template/page.ts';
import { contextOf } from '../support/template-context.ts';

/** Cells that draw nothing must not read as a marker, or as one character less, where a frame is told as text. */
const test = suite('frames told as text');

const SIZE = { rows: 1, cols: 12 };
const data = { d: { three: 3, open: '{6', flag: '🇪', close: 'd}' } };

for (const template of [
  '{\\}',
  '{réd} A',
  '{/réd}',
  '{6{{d.three}}}',
  '{{{d.three}}}',
  '{re{{d.close}}',
  '🇩{{d.flag}} A',
  '{ä}',
  '{{d.open}}3}',
  '{6{/}} ABCDEFGHIJKL',
  '{{fill_space}}{\\}',
  'ABCDEFGHI{\\}JKL',
  '{r{/}ed} ABCDEFGHIJKL',
]) {
  test(`${template}: as wide and the same flaps as the frame`, () => {
    const page = compilePage({ template: [template] }, SIZE);
    const lines = page.renderLines(contextOf(data));
    assert.equal(lines.map(countCells), [12], JSON.stringify(lines));
    assert.is(decodeGrid(layoutLines(lines, SIZE)), decodeGrid(page.render(contextOf(data))), JSON.stringify(lines));
  });
}

test.run();
