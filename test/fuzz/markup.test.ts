import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dropEndTags, expandSymbols, isWellMarked, neutralize } from '../../src/core/flaps/markup.ts';
import { layoutLines, layoutText } from '../../src/core/flaps/message.ts';
import { createDraw, repeat, SEED } from './draw.ts';
import { hostileText } from './hostile.ts';

import { SIZES, guarded, spent } from './bounded.ts';

/** Markup that nobody would write: they never throw, end in bounded time, and print the same twice. */
const test = suite('any markup');

test('markup of any braces', async () => {
  const draw = createDraw(SEED + 2);
  await repeat(20_000, async (round) => {
    const text = draw
      .list(0, 12, () =>
        draw.chance(0.2)
          ? hostileText(draw)
          : draw.pick(['{', '}', '{red}', '{/red}', '{63}', '{sun}', 'A', ' ', '{99}', '{{', 'ä', '👍', '\n']),
      )
      .join('');
    const size = SIZES[round % 2] as { rows: number; cols: number };
    await guarded(round, text, () => {
      const safe = spent(() => neutralize(text), text);
      assert.ok(isWellMarked(safe), safe.slice(0, 500));
      assert.is(neutralize(safe), safe);
      assert.is(expandSymbols(expandSymbols(text)), expandSymbols(text));
      spent(() => dropEndTags(text), text);
      for (const grid of [
        spent(() => layoutText(text, size), text),
        spent(() => layoutLines(text.split('\n'), size), text),
      ]) {
        assert.is(grid.codes.length, size.rows * size.cols);
        assert.ok(grid.codes.every((code) => code <= 71));
      }
    });
  });
});

test.run();
