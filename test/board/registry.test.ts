import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Remains } from '../../src/board/driver.ts';
import { MinimumIntervals } from '../../src/board/minimum-intervals.ts';
import { BoardRegistry } from '../../src/board/registry.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { createFakeDriver } from '../support/fake-driver.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('board/registry');

/** A registry whose boards leave something at a place that bears their name, and what is being taken back. */
const rig = () => {
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const cleared: { readonly place: string; readonly signal: AbortSignal }[] = [];
  const remainsAt = (place: string): Remains => ({
    place,
    clear: (signal) => {
      cleared.push({ place, signal });
      // A broker that is away.
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  const registry = new BoardRegistry({
    clock,
    minimumIntervals: new MinimumIntervals(clock, { read: () => ({}), write: () => Promise.resolve() } as never),
    createDriver: ({ host }) => createFakeDriver({ remains: remainsAt(host) }),
    polling: () => ({ board_read_interval_cloud: 180, board_read_interval_local: 30 }) as never,
    onFrame: () => undefined,
    onStatus: () => undefined,
    onStarted: () => undefined,
    onLost: () => undefined,
  });
  const board = (host: string, enabled = true) => ({ ...sampleBoard('b1'), host, enabled });
  return { registry, cleared, board };
};

test('what a board leaves elsewhere is taken back when it goes, is switched off or moves, and not at a stop', async () => {
  const { registry, cleared, board } = rig();
  await registry.sync([board('one')]);
  await registry.sync([{ ...board('one'), paused: true }]);
  assert.equal(cleared, []);
  await registry.sync([board('two')]);
  await registry.sync([board('two', false)]);
  await registry.sync([board('three')]);
  await registry.sync([]);
  assert.equal(
    cleared.map(({ place }) => place),
    ['one', 'two', 'three'],
  );
  await registry.sync([board('four')]);
  await registry.stop(0);
  assert.is(cleared.length, 3);
  assert.ok(cleared.every(({ signal }) => signal.aborted));
});

test('a board that comes back to the place keeps what it shows there', async () => {
  const { registry, cleared, board } = rig();
  await registry.sync([board('one')]);
  await registry.sync([board('one', false)]);
  assert.equal(
    cleared.map(({ place, signal }) => [place, signal.aborted]),
    [['one', false]],
  );
  await registry.sync([board('one')]);
  assert.is(cleared[0]?.signal.aborted, true);
  await registry.sync([]);
  assert.equal(
    cleared.map(({ signal }) => signal.aborted),
    [true, false],
  );
  await registry.stop(0);
});

test.run();
