// needs: mosquitto
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../support/until.ts';
import { TOPIC, errorOf, frame, list, publish, send, shown, withBoth } from './follow-rig.ts';

const test = suite('follow: what anybody may leave at the topics');
const testBoth = withBoth(test);

/** What anybody may leave at a topic: [what, text]. */
const GARBAGE: readonly (readonly [string, string])[] = [
  ['no JSON', '{"v":1'],
  ['a number', '7'],
  ['null', 'null'],
  ['an array', '[]'],
  ['another form', frame(9, 1, { v: 2 })],
  ['a form that is a text', frame(9, 1, { v: '1' })],
  ['a negative number', frame(-1, 1)],
  ['a number beyond all', frame(9e15, 1)],
  ['a number that is a text', frame(1, 1, { sequence: '9' })],
  ['half a number', frame(1.5, 1)],
  ['no rows', frame(9, 1, { rows: 0, characters: [] })],
  ['negative rows', frame(9, 1, { rows: -3 })],
  ['rows of other lengths', frame(9, 1, { characters: [[1], [1, 2], []] })],
  ['rows that are none', frame(9, 1, { characters: 'xyz' })],
  ['codes below 0', frame(9, -1)],
  ['codes beyond 71', frame(9, 72)],
  ['half a code', frame(9, 0.5)],
  ['a negative life', frame(9, 1, { ttl_seconds: -5 })],
  ['a life of for ever', frame(9, 1, { ttl_seconds: 1e12 })],
  ['no time', frame(9, 1, { at: null })],
  ['a time beyond all', frame(9, 1, { at: '+999999-01-01T00:00:00Z' })],
  ['deep nesting', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['more than is read', JSON.stringify({ v: 1, x: 'x'.repeat(200_000) })],
  ['bytes that are no text', '\u0000\uffff'],
  ['a name that everything has', '{"v":1,"__proto__":{"rows":3},"constructor":1}'],
];

testBoth('rubbish at the topic of frames stops neither hub nor wall', async (broker, hub, wall) => {
  await send(hub, 'BEFORE');
  await until(async () => (await shown(wall)) === 'BEFORE');
  for (const [, text] of GARBAGE) await publish(broker, `${TOPIC}/frame`, text);
  await until(async () => /cannot be used|has form/.test(await errorOf(wall, 'wall')));
  assert.is(await shown(wall), 'BEFORE');
  assert.is((await send(hub, 'AFTER')).sent, true);
  await until(async () => (await shown(wall)) === 'AFTER' && (await errorOf(wall, 'wall')) === '');
});

testBoth('a hub and a wall that come to a topic with rubbish work', async (broker, hub, wall) => {
  for (const [what, text] of GARBAGE.filter((_, at) => at % 4 === 0)) {
    await publish(broker, `${TOPIC}/frame`, text);
    await Promise.all([hub.restart(), wall.restart()]);
    const word = `GOOD ${what.length}`;
    const answer = await send(hub, word);
    assert.is(answer.sent, true, `${what}: ${answer.reason}`);
    await until(async () => (await shown(wall)) === word && (await errorOf(wall, 'wall')) === '');
    assert.is(await errorOf(hub, 'hall'), '');
  }
});

testBoth('rubbish from followers is no wall, and stops the hub not', async (broker, hub, wall) => {
  await send(hub, 'HERE');
  await until(async () => (await list(hub)).filter(({ shows }) => shows).length === 1);
  const state = { v: 1, online: true, name: 'Fake', rows: 3, cols: 15, sequence: 0, shows: true };
  const words = [
    ...GARBAGE.map(([, text]) => text),
    JSON.stringify({ ...state, sequence: 9e15 }),
    JSON.stringify({ ...state, sequence: -1 }),
    JSON.stringify({ ...state, sequence: 'x' }),
    JSON.stringify({ ...state, rows: 1e9 }),
    JSON.stringify({ ...state, name: { a: 1 }, error: [1], reason: 7, code: '__proto__', characters: [[99]] }),
  ];
  for (const [at, text] of words.entries()) await publish(broker, `${TOPIC}/state/fake${at}`, text);
  await publish(broker, `${TOPIC}/state/${'x'.repeat(500)}`, JSON.stringify({ ...state, name: 'x'.repeat(50_000) }));
  const answer = await send(hub, 'THERE');
  assert.is(answer.sent, true, answer.reason ?? '');
  await until(async () => (await shown(wall)) === 'THERE');
  await until(async () => (await list(hub)).some(({ name, shows }) => name === 'Library' && shows));
  assert.ok((await errorOf(hub, 'hall')).length < 2000);
  for (const { follower } of await list(hub))
    if (follower.startsWith('fake'))
      assert.is((await hub.call('POST', '/boards/hall/actions/forget_follower', { follower })).status, 200);
  assert.is((await list(hub)).filter(({ follower }) => follower.startsWith('fake')).length, 0);
});

test.run();
