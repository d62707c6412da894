import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  encodeFrame,
  endOf,
  frameTopic,
  parseFrame,
  placeFrame,
  stateTopic,
  viaOf,
  type PublishedFrame,
} from '../../../src/core/follow/frame.ts';
import { orderOf } from '../../../src/core/follow/order.ts';
import { OFFLINE, encodeReport, parseState } from '../../../src/core/follow/state.ts';
import { createGrid, gridFromRows, gridToRows } from '../../../src/core/flaps/grid.ts';
import { seededRandom } from '../../support/seeded.ts';

const test = suite('published frames and what followers tell');

const FRAME: PublishedFrame = {
  sender: 'a',
  sequence: 7,
  at: Date.parse('2025-03-01T10:00:00Z'),
  timeToLive: 60,
  grid: gridFromRows(
    [
      [1, 2],
      [3, 71],
    ],
    2,
    2,
  ),
  transition: { strategy: 'row', interval_ms: 5000, step_size: 1 },
};
const with_ = (change: object): string => JSON.stringify({ ...(JSON.parse(encodeFrame(FRAME)) as object), ...change });

test('what was written is what is read', () => {
  assert.equal(parseFrame(encodeFrame(FRAME)), { value: FRAME });
  assert.is(endOf(FRAME), Date.parse('2025-03-01T10:01:00Z'));
  assert.is(endOf({ ...FRAME, timeToLive: null }), null);
});

test('the largest frame fits into a message', () => {
  const grid = createGrid(96, 128, 71);
  assert.ok('value' in parseFrame(encodeFrame({ ...FRAME, grid })));
});

test('an unknown way to turn is none, and a missing one too', () => {
  for (const transition of [undefined, null, 1, {}, { strategy: 'plugin:x', interval_ms: -1, step_size: 0 }]) {
    const reading = parseFrame(with_({ transition }));
    assert.ok('value' in reading);
    assert.equal(reading.value.transition, { strategy: null, interval_ms: null, step_size: null });
  }
});

test('every strategy of boards is one, as far as its numbers go', () => {
  for (const strategy of ['column', 'reverse-column', 'edges-to-center', 'row', 'diagonal', 'random', 'wipe'])
    for (const [interval_ms, step_size] of [
      [0, 1],
      [5000, 96 * 128],
    ]) {
      const reading = parseFrame(with_({ transition: { strategy, interval_ms, step_size } }));
      assert.equal('value' in reading && reading.value.transition, { strategy, interval_ms, step_size });
    }
  const beyond = parseFrame(with_({ transition: { strategy: 'row', interval_ms: 5001, step_size: 96 * 128 + 1 } }));
  assert.equal('value' in beyond && beyond.value.transition, { strategy: 'row', interval_ms: null, step_size: null });
});

const CANNOT = 'The frame on the topic cannot be used:';
const NO_ORDER = `${CANNOT} "sequence" is no whole number from 0 to 4000000000000000.`;
const NO_LIFE = `${CANNOT} "ttl_seconds" is not null or 1 to 31536000.`;
const NO_SIZE = `${CANNOT} "rows" and "cols" are not 1 to 96 and 1 to 128.`;
const NO_CODES = `${CANNOT} "characters" are not 2 rows of 2 codes from 0 to 71.`;
const NO_VIA = `${CANNOT} "via" is no list of at most 32 names.`;
const NO_FORM = 'The frame on the topic does not name its form, and this version of flapbox knows form 1.';
const codesWith = (...last: unknown[]): string => with_({ characters: [[1, 2], last] });
for (const [what, text, said] of [
  ['nothing', '', `${CANNOT} it is not JSON.`],
  ['half of a frame', encodeFrame(FRAME).slice(0, -3), `${CANNOT} it is not JSON.`],
  ['a list', '[]', `${CANNOT} it is no JSON object.`],
  ['no form', with_({ v: undefined }), NO_FORM],
  ['a form that is none', with_({ v: 1_000_001 }), NO_FORM],
  ['a form below none', with_({ v: -1 }), NO_FORM],
  ['another form', with_({ v: 0 }), 'The frame on the topic has form 0, and this version of flapbox knows form 1.'],
  ['no order', with_({ sequence: undefined }), NO_ORDER],
  ['an order below none', with_({ sequence: -1 }), NO_ORDER],
  ['half an order', with_({ sequence: 1.5 }), NO_ORDER],
  ['an order that nothing could follow', with_({ sequence: 4_000_000_000_000_001 }), NO_ORDER],
  ['no instant', with_({ at: 12 }), `${CANNOT} "at" is no ISO 8601 time.`],
  ['an instant in words', with_({ at: 'soon' }), `${CANNOT} "at" is no ISO 8601 time.`],
  ['a life of nothing', with_({ ttl_seconds: 0 }), NO_LIFE],
  ['a life of more than a year', with_({ ttl_seconds: 31_536_001 }), NO_LIFE],
  ['no size', with_({ rows: undefined }), NO_SIZE],
  ['no rows', with_({ rows: 0, characters: [] }), NO_SIZE],
  ['a height beyond bounds', with_({ rows: 97 }), NO_SIZE],
  ['a width beyond bounds', with_({ cols: 129 }), NO_SIZE],
  ['fewer rows than it has', with_({ characters: [[1, 2]] }), NO_CODES],
  ['no list of rows', with_({ characters: '12' }), NO_CODES],
  ['rows that are none', with_({ characters: ['12', '34'] }), NO_CODES],
  ['a row of another width', codesWith(3), NO_CODES],
  ['a code beyond the reel', codesWith(3, 72), NO_CODES],
  ['a code below it', codesWith(3, -1), NO_CODES],
  ['codes that are texts', codesWith('3', 4), NO_CODES],
  ['a way that is no list', with_({ via: 'a' }), NO_VIA],
  ['a way of something else', with_({ via: [1] }), NO_VIA],
  ['too long a way', with_({ via: Array(33).fill('a') }), NO_VIA],
  ['a way with too long a name', with_({ via: ['a'.repeat(161)] }), NO_VIA],
  ['too much', encodeFrame(FRAME).padEnd(65_537), `${CANNOT} it has more than 65536 bytes.`],
] as const)
  test(`${what} is refused with a sentence`, () => assert.equal(parseFrame(text), { problem: said }));

