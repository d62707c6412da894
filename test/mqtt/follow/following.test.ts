import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Following } from '../../../src/mqtt/follow.ts';
import type { FollowingOptions } from '../../../src/mqtt/follow/followers.ts';
import { defaultSettings } from '../../../src/schema/appliance/settings.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createQuietLog } from '../../support/quiet-log.ts';
import { sampleBoard } from '../../support/sample-state.ts';

const test = suite('boards that follow, before what follows is loaded');
const follow = { topic: 'campus/hall', url: 'mqtt://127.0.0.1:9', username: '', ca_certificate: '' };

test('a board tells its follower and its broker at once, while the kept frames are still read', async () => {
  const settings = defaultSettings();
  const boards = [
    { ...sampleBoard('wall'), follow },
    { ...sampleBoard('off'), follow, enabled: false },
    sampleBoard('own'),
  ];
  let tellFrames: (frames: Record<string, never>) => void = () => undefined;
  const following = new Following({
    store: { state: { boards, settings }, onChange: () => () => undefined } as unknown as FollowingOptions['store'],
    frames: { read: () => new Promise((resolve) => (tellFrames = resolve)), write: async () => undefined },
    clock: createFakeClock('2025-03-01T10:00:00Z'),
    log: createQuietLog(),
    url: undefined,
    report: () => null,
    onChange: () => undefined,
    onAsk: () => undefined,
    open: () => ({
      connected: false,
      unconfirmed: 0,
      publish: () => undefined,
      subscribe: () => undefined,
      unsubscribe: () => undefined,
      end: async () => undefined,
    }),
  });
  const started = following.start();
  const early = following.linkOf('wall');
  assert.is(early?.broker, 'mqtt://127.0.0.1:9');
  assert.match(early?.follower ?? '', /-wall$/);
  assert.is(following.linkOf('off'), null);
  assert.is(following.linkOf('own'), null);
  tellFrames({});
  await started;
  assert.equal(following.linkOf('wall'), early, 'the same once it runs');
  await following.stop();
});

test('it ends what it begins when it is stopped while the kept frames are still read', async () => {
  let tellFrames: (frames: Record<string, never>) => void = () => undefined;
  let connections = 0;
  const following = new Following({
    store: {
      state: { boards: [{ ...sampleBoard('wall'), follow }], settings: defaultSettings() },
      onChange: () => () => undefined,
    } as unknown as FollowingOptions['store'],
    frames: { read: () => new Promise((resolve) => (tellFrames = resolve)), write: async () => undefined },
    clock: createFakeClock('2025-03-01T10:00:00Z'),
    log: createQuietLog(),
    url: undefined,
    report: () => null,
    onChange: () => undefined,
    onAsk: () => undefined,
    open: () => {
      connections++;
      return {
        connected: true,
        unconfirmed: 0,
        publish: () => undefined,
        subscribe: () => undefined,
        unsubscribe: () => undefined,
        end: async () => void connections--,
      };
    },
  });
  const started = following.start();
  const stopped = following.stop();
  tellFrames({});
  await Promise.all([started, stopped]);
  assert.is(connections, 0);
});

test.run();
