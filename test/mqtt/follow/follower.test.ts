import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Follower } from '../../../src/mqtt/follow/follower.ts';
import type { SessionEvents } from '../../../src/mqtt/session.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { START, frame } from './published.ts';

const test = suite('a board that follows');

/** A follower behind a broker of which the test says what comes. */
const startFollower = (kept: string | null = null) => {
  const clock = createFakeClock(START);
  const told: { topic: string; payload: string }[] = [];
  const texts: string[] = [];
  const ended: string[] = [];
  let changes = 0;
  let events: SessionEvents | undefined;
  const address = { url: 'mqtt://broker', username: '', password: '', clientId: 'me', authority: '' };
  const follower = new Follower(
    { address, topic: 'campus/hall', follower: 'me' },
    {
      clock,
      open: (_address, _will, given) => {
        events = given;
        return {
          connected: true,
          unconfirmed: 0,
          publish: (topic, payload) => void told.push({ topic, payload: String(payload) }),
          subscribe: () => undefined,
          unsubscribe: () => undefined,
          end: async ({ payload }) => void ended.push(String(payload)),
        };
      },
      keep: async (text) => void texts.push(text),
      report: (shown, error) => ({
        name: 'Library',
        rows: 3,
        cols: 15,
        sequence: shown?.sequence ?? null,
        shows: true,
        code: 'sent',
        reason: null,
        fit: 'exact',
        drifted: false,
        error,
        characters: null,
      }),
      onChange: () => changes++,
    },
  );
  follower.start(kept);
  events?.connected();
  const receiveBytes = async (bytes: Buffer, retained = false): Promise<void> => {
    events?.message('campus/hall/frame', bytes, retained);
    await clock.advance(0);
  };
  const receive = (text: string, retained = false) => receiveBytes(Buffer.from(text), retained);
  return { follower, clock, told, texts, ended, receive, receiveBytes, changes: () => changes, events: () => events };
};

test('a topic without a frame is told while the last one stays, until one comes (rules, F8)', async () => {
  const { follower, clock, receive, told } = startFollower();
  await clock.advance(60_000);
  assert.is(follower.error, null, 'nothing came yet, which is told elsewhere');
  await receive(frame(5));
  await receive('');
  assert.match(follower.error ?? '', /no frame on the topic any more/);
  assert.is(follower.frame?.sequence, 5);
  await clock.advance(1000);
  assert.match(String(latest(told)['error']), /no frame on the topic any more/);
  await receive(frame(5));
  assert.is(follower.error, null);

  const restarted = startFollower(frame(5));
  assert.is(restarted.follower.error, null);
  await restarted.clock.advance(10_000);
  assert.match(restarted.follower.error ?? '', /no frame on the topic any more/);
});

test('boards that hear the same message keep one frame of it, and not one each', async () => {
  const [one, other] = [startFollower(), startFollower()];
  const message = Buffer.from(frame(5));
  for (const { receiveBytes } of [one, other]) await receiveBytes(message);
  assert.is(one.follower.frame?.sequence, 5);
  assert.is(other.follower.frame, one.follower.frame);
  await other.clock.advance(1000);
  await other.receive(frame(6));
  assert.equal([one.follower.frame?.sequence, other.follower.frame?.sequence], [5, 6]);
});

const HIGHEST = 3_999_999_999_999_999;

test('one message near the last number is left out: what follows it is taken (rules, F2)', async () => {
  const { follower, receive, clock } = startFollower();
  for (const [sequence, expected] of [
    [1_790_000_000_000, 1_790_000_000_000],
    [HIGHEST, 1_790_000_000_000],
    [1_790_000_000_001, 1_790_000_000_001],
  ] as const) {
    await receive(frame(sequence), sequence === HIGHEST);
    if (sequence === HIGHEST) assert.match(follower.error ?? '', /jumps too far/);
    await clock.advance(1500);
    assert.is(follower.frame?.sequence, expected);
  }
  assert.is(follower.error, null);
});

test('the word of the hub counts after a stranger, where it comes before or after its frame', async () => {
  for (const hubIsFirst of [true, false]) {
    const { follower, receive, clock, events } = startFollower(frame(HIGHEST, { sender: 'stranger' }));
    const present = () =>
      events()?.message('flapbox/hubs/0', Buffer.from('{"v":1,"topic":"campus/hall","sender":"hub"}'), true);
    if (hubIsFirst) present();
    await receive(frame(7), true);
    if (!hubIsFirst) {
      assert.is(follower.frame?.sequence, HIGHEST, 'nobody says who the hub is');
      await clock.advance(1500);
      present();
      await clock.advance(0);
    }
    assert.is(follower.frame?.sequence, 7);
    await clock.advance(1500);
    await receive(frame(6), true);
    assert.is(follower.frame?.sequence, 7, 'its own order holds');
  }
});

