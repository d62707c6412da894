import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { radiusOf } from '../../../src/core/look/flap.ts';
import type { Look } from '../../../src/core/look/palette.ts';
import { REEL, placeOf } from '../../../src/core/look/reel.ts';
import { flapSheet } from '../../../ui/board-view/flap-sheet.ts';
import { Painter } from '../../../ui/board-view/painter.ts';

const test = suite('flaps on a canvas');

type Pen = CanvasRenderingContext2D;

const rounded = (number: number): number => Math.round(number * 1000) / 1000;

/** A canvas that notes what is drawn on it: each call with its numbers, and what it was drawn with. */
const createCanvas = () => {
  const calls: string[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1, fillStyle: '', globalCompositeOperation: 'source-over' };
  const canvas = { width: 40, height: 60, calls, getContext: (): Pen => pen as unknown as Pen };
  const drawn = new Set(['drawImage', 'fillRect', 'fill']);
  const call =
    (name: string) =>
    (...given: readonly unknown[]): void => {
      const numbers = given.filter((one) => typeof one === 'number').map(rounded);
      const how = name === 'drawImage' || !drawn.has(name) ? [] : [state['fillStyle']];
      const alpha =
        state['globalAlpha'] === 1 || !drawn.has(name) ? [] : [`at ${rounded(Number(state['globalAlpha']))}`];
      const mode = state['globalCompositeOperation'] === 'source-over' ? [] : [state['globalCompositeOperation']];
      calls.push([name, ...numbers, ...how, ...alpha, ...mode].join(' '));
    };
  const pen = new Proxy(state, {
    get: (_, name) => (name === 'canvas' ? canvas : name in state ? state[String(name)] : call(String(name))),
  });
  return canvas;
};

const WIDTH = 10;
/** Of an odd height the upper half has the middle. */
const HEIGHT = 21;
const LAYOUT = { width: 40, height: 60, flapWidth: WIDTH, flapHeight: HEIGHT, lefts: [2, 14], tops: [3, 30] };
const BLACK: Look = { board_color: 'black', code62_glyph: 'degree' };
const WHITE: Look = { board_color: 'white', code62_glyph: 'heart' };

let sheets: ReturnType<typeof createCanvas>[];
test.before.each(() => {
  sheets = [];
  Object.assign(globalThis, {
    document: {
      createElement: () => {
        const sheet = createCanvas();
        sheets.push(sheet);
        return sheet;
      },
    },
    Path2D: Object,
  });
});
test.after.each(() => {
  for (const name of ['document', 'Path2D']) Reflect.deleteProperty(globalThis, name);
});

const paint = (draw: (painter: Painter) => void, look = BLACK): readonly string[] => {
  const { calls, getContext } = createCanvas();
  draw(new Painter(getContext(), LAYOUT, look));
  return calls;
};
/** A part of a flap: where it is on the sheet, and where it comes to. */
const part = (code: number, top: number, height: number, left: number, to: number, toHeight = height): string =>
  `drawImage ${placeOf(code) * WIDTH} ${top} ${WIDTH} ${height} ${left} ${to} ${WIDTH} ${toHeight}`;

test('all flaps at rest are drawn at once, each where its cell is', () => {
  assert.equal(
    paint((painter) => painter.restAll([1, 2, 0, 65])),
    [
      'clearRect 0 0 40 60',
      part(1, 0, HEIGHT, 2, 3),
      part(2, 0, HEIGHT, 14, 3),
      part(0, 0, HEIGHT, 2, 30),
      part(65, 0, HEIGHT, 14, 30),
    ],
  );
});

test('a board at rest has no other flaps drawn than it shows', () => {
  const { getContext } = createCanvas();
  new Painter(getContext(), { ...LAYOUT, flapWidth: 11 }, BLACK).restAll([1, 2, 0, 1]);
  assert.is(flapsOn(sheets[0]?.calls ?? []).length, 3);
});

test('one flap at rest takes the place of what was there, or lets it shine through', () => {
  assert.equal(
    paint((painter) => painter.rest(3, 5)),
    ['clearRect 14 30 10 21', part(5, 0, HEIGHT, 14, 30)],
  );
  assert.equal(
    paint((painter) => {
      painter.rest(1, 5, 0.25);
      painter.rest(1, 6);
    }),
    [`${part(5, 0, HEIGHT, 14, 3)} at 0.25`, 'clearRect 14 3 10 21', part(6, 0, HEIGHT, 14, 3)],
  );
});

