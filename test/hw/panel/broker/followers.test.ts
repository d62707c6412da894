import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FollowerList } from '../../../../hw/panel/broker/followers.ts';
import { createGrid } from '../../../../src/core/flaps/grid.ts';
import { OFFLINE } from '../../../../src/core/follow/state.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { reportOf } from './report.ts';

const test = suite('followers of one topic');

const listOf = (): FollowerList =>
  new FollowerList(createFakeClock('2026-03-02T10:00:00.000Z'), (id) => `campus/hall/state/${id}`);

const online = (list: FollowerList): string[] =>
  list.describe(null).flatMap(({ follower, online: isThere }) => (isThere === true ? [String(follower)] : []));

test('flaps are kept and told as long as they are few, states as long as there is room, and a sentence tells the rest', () => {
  const list = listOf();
  const text = reportOf();
  for (let at = 0; at < 300; at++) list.hear(`wall-${at}`, text);
  const told = list.describe(null);
  assert.is(told.length, 300);
  assert.is(told.filter(({ characters }) => characters !== null).length, 16);
  assert.is(list.excess, null);
  const long = reportOf({ characters: null, error: 'e'.repeat(300), reason: 'r'.repeat(300), name: 'n'.repeat(300) });
  for (let at = 0; at < 6000; at++) list.hear(`stranger-${at}`, long);
  assert.ok(list.size < 5000, `${list.size}`);
  assert.match(list.excess ?? '', /messages of walls below this topic were left out/);
  assert.is(list.describe(null).length, 1000);
  assert.match(list.untold ?? '', /more walls are known and not listed/);
  list.clear();
  assert.equal([list.size, list.excess], [0, null]);
});

test('what is no state changes nothing', () => {
  const list = listOf();
  assert.is(list.hear('wall', reportOf({ sequence: 7 })), 7);
  for (const rubbish of ['x', '[]', '{"online":"perhaps"}']) assert.is(list.hear('wall', rubbish), null);
  assert.equal(online(list), ['wall']);
});

const LONG = { characters: null, error: 'e'.repeat(300), reason: 'r'.repeat(300), name: 'n'.repeat(300) };
/** What a wall costs that tells `LONG`, with an id of six letters and a code of four. */
const COST = 500 + 2 * (6 + 4 + 3 * 300);
const MOST = Math.floor((6 * 1024 * 1024) / COST);

test('walls are kept as long as they are few enough, and as long as there is room for what they tell', () => {
  const idOf = (at: number): string => `w${String(at).padStart(5, '0')}`;
  const filledWith = (more: Parameters<typeof reportOf>[0]): FollowerList => {
    const list = listOf();
    const text = reportOf(more);
    for (let at = 0; at < 5001; at++) list.hear(idOf(at), text);
    return list;
  };
  const small = filledWith({ characters: null });
  assert.is(small.size, 5000);
  assert.match(small.excess ?? '', /^1 messages of walls .* 5000 walls are as much/);
  const large = filledWith(LONG);
  assert.is(large.size, MOST);
  large.hear(idOf(0), '');
  large.hear('w99999', reportOf(LONG));
  assert.is(large.size, MOST, 'one that goes makes room for another');
  large.hear('w99998', reportOf(LONG));
  assert.is(large.size, MOST);
});

test('the flaps of as many walls are kept as there is room for, and of those that come when others are gone', () => {
  const list = listOf();
  const text = reportOf();
  for (let at = 0; at < 100; at++) list.hear(`w${at}`, text);
  const room = Math.floor((1024 * 1024) / (96 * 128));
  for (let at = 0; at < room - 5; at++) list.hear(`w${at}`, '');
  const kept = (): unknown[] =>
    list.describe(null).flatMap(({ follower, characters }) => (characters === null ? [] : [follower]));
  assert.equal(
    kept(),
    [5, 4, 3, 2, 1].map((before) => `w${room - before}`),
  );
  list.hear('w99', text);
  assert.is(kept().length, 6);
});

