import { setMedia } from '../support/fake-media.ts';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MOST_IN_BATCH } from '../../src/schema/limits.ts';
import { api } from '../../ui/api.ts';
import { favouriteOperations } from '../../ui/favourites/operations.ts';
import { pageOperations } from '../../ui/pages/operations.ts';
import { pluginOperations } from '../../ui/plugins/api.ts';
import { libraryOperations, scheduleOperations } from '../../ui/schedule/api.ts';
import {
  accountOperations,
  boardOperations,
  inboxOperations,
  screenOperations,
  settingsOperations,
  systemOperations,
} from '../../ui/settings/api.ts';
import { shareOperations } from '../../ui/share/operations.ts';
import { fakeService, type AskedOf } from '../support/fake-service.ts';
import { assertRecorded } from '../support/recording.ts';

// What each operation of the interface asks of the service. `RECORD=1 node test/run.mjs ui/requests` writes it down
// anew; whatever is written there, the service must have an operation for it.
const test = suite('requests of the interface');

// Modules ask for the size of the screen while they are loaded.
setMedia('(max-width: 859px)', false);

const OPERATIONS: Readonly<Record<string, object>> = {
  account: accountOperations,
  api,
  boards: boardOperations,
  favourites: favouriteOperations,
  inboxes: inboxOperations,
  library: libraryOperations,
  pages: pageOperations,
  plugins: pluginOperations,
  schedules: scheduleOperations,
  screens: screenOperations,
  settings: settingsOperations,
  shares: shareOperations,
  system: systemOperations,
};

type Operation = (...given: readonly unknown[]) => Promise<unknown>;

/** Operations that ask for something else when they are given something else. */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  'plugins.switchTo': ['a/1', false],
  'plugins.tryPlugin': ['a/1'],
  'settings.setSilence': [null, 'a/2'],
  'settings.silence': [null],
  'settings.silenceStatus': [null],
  'system.backup': [null],
  'system.fetchUpdate': ['a/1', ''],
};

const operations = Object.entries(OPERATIONS).flatMap(([room, all]) =>
  Object.entries(all as Record<string, Operation>).map(([name, run]) => ({ name: `${room}.${name}`, run })),
);
/** Each is given texts that do not fit into an address as they stand. */
const calls = operations.flatMap(({ name, run }) => [
  { name, run, given: Array.from({ length: run.length }, (_, at): unknown => `a/${at + 1}`) },
  ...(OTHERS[name] ? [{ name, run, given: OTHERS[name] }] : []),
]);

const askedBy = async (run: Operation, given: readonly unknown[]): Promise<readonly AskedOf[]> => {
  const service = fakeService(() => ({ id: 'a/1', config_summary: {}, categories: [], sources: [], plugins: [] }));
  try {
    await run(...given);
  } finally {
    service.end();
  }
  return service.asked;
};

const lines: string[] = [];
const asked: AskedOf[] = [];
test.before(async () => {
  for (const { name, run, given } of calls) {
    const requests = await askedBy(run, given);
    asked.push(...requests);
    const told = requests.map(({ method, path, body }) =>
      [method, path, ...(body === undefined ? [] : [JSON.stringify(body)])].join(' '),
    );
    lines.push(`${name}(${given.map((one) => JSON.stringify(one)).join(', ')}): ${told.join(', then ')}`);
  }
});

test('are what was recorded, and no others', () => assertRecorded('ui/requests.txt', lines));

test('have an operation of the service each', () => {
  const routes = readFileSync('test/http/routes.txt', 'utf8')
    .split('\n')
    .map((line) => /^(\w+) ([^ ,]+),/.exec(line))
    .flatMap((found) =>
      found ? [{ method: found[1], path: new RegExp(`^${found[2]?.replace(/\{\w+\}/g, '[^/]+')}$`) }] : [],
    );
  const unknown = asked.filter(
    ({ method, path }) => !routes.some((route) => route.method === method && route.path.test(path.split('?')[0] ?? '')),
  );
  assert.equal(unknown, []);
});

for (const [name, read, summary, wanted] of [
  ['a clock chip by its name', settingsOperations.clockChip, { clock_chip: 'ds3231' }, 'ds3231'],
  ['no clock chip', settingsOperations.clockChip, { clock_chip: null }, ''],
  ['damaged files by their number', settingsOperations.damage, { damaged_files: ['a', 'b'] }, 2],
  ['no damaged files', settingsOperations.damage, {}, 0],
] as const)
  test(`the status tells ${name}`, async () => {
    const service = fakeService(() => ({ config_summary: summary }));
    const told = await read().finally(() => service.end());
    assert.is(told, wanted);
  });

test('pictures of more pages than may be asked for at once are asked for one part after another', async () => {
  const ids = Array.from({ length: MOST_IN_BATCH + 1 }, (_, at) => `p${at}`);
  const picture = (id: string) => [id, { available: true }] as const;
  const service = fakeService(({ body }) => ({
    previews: Object.fromEntries((body as { page_ids: string[] }).page_ids.map(picture)),
  }));
  const found = await pageOperations.previews(ids, 'a').finally(() => service.end());
  assert.equal(Object.keys(found), ids);
  assert.equal(
    service.asked.map(({ body }) => (body as { page_ids: string[] }).page_ids.length),
    [MOST_IN_BATCH, 1],
  );
});

test.run();