test('a frame that came from the board itself is left out, and the circle is named (rules, F9)', async () => {
  const { follower, receive, clock } = startFollower();
  await receive(frame(5, { via: ['another'] }));
  await clock.advance(1500);
  await receive(frame(6, { via: ['me', 'another'] }));
  assert.is(follower.frame?.sequence, 5);
  assert.match(follower.error ?? '', /follows "campus\/hall" in a circle/);
  assert.equal(follower.relay(3, 15).via, ['another']);
});

const latest = (told: readonly { payload: string }[]): Record<string, unknown> =>
  JSON.parse(told.at(-1)?.payload ?? '{}') as Record<string, unknown>;

test('nothing older after something newer, whatever comes in which order (rules, F2)', async () => {
  const { follower, clock, receive } = startFollower();
  const seen: number[] = [];
  for (const sequence of [5, 3, 9, 8, 9, 1, 12]) {
    await receive(frame(sequence), sequence === 3);
    await clock.advance(1500);
    seen.push(follower.frame?.sequence ?? -1);
  }
  assert.equal(seen, [5, 5, 9, 9, 9, 9, 12]);
});

test('the frame of an earlier run counts until a newer one comes, and an older one never', async () => {
  const { follower, receive } = startFollower(frame(7));
  assert.is(follower.frame?.sequence, 7);
  await receive(frame(6), true);
  assert.is(follower.frame?.sequence, 7);
  assert.is(follower.error, null, 'a broker that tells an old frame is set right by its hub');
});

test('the same number again is nothing to do: nothing is written, nothing changes', async () => {
  const { receive, clock, texts, changes } = startFollower();
  await receive(frame(7));
  const before = changes();
  await clock.advance(2000);
  for (let turn = 0; turn < 5; turn++) {
    await receive(frame(7), true);
    await clock.advance(2000);
  }
  assert.is(texts.length, 1);
  assert.is(changes(), before);
});

test('the same number with a later instant lives longer', async () => {
  const { follower, receive, clock } = startFollower();
  await receive(frame(7, { timeToLive: 60 }));
  const until = follower.followed(3, 15)?.until ?? 0;
  await clock.advance(2000);
  await receive(frame(7, { timeToLive: 60, at: Date.parse(START) + 30_000 }));
  assert.is(follower.followed(3, 15)?.until, until + 30_000);
});

test('of many frames in a second two are taken: the first and the newest', async () => {
  const { follower, receive, clock, texts } = startFollower();
  for (let sequence = 1; sequence <= 50; sequence++) await receive(frame(sequence));
  assert.is(follower.frame?.sequence, 1);
  await clock.advance(1000);
  assert.is(follower.frame?.sequence, 50);
  assert.is(texts.length, 2);
});

test('what cannot be used is told in a sentence, until a frame can be', async () => {
  const { follower, receive, clock, told } = startFollower();
  await receive('{');
  assert.match(follower.error ?? '', /not JSON/);
  await clock.advance(1000);
  assert.match(String(latest(told)['error']), /not JSON/);
  await receive(frame(2));
  assert.is(follower.error, null);
});

test('a state is told once, again after a new connection, and taken back by who leaves', async () => {
  const { follower, receive, clock, told, ended, events } = startFollower();
  await receive(frame(2));
  await clock.advance(1000);
  assert.equal([told.at(-1)?.topic, latest(told)['sequence']], ['campus/hall/state/me', 2]);
  const count = told.length;
  follower.changed();
  await clock.advance(1000);
  assert.is(told.length, count);
  events()?.failed('Nothing listens at the address of the broker.');
  assert.match(follower.error ?? '', /campus\/hall.*Nothing listens/);
  events()?.connected();
  await clock.advance(1000);
  assert.is(told.length, count + 1);
  assert.is(follower.error, null);
  await follower.stop(true);
  assert.equal(ended, ['']);
});

test('an emptied topic takes nothing from the wall', async () => {
  const { follower, receive } = startFollower();
  await receive(frame(2));
  await receive('');
  assert.is(follower.frame?.sequence, 2);
});

test('without a broker it says which setting is missing', () => {
  const port = {
    clock: createFakeClock(START),
    open: () => assert.unreachable() as never,
    keep: () => Promise.resolve(),
    report: () => null,
    onChange: () => undefined,
  };
  const follower = new Follower({ address: null, topic: 't', follower: 'me' }, port);
  follower.start(null);
  assert.match(follower.error ?? '', /no broker is known/);
});

test.run();
