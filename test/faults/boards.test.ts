import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import type { Switches } from '../../hw/emulator/vestaboard/switches.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { until } from '../support/until.ts';
import { replaceNames, type Names } from './names.ts';

/**
 * Boards that fail in every way there is, all at once: the one that works is on time, the others say what is wrong, and
 * come back by themselves.
 */
const test = suite('boards that fail');

const FAULTS: Readonly<Record<string, Partial<Switches>>> = {
  hangs: { fault: 'hang' },
  drops: { fault: 'drop' },
  resets: { fault: 'reset' },
  cuts: { fault: 'cut' },
  garbage: { fault: 'garbage', faultMethod: 'GET' },
  floods: { fault: 'flood' },
  redirects: { fault: 'redirect' },
  refuses: { fault: 'status', faultStatus: 503 },
  throttles: { fault: 'status', faultStatus: 429, retryAfterSeconds: 3 },
  slow: { latencyMs: 4000 },
  'writes fail': { fault: 'status', faultStatus: 500, faultMethod: 'POST' },
};
/** These show what they are told all the same, if late. */
const HARMLESS = new Set(['throttles', 'slow', 'garbage', 'floods', 'cuts']);

/** Later than any busy machine is, sooner than what waits for a board that hangs. */
const LATE_MS = 8000;

const PLAIN = /^[A-Z"“].{10,}[.?]$/;

interface Status {
  readonly boards: Readonly<Record<string, { readonly error: string | null }>>;
}

const errorOf = async (appliance: Appliance, id: string): Promise<string | null> =>
  (await appliance.call<Status>('GET', '/v1/status')).body.boards[id]?.error ?? null;

const pageShows = async (appliance: Appliance, page: string, letter: string): Promise<void> =>
  void (await appliance.call('PUT', `/pages/${page}`, { template: [letter] }));

const first = (emulator: Emulator) => emulator.shown()[0]?.[0];

test('all at once: the good one is on time, each reports its fault, all recover', async () => {
  const names: Names = { way: 'work', asked: 0 };
  const restore = replaceNames(names);
  const emulators = new Map<string, Emulator>();
  for (const name of [...Object.keys(FAULTS), 'good', 'named'])
    emulators.set(name, await startEmulator({ type: 'flagship', port: 0, key: 'k' }));
  const appliance = await startAppliance();
  const ids = new Map<string, string>();
  try {
    const page = (
      await appliance.call<{ id: string }>('POST', '/pages', { name: 'P', type: 'template', template: ['A'] })
    ).body.id;
    for (const [name, emulator] of emulators) {
      const host = name === 'named' ? `flaps.home:${emulator.port}` : `127.0.0.1:${emulator.port}`;
      const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
        device_type: 'flagship',
        name,
        host,
        local_api_key: 'k',
      });
      ids.set(name, body.boards.at(-1)?.id ?? '');
    }
    await Promise.all(
      [...ids.values()].map((id) => appliance.call('PUT', `/v1/boards/${id}/active-page`, { page_id: page })),
    );
    for (const emulator of emulators.values()) await until(() => first(emulator) === 1);
    // Everything fails now; a name that was known leads nowhere, and its connection is gone.
    for (const [name, fault] of Object.entries(FAULTS)) Object.assign(emulators.get(name)?.switches ?? {}, fault);
    names.way = 'hang';
    const named = emulators.get('named');
    await named?.close();
    const good = emulators.get('good') as Emulator;
    const started = performance.now();
    for (let round = 0; performance.now() - started < 13_000; round++) {
      const letter = String.fromCharCode(66 + (round % 20));
      const begun = performance.now();
      await pageShows(appliance, page, letter);
      await until(() => first(good) === 2 + (round % 20));
      assert.ok(performance.now() - begun < LATE_MS, `the good board waited ${performance.now() - begun} ms`);
      const asked = performance.now();
      assert.is((await appliance.call('GET', '/v1/health')).status, 200);
      assert.ok(performance.now() - asked < LATE_MS);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    for (const name of Object.keys(FAULTS)) {
      if (HARMLESS.has(name)) continue;
      const error = await errorOf(appliance, ids.get(name) ?? '');
      assert.match(error ?? '', PLAIN, `${name}: ${error}`);
      assert.not.match(error ?? '', /ECONN|EPIPE|undefined|\[object|\/tmp/);
    }
    assert.is(await errorOf(appliance, ids.get('good') ?? ''), null);
    const told = appliance.lines.filter((line) => /a board fails/.test(line));
    assert.ok(told.length >= 7 && told.length < 60, `${told.length} lines tell of failing boards`);
    // All is well again.
    for (const emulator of emulators.values()) Object.assign(emulator.switches, { fault: 'none', latencyMs: 0 });
    names.way = 'work';
    await pageShows(appliance, page, 'Z');
    for (const [name, emulator] of emulators)
      if (name !== 'named')
        await until(() => first(emulator) === 26).catch(() =>
          assert.unreachable(`${name} did not come back, it shows ${first(emulator)}`),
        );
    await until(async () =>
      (
        await Promise.all(
          [...ids].map(([name, id]) => (name === 'named' ? Promise.resolve(null) : errorOf(appliance, id))),
        )
      ).every((error) => error === null),
    );
  } finally {
    await appliance.close();
    for (const emulator of emulators.values()) await emulator.close().catch(() => undefined);
    restore();
  }
});

test.run();
