import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { costOfJson } from '../../src/core/bounds/json-cost.ts';
import { usedHeap } from '../support/used-heap.ts';

const test = suite('core/json-cost');

const LENGTH = 256 * 1024;

/** A list, or another container, of as many pieces as there is room for. */
const filled = (piece: (at: number) => string, [open, close] = ['[', ']']): string => {
  const pieces = Array.from({ length: Math.floor(LENGTH / (piece(0).length + 1)) }, (_, at) => piece(at));
  return `${open}${pieces.join(',')}${close}`;
};

const object = (members: number, name: (at: number) => string): string =>
  `{${Array.from({ length: members }, (_, at) => `"${name(at)}":1`).join(',')}}`;

const measure = async (text: string): Promise<number> => {
  const before = await usedHeap();
  const value: unknown = JSON.parse(text);
  const after = await usedHeap();
  // Both live until here.
  assert.ok(value && text);
  return after - before;
};

/** What else comes and goes on the heap meanwhile. */
const NOISE = 300 * 1024;

/**
 * Bytes of heap that a text becomes: the middle of three, as something else may leave the heap meanwhile; where two are
 * about the same, a third is not needed.
 */
const needOf = async (text: string): Promise<number> => {
  const [one, other] = [await measure(text), await measure(text)];
  if (Math.abs(one - other) < NOISE / 10) return one;
  return [one, other, await measure(text)].sort((less, more) => less - more)[1] ?? 0;
};

/** Texts, and how much more than the truth may be said of them. */
const TEXTS: readonly (readonly [what: string, text: string, most: number])[] = [
  ['empty objects', filled(() => '{}'), 1.2],
  ['empty lists', filled(() => '[]'), 1.5],
  ['lists in lists', filled(() => '[[]]'), 1.3],
  ['objects in lists', filled(() => '[{}]'), 1.2],
  ['small numbers', filled(() => '1'), 1.1],
  ['other numbers', filled((at) => (at % 2 === 0 ? '1.5' : '"ab"')), 2.1],
  ['numbers below zero', filled((at) => (at % 2 === 0 ? '-0' : '"ab"')), 2.1],
  ['one name', filled(() => '{"a":1}'), 1.2],
  ['spaces', filled(() => '{ "a" : 1 }'), 1.2],
  ['a name of its own each', filled((at) => `{"k${at}":1}`), 1.5],
  ['a second name of its own', filled((at) => `{"a":1,"k${at}":1}`), 1.4],
  ['many names in one object', filled((at) => `"k${at}":1`, ['{', '}']), 5],
  ['many names with objects', filled((at) => `"k${at}":{}`, ['{', '}']), 3],
  ['three names', filled(() => '{"a":1,"b":2,"c":3}'), 1.2],
  ['names in other orders', filled((at) => object(8, (one) => 'abcdefgh'[(one * 3 + at) % 8] ?? '')), 2],
  ['twenty new names', filled((at) => object(20, (one) => `p${at}_${one}`)), 2.3],
  ['two hundred new names', filled((at) => object(200, (one) => `p${at}_${one}`)), 4],
  ['two hundred names', filled(() => object(200, (one) => `p${one}`)), 2],
  ['a hundred and thirty names', filled(() => object(130, (one) => `p${one}`)), 2.5],
  ['short texts', filled((at) => `"a${at}"`), 1.2],
  ['wide texts', filled((at) => `"日${at}"`), 1.2],
  ['escaped texts', filled((at) => String.raw`"\u65e5${at}"`), 2],
  ['sentences', filled((at) => `"the quick brown fox ${at} jumps over"`), 1.2],
  ...[0, 5, 50, 300, 700, 1000, 5000, 4_294_967_290].map((at): readonly [string, string, number] => [
    `the number ${at} as a name`,
    filled(() => `{"${at}":1}`),
    4,
  ]),
  ['two far numbers as names', filled(() => '{"1":1,"30000":1}'), 2],
  ['a name and a number', filled(() => '{"a":1,"300":1}'), 1.7],
  ['many numbers as names', filled((at) => `"${at * 1000}":1`, ['{', '}']), 2.2],
  [
    'a forecast',
    filled(
      (at) =>
        `{"time":"2026-11-${10 + (at % 20)}","at":${at % 30}.5,"wind":{"speed":${at % 50},"from":"NW"},"text":"light rain ${at}","codes":[1,2,3]}`,
    ),
    1.3,
  ],
];

