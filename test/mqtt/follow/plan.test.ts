import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followPlan } from '../../../src/mqtt/follow/plan.ts';
import type { StoredBoard } from '../../../src/schema/boards/boards.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';

const test = suite('mqtt/follow/plan');

const FOLLOW = { topic: 'campus/hall', url: 'mqtt://own', username: 'ann', ca_certificate: '/ca.pem' };
const { mqtt } = sampleState().settings;
const settings = {
  mqtt: { ...mqtt, broker_host: 'broker', instance_id: 'house', username: 'bob', secrets: { password: 'b' } },
  follower_suffix: '',
};
const board = (follow: StoredBoard['follow'], secrets = {}): StoredBoard => ({
  ...sampleBoard('b 1', secrets),
  follow,
});

const plans: [what: string, follow: StoredBoard['follow'], pinned: string | undefined, expected: object][] = [
  ['of its own', FOLLOW, 'mqtt://pinned', { url: 'mqtt://own', username: 'ann', password: 'p', authority: '/ca.pem' }],
  [
    'of the settings',
    { ...FOLLOW, url: null },
    undefined,
    { url: `mqtt://broker:${mqtt.broker_port}`, username: 'bob', password: 'b', authority: '' },
  ],
  [
    'of the environment',
    { ...FOLLOW, url: null },
    'mqtt://pinned:1884',
    { url: 'mqtt://pinned:1884', username: '', password: '', authority: '' },
  ],
];
for (const [what, follow, pinned, expected] of plans)
  test(`a board follows at a broker ${what}`, () =>
    assert.equal(followPlan(board(follow, { follow_password: 'p' }), settings, pinned), {
      address: { clientId: 'house-b_1', ...expected },
      topic: 'campus/hall',
      follower: 'house-b_1',
    }));

test('no broker is known', () =>
  assert.is(
    followPlan(board({ ...FOLLOW, url: null }), { ...settings, mqtt: { ...settings.mqtt, broker_host: '' } }, undefined)
      .address,
    null,
  ));

test('a broker without a password, and a board that asks for a topic or follows nothing', () => {
  assert.is(followPlan(board(FOLLOW), settings, undefined).address?.password, '');
  for (const follow of [{ ...FOLLOW, topic: null }, null] as StoredBoard['follow'][])
    assert.is(followPlan(board(follow), settings, undefined).topic, '');
});

test('of two cards with the same settings each has a name of its own', () =>
  assert.is(followPlan(board(FOLLOW), { ...settings, follower_suffix: '.2' }, undefined).follower, 'house_2-b_1'));

test.run();
