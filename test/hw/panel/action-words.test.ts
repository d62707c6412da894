import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DriverAction } from '../../../src/board/driver.ts';
import type { Panel } from '../../../src/schema/boards/boards.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { createDriver } from '../../../hw/create-driver.ts';
import { sampleBoard } from '../../support/sample-state.ts';
import { panelOf } from './rig.ts';

/** What is not named among the members of a command is refused before the driver hears of it. */
const test = suite('words of the commands of panels');

/** Of each panel with commands: a way to it, and the commands that only look. */
const PANELS: readonly (readonly [Panel['driver'], object, readonly string[]])[] = [
  ['chainlink', { path: '/dev/ttyX' }, ['diagnose']],
  ['mbus', { path: '/dev/ttyX' }, ['health', 'describe']],
  ['i2c-units', { bus: 1 }, ['diagnose']],
  ['gpio-steppers', { pins: [2, 3, 4, 17, 27] }, ['diagnose']],
  ['broker', { url: 'mqtt://127.0.0.1', topic_prefix: 'wall' }, ['followers', 'forget_follower']],
];

const actionsOf = (kind: Panel['driver'], connection: object): [string, DriverAction][] => {
  const board = { ...sampleBoard('b'), device_type: 'panel', grid_rows: 3, grid_cols: 15 } as const;
  const modules = [{ row: 0, col: 0, address: 0 }];
  const { actions } = createDriver({ ...board, panel: panelOf(kind, { connection, modules }) }, { clock: systemClock });
  return Object.entries(actions ?? {});
};

const namedIn = ({ summary }: DriverAction): string[] =>
  [...summary.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? '').sort();

for (const [kind, connection, looking] of PANELS) {
  test(`${kind}: a command takes what its sentence names, and nothing else`, () => {
    const actions = actionsOf(kind, connection);
    assert.ok(actions.length > 0);
    for (const [name, action] of actions) assert.equal([...action.members].sort(), namedIn(action), name);
  });

  test(`${kind}: which commands leave the flaps as they are`, () =>
    assert.equal(
      actionsOf(kind, connection).flatMap(([name, { looks }]) => (looks ? [name] : [])),
      looking,
    ));
}

test.run();
