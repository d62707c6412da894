import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FollowerList } from '../../../../hw/panel/broker/followers.ts';
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
