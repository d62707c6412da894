import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance, type ApplianceOptions } from '../support/appliance.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

/** What boards are left with by a run that had no end. */
const test = suite('app/left-frames');

const running: Appliance[] = [];
const start = async (options: ApplianceOptions): Promise<Appliance> => {
  const appliance = await startAppliance(options);
  running.push(appliance);
  return appliance;
};
test.after.each(async () => {
  for (const appliance of running.splice(0)) await appliance.close();
});

const onBoard = async ({ call }: Appliance): Promise<string | null> =>
  (await call<{ text: string | null }>('GET', '/v1/boards/primary')).body.text?.trim() ?? null;
const shows = (appliance: Appliance, clock: FakeClock, word: RegExp) =>
  until(async () => {
    await clock.advance(500);
    return word.test((await onBoard(appliance)) ?? '');
  });

test('a quiet board in the browser shows after a power cut what it showed before', async () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const before = await start({ clock });
  await shows(before, clock, /WELCOME/);
  await clock.advance(60_000);
  await before.call('PUT', '/boards/primary/quiet', { minutes: 30 });
  const shown = await onBoard(before);
  await clock.advance(60_000);
  const { body } = await before.call<{ entries: { at: string }[] }>('GET', '/boards/primary/history');
  const newest = Date.parse(body.entries[0]?.at ?? '');
  const file = join(before.dir, 'history.json');
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(`"at":${newest}`));
  const after = await start({
    clock,
    prepare: (dir) => cpSync(before.dir, dir, { recursive: true }),
  });
  await until(async () => (await onBoard(after)) !== null);
  assert.is(await onBoard(after), shown);
});

test('the word of a silence that ended during a power cut is taken off a bare board', async () => {
  const clock = createFakeClock('2026-03-02T10:00:00.000Z');
  const before = await start({ clock, env: { SERVICE_TIMEZONE: 'UTC' } });
  await before.call('PUT', '/v1/boards/primary/active-page', { page_id: null });
  await before.call('PUT', '/settings/silence-schedule', {
    enabled: true,
    start_time: '10:05',
    end_time: '11:00',
    mode: 'indicator',
  });
  await clock.advance(5 * 60_000);
  await shows(before, clock, /SNOOZING/);
  await clock.advance(60_000);
  const cut = await start({
    clock: createFakeClock('2026-03-02T11:00:10.000Z'),
    env: { SERVICE_TIMEZONE: 'UTC' },
    prepare: (dir) => cpSync(before.dir, dir, { recursive: true }),
  });
  await until(async () => (await onBoard(cut)) === '');
});

test.run();
