import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDraw } from '../fuzz/draw.ts';
import { call } from '../support/http.ts';
import { START_FLAGS } from '../support/start-flags.ts';

/**
 * The built service is killed again and again while eight clients write: it starts each time, and whatever was
 * acknowledged is there.
 */
const test = suite('killed under load');

const KILLS = 14;
const CLIENTS = 8;

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

const start = (dir: string): Promise<Running> =>
  new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      SERVICE_AUTH_ENABLED: 'false',
      SERVICE_DATA_DIR: dir,
      SERVICE_HOST: '127.0.0.1',
      SERVICE_PORT: '0',
      SERVICE_LOG_LEVEL: 'info',
    };
    const child = spawn(process.execPath, [...START_FLAGS, join(process.cwd(), 'dist/flapbox.cjs')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1];
      if (port) resolve({ child, port: Number(port) });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${output.slice(-2000)}`)));
  });

/** What the service has said is stored. */
interface Acknowledged {
  readonly pages: Map<string, string>;
  readonly removed: Set<string>;
}

const work = async (
  { port }: Running,
  lane: number,
  said: Acknowledged,
  alive: () => boolean,
  seed: number,
): Promise<void> => {
  const draw = createDraw(seed * 100 + lane);
  const ask = async (method: string, path: string, json?: unknown) => {
    const { status, json: body } = await call(port, method, `/api${path}`, json === undefined ? {} : { json });
    return { status, body: body as Record<string, never> };
  };
  const own: string[] = [];
  for (let step = 0; alive(); step++) {
    try {
      const id = own.length > 0 ? draw.pick(own) : undefined;
      const name = `${lane} ${step} ${seed}`;
      if (!id || draw.chance(0.4)) {
        const { status, body } = await ask('POST', '/v1/pages', { name, type: 'template', template: [name] });
        if (status !== 201) continue;
        own.push(body['id'] ?? '');
        said.pages.set(body['id'] ?? '', name);
      } else if (draw.chance(0.5)) {
        // Between question and answer both names may be there.
        const before = said.pages.get(id);
        said.pages.set(id, `${before}|${name}`);
        if ((await ask('PUT', `/v1/pages/${id}`, { name })).status === 200) said.pages.set(id, name);
      } else if (draw.chance(0.3)) {
        said.removed.add(id);
        own.splice(own.indexOf(id), 1);
        const { status } = await ask('DELETE', `/v1/pages/${id}`);
        if (status === 200) said.pages.delete(id);
      } else await ask('POST', '/v1/boards/primary/message', { fill: draw.integer(1, 60), duration_minutes: 5 });
    } catch {
      if (alive()) throw new Error('a request failed although the service ran');
    }
  }
};

const expectAll = async ({ port }: Running, said: Acknowledged): Promise<void> => {
  const { json } = await call(port, 'GET', '/api/v1/pages');
  const names = new Map((json as { pages: { id: string; name: string }[] }).pages.map(({ id, name }) => [id, name]));
  for (const [id, name] of said.pages) {
    const found = names.get(id);
    if (said.removed.has(id)) continue;
    assert.ok(found !== undefined, `${name} was acknowledged and is gone`);
    assert.ok(name.split('|').includes(found ?? ''), `${found} instead of ${name}`);
    said.pages.set(id, found ?? '');
  }
};

test(`${KILLS} kills: every acknowledged write is there, nothing is damaged, and the start takes seconds`, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'flapbox-storm-'));
  const said: Acknowledged = { pages: new Map(), removed: new Set() };
  const draw = createDraw(5);
  try {
    for (let round = 0; round < KILLS; round++) {
      const begun = performance.now();
      const running = await start(dir);
      assert.ok(performance.now() - begun < 60_000, `the start took ${performance.now() - begun} ms`);
      await expectAll(running, said);
      let alive = true;
      const gone = new Promise((resolve) => running.child.once('exit', resolve));
      const lanes = Array.from({ length: CLIENTS }, (_, lane) => work(running, lane, said, () => alive, round));
      await new Promise((resolve) => setTimeout(resolve, draw.integer(50, 900)));
      alive = false;
      running.child.kill('SIGKILL');
      await Promise.all([gone, ...lanes]);
    }
    const last = await start(dir);
    await expectAll(last, said);
    assert.ok(said.pages.size > 50, `only ${said.pages.size} pages were written`);
    last.child.kill('SIGTERM');
    await new Promise((resolve) => last.child.once('exit', resolve));
    // While it runs, a file may be on its way.
    assert.equal(
      readdirSync(dir).filter((name) => /damaged|\.tmp$|^commit/.test(name)),
      [],
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test.run();