test('a flap that begins to fall uncovers the upper half of the next one', () => {
  // A third of its way is done: it leans by half, and is half as tall.
  assert.equal(
    paint((painter) => painter.turn(2, { from: 1, to: 2, phase: 1 / 3 })),
    [
      'clearRect 2 30 10 21',
      part(2, 0, 11, 2, 30),
      part(1, 11, 10, 2, 41),
      part(1, 0, 11, 2, 35.5, 5.5),
      'fillRect 2 35.5 10 5.5 #000000 at 0.25',
    ],
  );
});

test('a flap that is past the hinge covers the lower half of its own', () => {
  assert.equal(
    paint((painter) => painter.turn(2, { from: 1, to: 2, phase: 2 / 3 }), WHITE),
    [
      'clearRect 2 30 10 21',
      part(2, 0, 11, 2, 30),
      part(1, 11, 10, 2, 41),
      part(2, 11, 10, 2, 41, 5),
      'fillRect 2 41 10 5 #55554f at 0.25',
    ],
  );
});

test('where a display has no flap nothing is drawn', () => {
  const look: Look = { ...BLACK, places: [[0], [1]] };
  assert.equal(
    paint((painter) => {
      painter.restAll([1, 2, 3, 4]);
      painter.rest(1, 5);
      painter.turn(2, { from: 1, to: 2, phase: 0.5 });
    }, look),
    ['clearRect 0 0 40 60', part(1, 0, HEIGHT, 2, 3), part(4, 0, HEIGHT, 14, 30)],
  );
});

/** What is drawn of flaps that no sheet has yet: of each the calls from its place on. */
const flapsOn = (calls: readonly string[]): string[][] =>
  calls.reduce<string[][]>((flaps, one) => {
    if (/^translate \d+ 0$/.test(one)) flaps.push([]);
    flaps.at(-1)?.push(one);
    return flaps;
  }, []);

test('a sheet has the flaps that were asked for, and all of them once another one is', () => {
  const sheet = flapSheet(BLACK, 30, 50);
  const [{ width, height, calls } = createCanvas()] = sheets;
  assert.equal([width, height, calls.length], [30 * REEL.length, 50, 0]);
  sheet.prepare([1, 63]);
  sheet.prepare([63]);
  assert.is(flapsOn(calls).length, 2);
  assert.is(sheet.leftOf(63), placeOf(63) * 30);
  assert.is(flapsOn(calls).length, 2);
  assert.is(sheet.leftOf(2), 60);
  assert.is(flapsOn(calls).length, REEL.length);
});

test('one sheet is for all boards of a look and a size; of a dozen others the oldest is given up', () => {
  const of = (size: number, look = BLACK) => flapSheet(look, size, 2 * size);
  const first = of(100);
  assert.ok(first === of(100));
  assert.ok(first !== of(100, { ...BLACK, board_color: 'white' }));
  assert.ok(first !== of(100, { ...BLACK, code62_glyph: 'heart' }));
  for (let size = 101; size < 110; size++) of(size);
  assert.ok(first === of(100), 'a dozen are kept');
  of(110);
  assert.ok(first !== of(100), 'and no more');
});

const faceAt = (width: number, height: number): string[] => [
  'beginPath',
  `moveTo ${radiusOf(height)} 0`,
  `arcTo ${width} 0 ${width} ${height} ${radiusOf(height)}`,
  `arcTo ${width} ${height} 0 ${height} ${radiusOf(height)}`,
  `arcTo 0 ${height} 0 0 ${radiusOf(height)}`,
  `arcTo 0 0 ${width} 0 ${radiusOf(height)}`,
  'closePath',
];

test('a flap is its face, its halves, its glyph and its hinge', () => {
  const sheet = flapSheet(BLACK, 31, 50);
  sheet.prepare([63, 1]);
  const [chip = [], letter = []] = flapsOn(sheets[0]?.calls ?? []);
  const face = faceAt(31, 50);
  assert.is(chip[0], `translate ${placeOf(63) * 31} 0`);
  assert.equal(chip.slice(1, 1 + face.length), face);
  assert.equal(chip.slice(1 + face.length, 4 + face.length), [
    'fill #da291c',
    'fillRect 0 0 31 25 #ffffff at 0.035 source-atop',
    'fillRect 0 25 31 25 #000000 at 0.035 source-atop',
  ]);
  const hinge = chip.slice(4 + face.length);
  assert.match(hinge[0] ?? '', /^fillRect [\d.]+ [\d.]+ [\d.]+ [\d.]+ #050505 at 0\.72$/);
  assert.ok(
    hinge.slice(1, -1).every((call) => /^(fillRect .* #050505$|save$|restore$)/.test(call)),
    hinge.join(', '),
  );
  const glyph = letter.slice(4 + face.length, 9 + face.length);
  assert.equal(
    glyph.map((call) => call.replace(/ [\d.]+/g, '')),
    ['save', 'translate', 'scale', 'fill #f6f5f0', 'restore'],
  );
});

test.run();