const VIA = Array(32).fill('a'.repeat(160)) as string[];
for (const [what, text, change] of [
  ['the first order', with_({ sequence: 0 }), { sequence: 0 }],
  ['the last order', with_({ sequence: 4_000_000_000_000_000 }), { sequence: 4_000_000_000_000_000 }],
  ['a life of a second', with_({ ttl_seconds: 1 }), { timeToLive: 1 }],
  ['a life of a year', with_({ ttl_seconds: 31_536_000 }), { timeToLive: 31_536_000 }],
  ['a life without an end', with_({ ttl_seconds: undefined }), { timeToLive: null }],
  ['no sender', with_({ sender: 7 }), { sender: '' }],
  ['a sender with a long name', with_({ sender: 'b'.repeat(65) }), { sender: 'b'.repeat(64) }],
  ['a long way', with_({ via: VIA }), { via: VIA }],
  ['no way', with_({ via: [] }), {}],
  ['as many bytes as there may be', encodeFrame(FRAME).padEnd(65_536), {}],
] as const)
  test(`${what} is read`, () => assert.equal(parseFrame(text), { value: { ...FRAME, ...change } }));

test('a frame is told in words that every version of this form knows', () => {
  const told =
    '{"v":1,"sender":"a","sequence":7,"at":"2025-03-01T10:00:00.000Z","ttl_seconds":60,"rows":2,"cols":2,' +
    '"characters":[[1,2],[3,71]],"transition":{"strategy":"row","interval_ms":5000,"step_size":1}';
  assert.is(encodeFrame(FRAME), `${told}}`);
  assert.is(encodeFrame({ ...FRAME, via: [] }), `${told}}`);
  assert.is(encodeFrame({ ...FRAME, via: ['b'] }), `${told},"via":["b"]}`);
  assert.equal([frameTopic('home/hall'), stateTopic('home/hall', 'x')], ['home/hall/frame', 'home/hall/state/x']);
});

test('who passes a frame on is named behind those that did', () => {
  const relay = { by: 'c', grid: null, via: ['a', 'b'] };
  assert.equal([viaOf(null, true), viaOf(relay, true), viaOf(relay, false)], [[], ['a', 'b', 'c'], ['c']]);
});

const CENTURY_MS = 3_155_760_000_000;
for (const [sequence, sender, last, hub, order] of [
  [8, 'a', 7, null, 'newer'],
  [7, 'a', 7, null, 'same'],
  [6, 'a', 7, null, 'older'],
  [6, 'b', 7, 'b', 'newer'],
  [6, 'a', 7, 'a', 'older'],
  [6, 'b', 7, 'c', 'older'],
  [9e15, 'b', 7, 'b', 'newer'],
  [CENTURY_MS + 11, 'a', 10, null, 'newer'],
  [CENTURY_MS + 12, 'a', 10, null, 'too far'],
  [4e15, 'a', 3_999e12, null, 'newer'],
  [4e15 + 1, 'a', 4e15, null, 'too far'],
] as const)
  test(`the frame ${sequence} of ${sender} after ${last} of a, where the hub is ${hub}: ${order}`, () =>
    assert.is(orderOf({ sequence, sender }, { sequence: last, sender: 'a' }, hub), order));

