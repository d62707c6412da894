import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { layoutLines } from '../../src/core/flaps/message.ts';
import type { Grid } from '../../src/core/flaps/grid.ts';
import { createSetUpNotice } from '../../src/service/system/set-up-notice.ts';
import { createQuietLog } from '../support/quiet-log.ts';
import { sampleBoard, sampleState } from '../support/sample-state.ts';

const test = suite('service/set-up-notice');

const PLACE = { name: 'flapbox-12AB', address: '10.42.0.1' };
const SIZE = { rows: 3, cols: 15 };

const panel = (id: string) => ({
  ...sampleBoard(id),
  device_type: 'panel' as const,
  grid_rows: 3,
  grid_cols: 15,
  paused: false,
});

const rig = ({ target = 'both', failing = false, draws = false } = {}) => {
  const log = createQuietLog();
  const calls: string[] = [];
  const frames: [string, Grid][] = [];
  const announced: (object | null)[] = [];
  const boards = [
    panel('wall'),
    panel('virtual'),
    { ...sampleBoard('cloud'), device_type: 'flagship' as const },
    { ...panel('paused'), paused: true },
    panel('silent'),
  ];
  const show = createSetUpNotice({
    store: { state: { ...sampleState(), boards } } as never,
    boards: {
      get: (id: string) => ({
        physical: id !== 'virtual',
        announce: (place: object | null) => draws && announced.push(place) > 0,
      }),
    } as never,
    writer: {
      isBrowserOnly: target === 'ui',
      refusal: ({ id }: { id: string }) => (['paused', 'silent'].includes(id) ? { code: 'paused', reason: '' } : null),
      hold: (id: string) => {
        calls.push(`hold ${id}`);
        return () => void calls.push(`release ${id}`);
      },
      write: ({ id }: { id: string }, { grid }: { grid: Grid }) => {
        frames.push([id, grid]);
        return Promise.resolve(failing ? { code: 'unreachable', reason: 'broken' } : { code: 'sent', reason: null });
      },
    } as never,
    loop: {
      show: ({ id }: { id: string }) => {
        calls.push(`restore ${id}`);
        return failing ? Promise.reject(new Error('broken')) : Promise.resolve();
      },
    } as never,
    log,
  });
  return { show, calls, frames, announced, log };
};

test('panels that can be written say where set-up is, and then what they said', async () => {
  const { show, calls, frames } = rig();
  await show(PLACE);
  assert.equal(
    frames.map(([id]) => id),
    ['wall'],
  );
  assert.equal(frames[0]?.[1], layoutLines(['WIFI', 'flapbox-12AB', '10.42.0.1'], SIZE));
  assert.equal(calls, ['hold wall']);
  await show(null);
  assert.equal(calls, ['hold wall', 'restore wall', 'release wall']);
  await show(null);
  assert.is(calls.length, 3);
});

test('a panel that draws the place itself gets no frame', async () => {
  const { show, frames, announced } = rig({ draws: true });
  await show(PLACE);
  await show(null);
  assert.equal([frames, announced], [[], [PLACE, null]]);
});

test('while output goes to the browser only no flap moves', async () => {
  const { show, calls, frames } = rig({ target: 'ui' });
  await show(PLACE);
  assert.equal([calls, frames], [[], []]);
});

test('a panel that fails is told, and released all the same', async () => {
  const { show, calls, log } = rig({ failing: true });
  void show(PLACE);
  await show(null);
  assert.equal(calls, ['hold wall', 'restore wall', 'release wall']);
  assert.is(log.lines.length, 2);
});

test.run();
