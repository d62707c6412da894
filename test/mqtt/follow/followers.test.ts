import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeFrame } from '../../../src/core/follow/frame.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import { Followers } from '../../../src/mqtt/follow/followers.ts';
import type { SessionEvents } from '../../../src/mqtt/session.ts';
import type { KeptFrame } from '../../../src/store/followed-frames.ts';
import type { Store } from '../../../src/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { sampleState } from '../../support/sample-state.ts';

const test = suite('all boards that follow');

test('of a frame a second one a minute is written, the first at once, and the last when it stops', async () => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const written: Readonly<Record<string, KeptFrame>>[] = [];
  let events: SessionEvents | undefined;
  const sample = sampleState();
  const [board] = sample.boards;
  if (!board) throw new Error('the sample has a board');
  const follow = { topic: 'a/b', url: 'mqtt://broker', username: '', ca_certificate: '' };
  const state = { ...sample, boards: [{ ...board, enabled: true, follow }] };
  const followers = new Followers({
    store: { state } as unknown as Store,
    frames: { read: async () => ({}), write: async (frames) => void written.push(frames) },
    clock,
    log: createQuietLog(),
    url: undefined,
    report: () => null,
    onChange: () => undefined,
    open: (_address, _will, given) => {
      events = given;
      return {
        connected: true,
        unconfirmed: 0,
        publish: () => undefined,
        subscribe: () => undefined,
        unsubscribe: () => undefined,
        end: async () => undefined,
      };
    },
  });
  await followers.open();
  followers.sync();
  await clock.advance(0);
  const publish = async (sequence: number): Promise<void> => {
    const transition = { strategy: null, interval_ms: null, step_size: null };
    const frame = {
      sender: 'hub',
      sequence,
      at: clock.now(),
      timeToLive: null,
      grid: createGrid(3, 15, 1),
      transition,
    };
    events?.message('a/b/frame', Buffer.from(encodeFrame(frame)), false);
    await clock.advance(1000);
  };
  await publish(1);
  assert.is(written.length, 1, 'the first is on the disk at once');
  for (let second = 2; second <= 600; second++) await publish(second);
  assert.ok(written.length >= 9 && written.length <= 11, String(written.length));
  await publish(601);
  await followers.stop();
  assert.match(written.at(-1)?.[board.id]?.text ?? '', '"sequence":601');
});

test.run();
