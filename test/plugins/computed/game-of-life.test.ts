import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { firstCells, nextCells } from '../../../src/plugins/builtin/computed/game-of-life.ts';
import { flagship, refusal, values } from './rig.ts';

const test = suite('plugins/computed/game-of-life');

const SIZE = { rows: 5, cols: 5 };
const read = (...rows: readonly string[]) => Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0));
const draw = (cells: Uint8Array, cols = SIZE.cols) =>
  Array.from({ length: cells.length / cols }, (_, row) =>
    Array.from(cells.subarray(row * cols, (row + 1) * cols), (age) => (age > 0 ? '#' : '.')).join(''),
  );

test('three in a row turn, four in a square stay', () => {
  assert.equal(draw(nextCells(read('.....', '.....', '.###.', '.....', '.....'), SIZE, false)), [
    '.....',
    '..#..',
    '..#..',
    '..#..',
    '.....',
  ]);
  const block = ['.....', '.##..', '.##..', '.....', '.....'];
  assert.equal(draw(nextCells(read(...block), SIZE, false)), block);
});

test('edges meet or do not', () => {
  const edge = read('#...#', '.....', '.....', '.....', '#....');
  assert.is(draw(nextCells(edge, SIZE, true))[0], '#...#');
  assert.is(
    draw(nextCells(edge, SIZE, false))
      .join('')
      .includes('#'),
    false,
  );
});

test('cells grow older', () => {
  const once = nextCells(read('.....', '.##..', '.##..', '.....', '.....'), SIZE, false);
  assert.equal([once[6], nextCells(once, SIZE, false)[6]], [2, 3]);
});

for (const [pattern, population] of [
  ['glider', 5],
  ['r_pentomino', 5],
  ['lwss', 9],
] as const) {
  test(`a game that begins with a ${pattern}`, () => {
    const cells = firstCells({ rows: 6, cols: 22 }, { pattern, density: 0.3, wraps: true, patience: 3 }, 'a');
    assert.is(cells.filter((age) => age > 0).length, population);
  });
}

test('a beginning on a board of three rows stays on it', () => {
  for (const pattern of ['glider', 'lwss', 'gliders', 'random'])
    assert.is(firstCells({ rows: 3, cols: 15 }, { pattern, density: 0.3, wraps: true, patience: 3 }, 'a').length, 45);
});

test('it follows from the minute alone: whoever looks first or in between sees the same', async () => {
  const at = (minute: number) => new Date(Date.parse('2026-11-20T13:30:00Z') + minute * 60_000).toISOString();
  const late = await flagship('game_of_life', { at: at(7) });
  for (const minute of [0, 3, 6, 2, 7]) await flagship('game_of_life', { at: at(minute) });
  assert.equal(await flagship('game_of_life', { at: at(7) }), late);
  assert.not.equal(await flagship('game_of_life', { at: at(8) }), late);
});

test('within a minute nothing moves', async () =>
  assert.equal(
    await flagship('game_of_life', { at: '2026-11-20T13:30:59.999Z' }),
    await flagship('game_of_life', { at: '2026-11-20T13:30:00Z' }),
  ));

test('a game never ends: in a day no board is blank, and none is still for long', async () => {
  for (let hour = 0; hour < 24; hour++) {
    const at = new Date(Date.parse('2026-12-31T12:00:00Z') + hour * 3_600_000).toISOString();
    const data = await values('game_of_life', { at, config: { max_generations: 500 } });
    assert.ok(Number(data['population']) > 0, at);
    assert.ok(Number(data['generation']) < 500, at);
  }
});

test('a rainbow shows ages', async () => {
  const drawn = (await flagship('game_of_life', { config: { cell_color: 'rainbow' } })).join('').replace(/ /g, '');
  assert.ok(new Set(drawn).size > 2, drawn);
});

test('a density out of bounds is refused', async () =>
  assert.match((await refusal('game_of_life', { initial_density: 0.9 })) ?? '', /initial_density/));

test.run();
