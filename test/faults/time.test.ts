import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { State } from '../../src/schema/state.ts';
import { KeptBudget } from '../../src/plugins/keeping/kept-budget.ts';
import { Triggers } from '../../src/plugins/running/triggers.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { ruleWith } from '../support/rules.ts';
import { frameOfCode, frameWith, storedBoard, storedPage, type Form } from '../year/pages.ts';
import { startWorld, type World } from '../year/world.ts';

/**
 * The whole engine while its clock is set: every board comes to what the new time wants, and no message outstays its
 * welcome.
 */
const test = suite('an engine whose clock is set');

const FORM: Form = { device_type: 'flagship', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
const SIZE = { rows: 6, cols: 22 };
const DAY = 86_400_000;
const PAGES = { morning: 'x-1', evening: 'x-2', rest: 'x-3', hourly: 'x-4' } as const;

const initial = (state: State): Partial<State> => ({
  boards: ['a', 'b'].map((id) => storedBoard(id, FORM, { default_page_id: PAGES.rest })),
  pages: Object.values(PAGES).map((id) => storedPage({ id, kind: 'still', revision: 0 }, FORM)),
  schedules: ['a', 'b'].flatMap((board_id) => [
    ruleWith(`${board_id}1`, { board_id, page_id: PAGES.morning, start_time: '08:00', end_time: '12:00' }),
    ruleWith(`${board_id}2`, { board_id, page_id: PAGES.evening, start_time: '18:00', end_time: '22:00' }),
  ]),
  settings: { ...defaultSettings(), ...state.settings, output_target: 'both' },
});

const frameOf = (id: string) => frameWith(`${id.toUpperCase().replace('-', '')} R0`, SIZE);

const hourOf = (at: number): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' }).format(at));

const wanted = (at: number): string => {
  const hour = hourOf(at);
  return frameOf(hour >= 8 && hour < 12 ? PAGES.morning : hour >= 18 && hour < 22 ? PAGES.evening : PAGES.rest);
};

const withWorld = async (start: string, run: (world: World) => Promise<void>): Promise<void> => {
  const awake = setInterval(() => undefined, 60_000);
  const world = await startWorld(start, [{ id: 'a' }, { id: 'b', floorMs: 15_000 }], initial);
  try {
    await run(world);
  } finally {
    await world.close();
    clearInterval(awake);
  }
};

const shown = (world: World, id: string) => world.boards.get(id)?.shown ?? null;
const writes = (world: World) =>
  [...world.boards.values()].reduce((sum, { written }) => sum + written.splice(0).length, 0);

const agrees = (world: World, why: string): void => {
  for (const id of ['a', 'b'])
    assert.is(
      shown(world, id),
      wanted(world.clock.now()),
      `${id} ${why}: ${new Date(world.clock.now()).toISOString()}`,
    );
};

const JUMPS = [
  2,
  -2,
  45,
  -45,
  60 * 7,
  -60 * 7,
  1440,
  -1440,
  1440 * 3 + 400,
  -1440 * 30 - 90,
  1440 * 365 * 9 + 500,
  -1440 * 365 * 20 - 300,
  1440 * 365 * 30 + 77,
];

test('after every jump each board shows within a minute what the new time requires, and is not written repeatedly', () =>
  withWorld('2025-06-18T05:59:30Z', async (world) => {
    await world.clock.advance(61_000);
    agrees(world, 'before');
    writes(world);
    for (const minutes of JUMPS) {
      world.clock.jump(minutes * 60_000);
      await world.clock.advance(77_000);
      agrees(world, `after ${minutes} minutes`);
      assert.ok(writes(world) <= 4, `after ${minutes} minutes`);
      await world.clock.advance(30 * 60_000);
      agrees(world, `half an hour after ${minutes} minutes`);
      writes(world);
    }
  }));

test('a start in 1970, and the time comes later', () =>
  withWorld('1970-01-01T00:00:05Z', async (world) => {
    await world.clock.advance(3 * 60_000);
    agrees(world, 'in 1970');
    world.clock.jump(Date.parse('2026-11-20T17:30:00Z') - world.clock.now());
    await world.clock.advance(77_000);
    agrees(world, 'with the time');
    assert.ok(writes(world) <= 6);
    await world.clock.advance(DAY);
    agrees(world, 'a day later');
  }));

for (const [name, jump] of [
  ['a year forth', 365 * DAY],
  ['a day forth', DAY],
  ['an hour back', -3_600_000],
  ['a year back', -365 * DAY],
  ['to 1970', -55 * 365 * DAY],
] as const) {
  test(`a timed message runs its minutes and no longer when the clock is set ${name}, and so does what a restart finds`, () =>
    withWorld('2025-06-18T07:10:00Z', async (world) => {
      await world.clock.advance(61_000);
      await world.services.messages.send('a', { fill: 9, duration_minutes: 30, force: false });
      await world.clock.advance(60_000);
      world.clock.jump(jump);
      await world.clock.advance(77_000);
      assert.is(shown(world, 'a'), frameOfCode(9, SIZE), 'it goes on');
      const { expires_at } = world.services.overrides.get('a');
      const left = Date.parse(expires_at ?? '') - world.clock.now();
      assert.ok(left > 26 * 60_000 && left < 29 * 60_000, `${left} ms are left`);
      await world.restart(0);
      await world.clock.advance(1000);
      assert.is(shown(world, 'a'), frameOfCode(9, SIZE), 'after a restart too');
      await world.clock.advance(29 * 60_000);
      agrees(world, 'it has ended');
      assert.is(world.services.overrides.get('a').active, false);
    }));
}

test('a clock that went back by years while the power was off leaves a message no more than its own minutes', () =>
  withWorld('2025-06-18T07:10:00Z', async (world) => {
    await world.clock.advance(61_000);
    await world.services.messages.send('a', { fill: 9, duration_minutes: 5, force: false });
    world.clock.jump(-9 * 365 * DAY);
    await world.restart(0);
    await world.clock.advance(60_000);
    assert.is(shown(world, 'a'), frameOfCode(9, SIZE));
    await world.clock.advance(5 * 60_000);
    agrees(world, 'it has ended');
  }));

for (const jump of [400 * DAY, 3_600_000, -3_600_000, -400 * DAY]) {
  test(`what a plugin wants seen has its seconds and no more when the clock is set by ${jump / 3_600_000} h`, () => {
    const clock = createFakeClock('2025-06-18T07:10:00Z');
    const triggers = new Triggers(clock, new KeptBudget());
    triggers.take('p', null, [
      { message: 'RAIN', duration_seconds: 60 },
      { trigger_id: 'x', message: 'SUN', duration_seconds: 30 },
    ]);
    triggers.dismiss('x');
    clock.jump(jump);
    assert.is(triggers.current()?.message, 'RAIN');
    assert.is(triggers.current()?.until, clock.now() + 60_000);
    triggers.take('p', null, [{ trigger_id: 'x', message: 'SUN' }]);
    assert.is(triggers.list().length, 1, 'what was dismissed stays away for its time');
    return clock.advance(60_000).then(() => {
      assert.is(triggers.current(), null);
      triggers.take('p', null, [{ trigger_id: 'x', message: 'SUN' }]);
      assert.is(triggers.current()?.message, 'SUN');
    });
  });
}

test('a floor is no longer and no shorter than its seconds, whatever the clock does', () =>
  withWorld('2025-06-18T07:10:00Z', async (world) => {
    await world.clock.advance(61_000);
    const send = (fill: number) =>
      world.services.messages.send('b', { fill, force: false }).then(
        () => 200,
        (error: { status: number }) => error.status,
      );
    assert.is(await send(1), 200);
    world.clock.jump(9 * 365 * DAY);
    assert.is(await send(2), 429);
    world.clock.jump(-18 * 365 * DAY);
    assert.is(await send(3), 429);
    await world.clock.advance(15_000);
    assert.is(await send(4), 200);
  }));

test.run();