test('random bytes never throw', () => {
  const random = seededRandom(4);
  const text = encodeFrame(FRAME);
  for (let turn = 0; turn < 500; turn++) {
    const at = Math.floor(random() * text.length);
    const broken = text.slice(0, at) + String.fromCharCode(32 + Math.floor(random() * 90)) + text.slice(at + 1);
    parseFrame(broken);
    parseState(broken);
  }
});

/** [what, frame, rows, cols, what is shown, fit] */
const PLACES: [string, number[][], number, number, number[][], string][] = [
  ['the same size', [[1, 2]], 1, 2, [[1, 2]], 'exact'],
  [
    'a larger wall',
    [[1]],
    3,
    3,
    [
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ],
    'centered',
  ],
  [
    'a wall larger by one',
    [[1]],
    2,
    2,
    [
      [1, 0],
      [0, 0],
    ],
    'centered',
  ],
  [
    'a smaller wall',
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    1,
    2,
    [[1, 2]],
    'cropped',
  ],
  ['a wall that is wider and lower', [[1], [2]], 1, 3, [[0, 1, 0]], 'cropped'],
];
for (const [what, rows, height, width, shown, fit] of PLACES)
  test(`${what}: ${fit} (rules, F4)`, () => {
    const placed = placeFrame(gridFromRows(rows, rows.length, rows[0]?.length ?? 0), height, width);
    assert.equal([gridToRows(placed.grid), placed.fit], [shown, fit]);
  });

test('a report is read as it was told, and a last will as gone', () => {
  const report = {
    name: 'Library',
    rows: 2,
    cols: 2,
    sequence: 7,
    shows: false,
    code: 'paused',
    reason: 'The board "Library" is paused: resume it first.',
    fit: 'exact',
    drifted: false,
    error: null,
    characters: FRAME.grid,
  } as const;
  assert.equal(parseState(encodeReport(report)), { value: { online: true, ...report } });
  assert.equal(parseState(OFFLINE), { value: { online: false } });
  assert.equal(parseState('{"v":1,"online":true}'), {
    problem: 'The state of the follower cannot be used: it has no size.',
  });
  assert.equal(parseState('{"v":2}'), {
    problem: 'The state of the follower has form 2, and this version of flapbox knows form 1.',
  });
  assert.is(encodeReport({ ...report, characters: null }), encodeReport(report).replace('[[1,2],[3,71]]', 'null'));
});

const NOTHING_TOLD = {
  online: true,
  name: '',
  rows: 1,
  cols: 2,
  sequence: null,
  shows: false,
  code: null,
  reason: null,
  fit: null,
  drifted: false,
  error: null,
  characters: null,
};
for (const [what, said, change] of [
  ['nothing but a size', {}, {}],
  [
    'other things than are asked for',
    { name: 1, sequence: '7', shows: 1, code: 2, reason: {}, fit: 'x', drifted: 1 },
    {},
  ],
  ['half a number', { sequence: 1.5 }, {}],
  [
    'that it shows and drifted',
    { shows: true, drifted: true, sequence: 0 },
    { shows: true, drifted: true, sequence: 0 },
  ],
  ['that it crops', { fit: 'cropped' }, { fit: 'cropped' }],
  ['that it centers', { fit: 'centered' }, { fit: 'centered' }],
  [
    'long sentences',
    { error: 'e'.repeat(300), reason: 'r'.repeat(301) },
    { error: 'e'.repeat(300), reason: 'r'.repeat(300) },
  ],
  ['codes of its size', { characters: [[1, 2]] }, { characters: gridFromRows([[1, 2]], 1, 2) }],
  ['codes of another size', { characters: [[1]] }, {}],
  ['a topic of its presence', { presence: 'a/b' }, { presence: 'a/b' }],
  ['a long topic', { presence: 'a'.repeat(512) }, { presence: 'a'.repeat(512) }],
  ...['', 'a/+', 'a/#', '$SYS/a', 'a'.repeat(513), 7].map((presence) => ['no topic', { presence }, {}] as const),
] as const)
  test(`a follower that tells ${what}`, () =>
    assert.equal(parseState(JSON.stringify({ v: 1, online: true, rows: 1, cols: 2, ...said })), {
      value: { ...NOTHING_TOLD, ...change },
    }));

test.run();
