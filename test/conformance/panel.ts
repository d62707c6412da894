import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PanelDriverDescription } from '../../hw/panel/description.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { destinationsIn, formOf } from '../../src/schema/boards/connection-field.ts';
import { describeDriver, type Rigs } from './driver.ts';
import { describeEndurance, type EnduranceRigs } from './endurance.ts';

/** Holds what a description says against the driver that it describes. */
const describeDescription = (description: PanelDriverDescription, rigs: Rigs): void => {
  const { kind, label, summary, connection, ways = [], flaps, grid, tells, emulator } = description;
  const test = suite(`description: ${kind}`);
  const fields = formOf(connection);

  test('is named for people and for settings', () => {
    assert.match(kind, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    assert.ok(label.length > 1 && summary.length > 5);
    if (emulator) assert.match(emulator.name, /^[a-z0-9-]+$/);
    if (grid) assert.ok(grid.rows <= 96 && grid.cols <= 128);
  });

  test('every field has a label, and secrets are where they are encrypted', () => {
    assert.equal(
      fields.filter(({ title, name }) => title === '' || !/^[a-z][a-z0-9_]*$/.test(name)).map(({ name }) => name),
      [],
    );
    assert.ok(fields.every(({ input, name }) => input !== 'secret' || name === 'password'));
    const names = fields.map(({ name }) => name);
    if (names.includes('password')) assert.ok(destinationsIn(connection).length > 0, 'it is said where it goes');
    assert.ok(ways.every((way) => way.fields.length > 0 && way.fields.every((name) => names.includes(name))));
  });

  test('without what it needs it says so in a sentence', () => {
    const panel = { connection: {}, flaps, modules: { layout: 'rows', first: 0 }, max_moving: null } as const;
    const create = () =>
      description.create(
        { rows: 3, cols: 15, panel: { ...panel, land_together: false } },
        {
          clock: systemClock,
        },
      );
    if (fields.some(({ required }) => required)) assert.throws(create, /^[A-Z].*\.$/);
    else assert.is(create().kind, kind);
  });

  test('the driver can do what it is said to tell, and nothing more', async () => {
    const made = await Promise.all(Object.values(rigs).map((make) => make()));
    assert.ok(made.length > 0);
    for (const { driver, close } of made) {
      assert.is(driver.kind, kind);
      assert.is(driver.listen !== undefined, tells.restart, 'restart');
      if (driver.physical !== false) assert.is(driver.light !== undefined, 'on_in_silence' in connection, 'light');
      assert.is(Object.keys(driver.actions ?? {}).length > 0, tells.actions, 'actions');
      if (tells.readBack !== 'depends') assert.is(driver.readBackMs !== null, tells.readBack === 'yes', 'read-back');
      await driver.stop();
      await close();
    }
  });

  test.run();
};

/**
 * Runs the tests that every driver for panels passes: its description, each of its rigs, and thousands of frames where
 * there is a rig that lasts.
 */
export const describePanel = (description: PanelDriverDescription, rigs: Rigs, endurance: EnduranceRigs = {}): void => {
  const { kind } = description;
  describeDescription(description, rigs);
  for (const [name, make] of Object.entries(rigs)) describeDriver(`${kind}, ${name}`, make);
  for (const [name, make] of Object.entries(endurance)) describeEndurance(`${kind}, ${name}`, make);
};
