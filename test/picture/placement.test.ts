import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { layOut, type Form, type Layout } from '../../src/core/look/proportions.ts';
import { placeBoard } from '../../src/picture/placement.ts';

const test = suite('picture/placement');

const FLAGSHIP: Form = { device_type: 'flagship', rows: 6, cols: 22 };
const NOTE: Form = { device_type: 'note', rows: 3, cols: 15 };
const ARRAY: Form = { device_type: 'note_array', rows: 6, cols: 30 };
const TOWER: Form = { device_type: 'panel', rows: 30, cols: 4 };
const FORMS = [FLAGSHIP, NOTE, ARRAY, TOWER];

/** What lies around the flaps: left, right, above, below. */
const marginsOf = ({ lefts, tops, flapWidth, flapHeight, width, height }: Layout) => ({
  left: lefts[0] ?? Number.NaN,
  right: width - (lefts.at(-1) ?? Number.NaN) - flapWidth,
  above: tops[0] ?? Number.NaN,
  below: height - (tops.at(-1) ?? Number.NaN) - flapHeight,
});

for (const form of FORMS) {
  const name = `${form.device_type} of ${form.rows} × ${form.cols}`;

  for (const margin of [0, 8, 60])
    test(`a ${name} has a margin of ${margin}`, () => {
      for (let wide = 200; wide < 220; wide++) {
        const placed = placeBoard(form, { width: wide, margin });
        const { left, right, above, below } = marginsOf(placed);
        assert.equal([left, above, below], [margin, margin, margin]);
        // Rounding of each flap's edge takes or leaves a pixel or two.
        assert.ok(placed.width >= wide && placed.width <= wide + 2, `${placed.width} wide`);
        assert.ok(right >= margin && right <= margin + 3, `${right} at the right`);
      }
    });

  for (const margin of [0, 8, 60])
    test(`a ${name} of a given height lies in the middle as large as fits into a margin of ${margin}`, () => {
      const placed = placeBoard(form, { width: 1200, height: 630, margin });
      assert.equal([placed.width, placed.height], [1200, 630]);
      const { left, right, above, below } = marginsOf(placed);
      assert.ok(Math.abs(left - right) <= 3, `${left} and ${right}`);
      assert.ok(Math.abs(above - below) <= 3, `${above} and ${below}`);
      const spare = Math.min(left, above) - margin;
      assert.ok(spare >= -1 && spare <= 12, `${spare} to spare`);
    });

  test(`a ${name} of a given height keeps its case`, () => {
    const placed = placeBoard(form, { width: 1200, height: 630 });
    const { left, right, above, below } = marginsOf(placed);
    assert.ok(Math.abs(left - right) <= 3 && Math.abs(above - below) <= 3);
    const least = Math.min(left, above) - placed.flapHeight;
    assert.ok(least >= -1 && least <= 12, `${least} beyond its case`);
  });
}

test('a board has the case of a real one unless a margin is given', () => {
  for (const form of [FLAGSHIP, NOTE, ARRAY]) assert.equal(placeBoard(form, { width: 600 }), layOut(form, 600));
});

test('a wall that would be taller than 3600 pixels is drawn narrower, as wide as fits', () => {
  for (const margin of [undefined, 0]) {
    const { width, height } = placeBoard(TOWER, { width: 2400, margin });
    assert.ok(height <= 3600 && height > 3500, `${height}`);
    assert.ok(width < 2400);
  }
});

test('a wall that cannot be so small is drawn with the least flaps', () => {
  const flaps = { device_type: 'panel', rows: 400, cols: 4 } as const;
  const placed = placeBoard(flaps, { width: 40, height: 100 });
  assert.equal([placed.width, placed.height], [40, 100]);
  assert.equal([placed.flapWidth, placed.flapHeight], [1, 2]);
  assert.ok((placed.tops[0] ?? 0) < 0 && (placed.tops.at(-1) ?? 0) > 100);
});

test('a margin that leaves no room is drawn with the least flaps', () => {
  const { flapWidth, flapHeight, width } = placeBoard(NOTE, { width: 100, margin: 60 });
  assert.equal([flapWidth, flapHeight], [1, 2]);
  assert.ok(width >= 100);
});

test.run();
