import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KeptBudget, tooMuch } from '../../src/plugins/keeping/kept-budget.ts';

const test = suite('plugins/kept-budget');

const KIB = 1024;
const create = () => {
  const budget = new KeptBudget(1000 * KIB, 400 * KIB);
  const gone: string[] = [];
  const keep = (key: string, kib: number, name = 'data'): string | null =>
    budget.keep(key, name, kib * KIB, (because) => void gone.push(`${key}/${name}: ${because}`));
  return { budget, gone, keep };
};

test('what is kept is counted by key and name, once', () => {
  const { budget, keep } = create();
  keep('a', 100);
  keep('a', 50, 'more');
  keep('b', 10);
  assert.is(budget.bytesOf('a'), 150 * KIB);
  keep('a', 20);
  assert.is(budget.bytes, 80 * KIB);
  budget.release('a', 'more');
  assert.is(budget.bytesOf('a'), 20 * KIB);
  budget.release('a');
  budget.release('nobody');
  assert.is(budget.bytes, 10 * KIB);
});

for (const [bytes, words] of [
  [1, '1 KiB'],
  [1024, '1 KiB'],
  [1025, '2 KiB'],
  [1024 * 1024 - 1, '1024 KiB'],
  [1024 * 1024, '1.0 MiB'],
  [1024 * 1024 + 1, '1.1 MiB'],
  [6.25 * 1024 * 1024, '6.3 MiB'],
  [12 * 1024 * 1024, '12.0 MiB'],
] as const)
  test(`${bytes} bytes are ${words}, never less than there are`, () =>
    assert.is(
      tooMuch('it has', bytes, 1024),
      `keeps more than its part of the memory: it has ${words}, at most 1 KiB`,
    ));

test('more than its part nobody gets, and keeps what it had', () => {
  const { budget, keep } = create();
  keep('a', 300);
  assert.match(keep('a', 101, 'more') ?? '', /keeps more than its part of the memory: .* 401 KiB, at most 400 KiB/);
  assert.match(keep('a', 401) ?? '', /401 KiB, at most 400 KiB/);
  assert.is(budget.bytesOf('a'), 300 * KIB);
});

test('when all is full, who keeps most gives way to one who keeps less, and says so', () => {
  const { budget, gone, keep } = create();
  keep('most', 400);
  keep('much', 390);
  keep('little', 100);
  assert.is(keep('new', 150), null);
  assert.equal(
    gone.map((one) => one.split(':')[0]),
    ['most/data'],
  );
  assert.match(gone[0] ?? '', /gave up its data: .* are full, and it kept most \(400 KiB\)/);
  assert.is(budget.bytesOf('most'), 0);
  assert.is(budget.bytesOf('little'), 100 * KIB);
});

test('who would keep most itself is refused, and nobody is touched', () => {
  const { gone, keep } = create();
  for (const key of ['a', 'b', 'c']) keep(key, 300);
  assert.match(keep('d', 300) ?? '', /finds no room: .* would keep most \(300 KiB\)/);
  assert.match(keep('d', 350) ?? '', /finds no room/);
  assert.equal(gone, []);
  assert.is(keep('d', 100), null);
});

test('those who were sent away come back only when there is room: nobody is chased in turns', () => {
  const { gone, keep } = create();
  for (const key of ['a', 'b', 'c']) keep(key, 300);
  keep('d', 200);
  assert.is(gone.length, 1);
  assert.match(keep('a', 300) ?? '', /finds no room/);
  assert.is(gone.length, 1);
});

test('what somebody works with is not taken away', () => {
  const { budget, gone, keep } = create();
  budget.keep('works', 'work', 390 * KIB);
  keep('a', 300);
  keep('b', 300);
  assert.is(keep('c', 100), null);
  assert.equal(
    gone.map((one) => one.split(':')[0]),
    ['a/data'],
  );
  assert.is(budget.bytesOf('works'), 390 * KIB);
});

test('what somebody works with stays when there is no room for more of it', () => {
  const { budget } = create();
  budget.keep('works', 'work', 200 * KIB);
  budget.keep('other', 'work', 200 * KIB);
  assert.match(budget.keep('works', 'work', 310 * KIB) ?? '', /finds no room for its answers/);
  assert.is(budget.bytesOf('works'), 200 * KIB);
  assert.is(budget.keep('works', 'work', 300 * KIB), null);
  assert.is(budget.bytesOf('works'), 300 * KIB);
});

test('many who keep little find room beside some who take all that they can', () => {
  const { gone, keep } = create();
  for (let one = 0; one < 20; one++) keep(`greedy${one}`, 400);
  for (let one = 0; one < 50; one++) assert.is(keep(`modest${one}`, 15), null);
  assert.ok(gone.every((one) => one.startsWith('greedy')));
});

test.run();