for (const [what, text, most] of TEXTS) {
  test(`what ${what} cost is known`, async () => {
    const flat = JSON.parse(JSON.stringify(text)) as string;
    const told = costOfJson(flat).bytes;
    const real = await needOf(flat);
    assert.ok(told >= real * 0.85 - NOISE, `${told} bytes were told, ${real} are needed`);
    assert.ok(told <= real * most + NOISE, `${told} bytes were told, only ${real} are needed`);
  });
}

const [SLOT, ONE_NAME] = [8, 176 + 16 + 8];
const namedTo = (members: number): string => object(members, (one) => `p${one}`);
/** A name of up to eight letters, and a small number for each member. */
const bytesOf = (members: number): number => 8 + 24 + members * (ONE_NAME + SLOT);
/** Texts, and the bytes that are told of them. */
const EXACT: readonly (readonly [text: string, bytes: number])[] = [
  ['true', SLOT],
  ['false', SLOT],
  ['null', SLOT],
  ['123456789', SLOT],
  ['1234567890', SLOT + 16],
  ['-1', SLOT + 16],
  ['1.5', SLOT + 16],
  ['1e5', SLOT + 16],
  ['1E+5', SLOT + 16],
  ['""', SLOT + 16],
  ['"12345678"', SLOT + 16 + 8],
  ['"123456789"', SLOT + 16 + 16],
  ['"1234ÿ678"', SLOT + 16 + 8],
  ['"1234Ā"', SLOT + 16 + 16],
  [String.raw`"\n45678"`, SLOT + 16 + 8],
  [String.raw`"\"45678"`, SLOT + 16 + 8],
  [String.raw`"\u0041"`, SLOT + 16 + 16],
  ['[]', SLOT + 48],
  ['[1,2]', SLOT + 48 + 2 * SLOT],
  ['{}', SLOT + 24 + 32],
  ['{"a":1}', bytesOf(1)],
  ['{"":1}', bytesOf(1) - 8],
  ['{"a" \r\n\t:1}', bytesOf(1)],
  ['[{"a":1,"b":2},{"a":1,"b":2}]', SLOT + 48 + bytesOf(2) + SLOT + 24 + 2 * SLOT],
  ['[{"a":1,"b":2},{"b":1,"a":2}]', SLOT + 48 + 2 * bytesOf(2)],
  ['[{"a":1},{"b":1}]', SLOT + 48 + 2 * bytesOf(1)],
  ['{"0":1}', SLOT + 24 + 32 + 160 + 56 + SLOT],
  ['{"0":1,"9":1}', SLOT + 24 + 32 + 160 + 2 * (56 + SLOT)],
  ['{"0":1,"a":1}', SLOT + 24 + 32 + 160 + 56 + SLOT + ONE_NAME + SLOT],
  ['{"a":1,"9":1}', bytesOf(1) + 160 + 56 + SLOT],
  ['{"/":1}', bytesOf(1)],
  ['{":":1}', bytesOf(1)],
  ['{"1a":1}', bytesOf(1)],
  [namedTo(99), bytesOf(99)],
  [namedTo(100), bytesOf(100) + 100 * 64],
  [namedTo(102), bytesOf(102) + 102 * 64],
];
for (const [text, bytes] of EXACT)
  test(`the bytes of ${text.slice(0, 40)} are counted`, () => assert.is(costOfJson(text).bytes, bytes));

test('the count ends beyond what is asked for', () => {
  const { bytes } = costOfJson(
    filled(() => '{}'),
    10_000,
  );
  assert.ok(bytes > 10_000 && bytes < 10_200, String(bytes));
});

test('levels are counted, also of what never closes', () => {
  assert.is(costOfJson('[{"a":[1]},[]]').levels, 3);
  assert.is(costOfJson('['.repeat(500)).levels, 500);
});

for (const text of ['', '"', '"\\', '{"a', '}}]]', ':::', '{"a":', 'nul', '\u0000', '"a":"b":"c"'])
  test(`what is no JSON is counted like the beginning of one: ${JSON.stringify(text)}`, () =>
    assert.ok(costOfJson(text).bytes < 500));

test.run();