test('a thousand walls are listed, of more a sentence tells how many there are', () => {
  const list = listOf();
  const text = reportOf({ characters: null });
  for (let at = 0; at < 1000; at++) list.hear(`w${at}`, text);
  assert.equal([list.describe(null).length, list.untold], [1000, null]);
  list.hear('one', text);
  assert.equal([list.describe(null).length, list.untold], [1000, '1 more walls are known and not listed.']);
});

test('whoever shares a connection is gone with it, in whichever order that is told (rules, F9)', () => {
  const list = listOf();
  const holder = 'campus/hall/state/a';
  list.hear('a', reportOf());
  list.hear('b', reportOf({ presence: holder }));
  list.hear('c', reportOf({ presence: 'other/state/x' }));
  assert.equal(list.newPresences('b'), [], 'it is heard already');
  assert.equal(list.newPresences('c'), ['other/state/x']);
  assert.equal(list.newPresences('c'), []);
  list.hear('a', OFFLINE);
  assert.equal(online(list), ['c']);
  list.hear('d', reportOf({ presence: holder }));
  assert.equal(online(list), ['c']);
  list.hearElsewhere('other/state/x', OFFLINE);
  assert.equal(online(list), []);
  list.hear('a', reportOf());
  list.hearElsewhere('other/state/x', reportOf());
  assert.equal(online(list).sort(), ['a', 'b', 'c', 'd']);
  list.hear('a', '');
  assert.equal(online(list).sort(), ['b', 'c', 'd'], 'who follows no more takes nobody along');
});

