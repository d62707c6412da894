import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { State } from '../../src/schema/state.ts';
import { diskError } from '../support/memory-disk.ts';
import { ruleWith } from '../support/rules.ts';
import { frameOfCode, frameWith, storedBoard, storedPage, type Form } from '../year/pages.ts';
import { startWorld, type World } from '../year/world.ts';

/**
 * A disk that is full, read-only, broken or slow: boards go on by what was stored, answers are honest, and all is well
 * again without a restart.
 */
const test = suite('an appliance whose disk fails');

const FORM: Form = { device_type: 'flagship', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
const SIZE = { rows: 6, cols: 22 };

const initial = (state: State): Partial<State> => ({
  boards: [storedBoard('a', FORM, { default_page_id: 'x-3' }), storedBoard('b', FORM)],
  pages: ['x-1', 'x-2', 'x-3'].map((id) => storedPage({ id, kind: 'still', revision: 0 }, FORM)),
  schedules: [
    ruleWith('r1', { board_id: 'a', page_id: 'x-1', start_time: '08:00', end_time: '12:00' }),
    ruleWith('r2', { board_id: 'b', page_id: 'x-2', start_time: '00:00', end_time: null }),
  ],
  settings: { ...state.settings, ...defaultSettings(), output_target: 'both' },
});

const FRAMES = Object.fromEntries(
  ['x-1', 'x-2', 'x-3'].map((id) => [id, frameWith(`${id.toUpperCase().replace('-', '')} R0`, SIZE)]),
);

const withWorld = async (run: (world: World) => Promise<void>): Promise<void> => {
  const awake = setInterval(() => undefined, 60_000);
  // 07:50 in Berlin.
  const world = await startWorld('2025-06-18T05:50:00Z', [{ id: 'a' }, { id: 'b' }], initial);
  try {
    await run(world);
  } finally {
    world.disk.before = () => undefined;
    await world.close();
    clearInterval(awake);
  }
};

const shown = (world: World, id: string) => world.boards.get(id)?.shown ?? null;
const faultOf = (work: Promise<unknown>): Promise<Fault | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Fault ? error : new Fault(0, String(error))),
  );

const FAULTS: readonly [code: string, says: RegExp][] = [
  ['ENOSPC', /disk is full/],
  ['EROFS', /read-only/],
  ['EIO', /reports errors/],
];

for (const [code, says] of FAULTS) {
  test(`${code}: rules and rotations go on, writes are refused in plain words, and later ones work`, () =>
    withWorld(async (world) => {
      const { services, disk, clock } = world;
      assert.is(shown(world, 'a'), FRAMES['x-3']);
      const before = world.store.state;
      disk.before = (step) => {
        if (/^(?:write|rename|link|sync|remove)/.test(step)) throw diskError(code);
      };
      for (const work of [
        () => services.pages.update('x-1', { name: 'Other' }),
        () => services.boards.update('a', { paused: true }),
        () => services.boards.pin('b', 'x-3'),
        () =>
          services.collections.create({
            name: 'C',
            page_ids: ['x-1'],
            selection_mode: 'time',
            time: { interval_seconds: 30 },
          }),
        () => services.plugins.installation.update('webhook', { enabled: true }),
        () => services.pause.pauseAll(),
      ]) {
        const fault = await faultOf(work());
        assert.is(fault?.status, 500, fault?.detail);
        assert.match(fault?.detail ?? '', says);
        assert.not.match(fault?.detail ?? '', /secret|\/data|ENOSPC|EROFS/);
      }
      assert.equal(world.store.state, before);
      assert.match(world.store.problem ?? '', says);
      await clock.advance(15 * 60_000);
      assert.is(shown(world, 'a'), FRAMES['x-1'], 'the rule of eight o’clock');
      assert.is(shown(world, 'b'), FRAMES['x-2']);
      disk.before = () => undefined;
      await services.pages.update('x-1', { name: 'Other' });
      assert.is(world.store.problem, null);
      await services.boards.pin('b', 'x-3');
      assert.is(shown(world, 'b'), FRAMES['x-3']);
    }));
}

test('a message whose end cannot be stored ends all the same, once, and the log is not flooded', () =>
  withWorld(async (world) => {
    const { services, disk, clock, boards } = world;
    await services.messages.send('a', { fill: 5, duration_minutes: 3, force: false });
    await services.messages.send('b', { fill: 6, duration_minutes: 3, revert_mode: 'blank', force: false });
    assert.is(shown(world, 'a'), frameOfCode(5, SIZE));
    disk.before = (step) => {
      if (/^(?:write|rename)/.test(step)) throw diskError('ENOSPC');
    };
    const lines = world.lines.length;
    for (const board of boards.values()) board.written.length = 0;
    await clock.advance(4 * 60_000);
    assert.is(shown(world, 'a'), FRAMES['x-3']);
    assert.is(shown(world, 'b'), frameOfCode(0, SIZE));
    await clock.advance(60 * 60_000);
    assert.equal(
      [...boards.values()].map(({ written }) => written.length),
      [2, 1],
      'the end of the message, and the rule of eight o’clock',
    );
    assert.ok(world.lines.length - lines < 60, `${world.lines.length - lines} lines in an hour`);
    disk.before = () => undefined;
    await clock.advance(60_000);
    assert.equal(
      world.store.state.programmes['a']?.messages.filter(({ ends }) => ends === 'time'),
      [],
    );
    assert.equal(
      world.store.state.programmes['b']?.messages.filter(({ ends }) => ends === 'time'),
      [],
    );
  }));

test("a disk that hangs delays no board's programme, and what was requested is done when it goes on", () =>
  withWorld(async (world) => {
    const { services, disk, clock } = world;
    const write = disk.write.bind(disk);
    const waiting: (() => void)[] = [];
    let hangs = true;
    disk.write = async (path, bytes) => {
      if (hangs) await new Promise<void>((resolve) => waiting.push(resolve));
      return write(path, bytes);
    };
    const edit = services.pages.update('x-3', { name: 'Late' });
    await clock.advance(15 * 60_000);
    assert.is(shown(world, 'a'), FRAMES['x-1']);
    hangs = false;
    for (const wake of waiting) wake();
    await edit;
    assert.is(world.store.state.pages.find(({ id }) => id === 'x-3')?.name, 'Late');
  }));

test.run();
