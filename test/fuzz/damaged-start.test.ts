import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startOptions } from '../support/start-options.ts';
import { startApp } from '../../src/app.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { stopNames } from '../faults/names.ts';
import { call } from '../support/http.ts';
import { sampleState } from '../support/sample-state.ts';
import { DAMAGES, isRefusal, mislead } from './damages.ts';
import { createDraw, repeat, SEED } from './draw.ts';

/** The appliance on a data folder that a disk has cut, changed or mixed up. */
const test = suite('an appliance on any damaged data folder');

const PATHS = [
  '/v1/boards',
  '/v1/boards/primary',
  '/v1/pages',
  '/v1/schedules?board_id=*',
  '/v1/collections',
  '/v1/variables',
  '/v1/status',
  '/v1/plugins',
  '/settings/all',
  '/settings/board',
  '/settings/silence-schedule',
  '/timeline',
  '/schedules/active/page',
  '/displays',
  '/config/full',
  '/backup/export',
  '/auth/status',
  '/auth/audit',
  '/triggers',
  '/mqtt/status',
  '/settings/location/sun-times-week',
  '/silence-status',
  '/settings/transitions',
  '/metrics',
];

const startOn = async (dir: string, lines: string[]) => {
  const env = { SERVICE_AUTH_ENABLED: 'false', SERVICE_DATA_DIR: dir, SERVICE_HOST: '127.0.0.1', SERVICE_PORT: '0' };
  const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) });
  return startApp({ ...startOptions(env, log), restart: () => undefined });
};

/** A data folder with something in every file. */
const fill = async (dir: string): Promise<void> => {
  const app = await startOn(dir, []);
  await app.store.update((state) => {
    const sample = sampleState();
    // Boards of the sample are far away; one of them would keep each start waiting.
    return {
      pages: [...state.pages, ...sample.pages],
      schedules: sample.schedules,
      collections: sample.collections,
      programmes: {
        [state.boards[0]?.id ?? '']: sample.programmes['b1'] ?? { active_page_id: null, messages: [] },
      },
      settings: { ...state.settings, silence: { ...state.settings.silence, enabled: true } },
    };
  });
  await call(app.port, 'POST', '/api/settings/board/add', {
    json: { device_type: 'flagship', host: '127.0.0.1:1', local_api_key: 'k' },
  });
  await app.stop();
};

test('the appliance starts on it, answers every request and stores what is sent', async () => {
  const restoreNames = stopNames();
  const awake = setInterval(() => undefined, 60_000);
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-fuzz-'));
  const draw = createDraw(SEED + 1);
  try {
    await fill(dir);
    const names = readdirSync(dir).filter((name) => name.endsWith('.json') && name !== 'cache');
    const good = new Map(names.map((name) => [name, readFileSync(join(dir, name))]));
    await repeat(60, async (round) => {
      const name = draw.pick(names);
      for (const [each, bytes] of good) writeFileSync(join(dir, each), bytes);
      const damaged = (draw.chance(0.7) ? mislead : draw.pick(DAMAGES))(good.get(name) ?? Buffer.alloc(0), draw, [
        ...good.values(),
      ]);
      writeFileSync(join(dir, name), damaged);
      const lines: string[] = [];
      const where = `round ${round}, ${name}: ${Buffer.from(damaged).toString('latin1').slice(0, 1500)}`;
      const app = await startOn(dir, lines).catch((error: unknown) => error as Error);
      if (app instanceof Error) return assert.ok(isRefusal(app), `${where}\n${app.stack}`);
      try {
        for (const path of PATHS) {
          const { status, text } = await call(app.port, 'GET', `/api${path}`);
          assert.ok(
            status < 500 || /cannot be (?:drawn|used)|is not running/.test(text),
            `${path} ${status} ${text}\n${where}\n${lines.join('\n')}`,
          );
        }
        const { status, text } = await call(app.port, 'POST', '/api/v1/pages', {
          json: { name: 'After', type: 'template', template: ['A'] },
        });
        assert.is(status, 201, `${text}\n${where}`);
        assert.not.match(
          lines.join('\n'),
          /failed unexpectedly|could not be brought up to date|a listener of the store failed/,
          where,
        );
      } finally {
        await app.stop();
      }
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
    restoreNames();
    clearInterval(awake);
  }
});

test.run();