test('a wall that is in a circle with the board is named at once, another fault after a while (rules, F9)', () => {
  const list = listOf();
  const frame = { sequence: 2, since: 0 };
  list.hear('a', reportOf({ sequence: 1, error: 'The board follows "b" in a circle: it is left out.' }));
  list.hear('b', reportOf({ sequence: 1, error: 'Something else.' }));
  assert.match(list.fault(frame) ?? '', /^1 of 2 walls do not .*\(the boards follow each other in a circle/);
  const told = list.fault(frame) ?? '';
  list.hear('a', reportOf({ sequence: 1, error: told }));
  assert.is(list.fault(frame), told, 'what both say of each other does not grow');
  list.hear('a', reportOf({ sequence: 2, error: 'The board follows "b" in a circle: it is left out.' }));
  assert.is(list.fault(frame), null, 'what it shows is the frame');
});

const SMALL = { rows: 3, cols: 15, characters: createGrid(3, 15, 1) };

test('walls that tell no flaps do not keep those of others from being told', () => {
  const list = listOf();
  list.hear('gone', OFFLINE);
  list.hear('bare', reportOf({ characters: null }));
  list.hear('wall', reportOf(SMALL));
  const characters = list.describe(null).map((one) => ['characters' in one, one['characters'] !== null]);
  assert.equal(characters, [
    [false, true],
    [true, false],
    [true, true],
  ]);
});

test('four walls are named, of more only how many there are', () => {
  const list = listOf();
  const faultOf = (count: number): string => {
    for (let at = list.size; at < count; at++)
      list.hear(`w${at}`, reportOf({ ...SMALL, name: `W${at}`, shows: false, code: 'paused' }));
    return list.fault({ sequence: 1, since: 0 }) ?? '';
  };
  assert.is(faultOf(1), 'The wall does not show this frame as it is: "W0" (paused).');
  assert.is(
    faultOf(4),
    '4 of 4 walls do not show this frame as it is: "W0" (paused), "W1" (paused), "W2" (paused), "W3" (paused).',
  );
  assert.match(faultOf(5), /"W3" \(paused\) and 1 more\.$/);
  assert.match(faultOf(6), /^6 of 6 .* and 2 more\.$/);
});

/** What a wall tells of a frame, in ms since that was published, and what its hub makes of it. */
const OBSTACLES: readonly (readonly [string, Parameters<typeof reportOf>[0], number, string | null])[] = [
  ['shows it', {}, 0, null],
  ['shows a part of it', { fit: 'cropped' }, 0, 'it has 3 rows x 15 columns and shows a part'],
  ['has an older one, for a moment', { sequence: 0 }, 29_999, null],
  ['has an older one, for long', { sequence: 0 }, 30_000, 'it has not taken the frame'],
  ['says why it has not taken it', { sequence: 0, error: 'No room.' }, 30_000, 'No room.'],
  ['is paused', { shows: false, code: 'paused' }, 0, 'paused'],
  ['has a message of its own', { shows: false, code: 'covered' }, 0, 'a message of its own'],
  ['is in the browser only', { shows: false, code: 'browser_only' }, 0, 'its output goes to the browser only'],
  ['is switched off', { shows: false, code: 'disabled' }, 0, 'switched off'],
  ['has no frame', { shows: false, code: 'nothing_to_show' }, 0, 'it has no frame'],
  ['failed', { shows: false, code: 'interrupted', error: 'The cable is gone.' }, 0, 'The cable is gone.'],
  ['was refused', { shows: false, code: 'interrupted', reason: 'Too small.' }, 0, 'Too small.'],
  ['failed without a word', { shows: false, code: 'interrupted' }, 0, 'interrupted'],
  ['is asleep, as planned', { shows: false, code: 'silenced' }, 0, null],
  [
    'is asleep with an older one',
    { sequence: 0, shows: false, code: 'silenced' },
    30_000,
    'it has not taken the frame',
  ],
  ['still turns', { shows: false, code: null }, 119_999, null],
  ['does not get there', { shows: false, code: null }, 120_000, 'its flaps do not get there'],
  ['was changed by somebody else', { shows: false, code: null, drifted: true }, 0, 'somebody else changed its flaps'],
];
for (const [name, report, age, why] of OBSTACLES)
  test(`one of two walls ${name}`, async () => {
    const clock = createFakeClock('2026-03-02T10:00:00.000Z');
    const list = new FollowerList(clock, (id) => `campus/hall/state/${id}`);
    list.hear('fine', reportOf(SMALL));
    list.hear('wall', reportOf({ ...SMALL, name: 'Wall', ...report }));
    await clock.advance(age);
    assert.is(
      list.fault({ sequence: 1, since: 0 }),
      why === null ? null : `1 of 2 walls do not show this frame as it is: "Wall" (${why}).`,
    );
  });

test('one wall alone whose flaps somebody moved is told as drift, not as a fault', () => {
  const list = listOf();
  const moved = createGrid(3, 15, 5);
  list.hear('wall', reportOf({ ...SMALL, shows: false, code: null, drifted: true, characters: moved }));
  const frame = { sequence: 1, since: 0 };
  assert.is(list.fault(frame), null);
  assert.equal(list.shown(frame, 3, 15), moved);
  assert.equal(
    [list.shown(frame, 3, 16), list.shown(frame, 4, 15), list.shown({ sequence: 2, since: 0 }, 3, 15)],
    [null, null, null],
  );
  list.hear('other', reportOf(SMALL));
  assert.is(list.shown(frame, 3, 15), null, 'of several walls none speaks for all');
});

test('no presence leads to a topic with wildcards or to many', () => {
  const list = listOf();
  for (const presence of ['#', '+/x', '$SYS/x', 'a/#', 'x'.repeat(600)]) {
    list.hear('a', reportOf({ presence }));
    assert.equal(list.newPresences('a'), [], presence.slice(0, 10));
  }
  let topics = 0;
  for (let at = 0; at < 200; at++) {
    list.hear(`w${at}`, reportOf({ presence: `other/state/${at}`, characters: null }));
    topics += list.newPresences(`w${at}`).length;
  }
  assert.is(topics, 64);
});

test.run();
