import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAnswerCheck } from '../support/answer-check.ts';
import { call, type Answer, type Sending } from '../support/http.ts';
import { ENV_SECRET, startFuzzed, type Fuzzed, type Operation } from './api-rig.ts';
import { createDraw, repeat, SEED, type Draw } from './draw.ts';
import { drawFrom } from './from-schema.ts';
import { hostileText, hostileValue } from './hostile.ts';

/**
 * Every operation of both API documents, in an order and with values that chance chooses: fitting ones, ones at their
 * bounds, and hostile ones. Whatever comes, the answer is one that the route declares, nothing of the machine is told,
 * and the service goes on.
 */
const test = suite('any request');

const SECRET = 'canary-in-a-body';
const SLOW_MS = 10_000;
/** Streams without an end, and a look around in the network, which takes its seconds. */
const LEFT_OUT = new Set([
  'GET /events',
  'GET /screens/events',
  'GET /mcp',
  'GET /mcp/',
  'GET /settings/board/discover',
  'GET /settings/board/follow/discover',
]);
/** Some hundred more than what it takes to reach every operation with success a few times. */
const REQUESTS = 2500;

/** These wait for a board, or for the hash of a password. */
const WAITS = /message|board|refresh|send|override|transitions|identify|actions|auth|page|mqtt|control|system/;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly sending: Sending;
}

const RAW: readonly (string | Buffer)[] = [
  '',
  '{',
  '[',
  'nul',
  '{"a":1}}',
  '\uFEFF{}',
  Buffer.from([0xff, 0xfe, 0x00]),
  '"text"',
  '12',
  '[]',
  'null',
  '{"a":'.repeat(500),
  '['.repeat(100_000),
  '{"text":"\\ud800"}',
  '{"text":1e400}',
  '{"a":1,"a":2}',
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'multipart/form-data',
  '',
  'application/merge-patch+json',
];

const escape = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%zz';
  }
};

const pathOf = (
  { path, query }: Operation,
  draw: Draw,
  known: Map<string, unknown[]>,
  schemas: Fuzzed['schemas'],
): string => {
  const filled = path.replace(/\{(\w+)\}/g, () => {
    if (draw.chance(0.8)) return escape(String(draw.pick([...(known.get(`id of ${kindOf(path)}`) ?? []), 'primary'])));
    return draw.chance(0.4) ? 'primary' : escape(hostileText(draw).slice(0, 2000)) || 'x';
  });
  const wanted = query.filter(() => draw.chance(0.6));
  const terms = { schemas, known, secret: SECRET };
  const parts = wanted.map(
    ({ name, schema }) =>
      `${name}=${escape(draw.chance(0.2) ? hostileText(draw).slice(0, 3000) : String(drawFrom(schema, draw, terms, 0)))}`,
  );
  return `/api${filled}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
};

const bodyOf = (
  operation: Operation,
  draw: Draw,
  known: Map<string, unknown[]>,
  schemas: Fuzzed['schemas'],
): Sending => {
  if (operation.streamed)
    return { body: Buffer.from(hostileText(draw)), headers: { 'Content-Type': 'application/octet-stream' } };
  if (!operation.body) return draw.chance(0.1) ? { json: hostileValue(draw) } : {};
  if (draw.chance(0.05)) return { body: draw.pick(RAW), headers: { 'Content-Type': draw.pick(TYPES) } };
  return {
    json: drawFrom(
      operation.body,
      draw,
      { schemas, known, secret: SECRET },
      draw.pick([0, 0, 0, 0, 0, 0.03, 0.1, 0.4]),
    ),
  };
};

/** What the ids of a path belong to: `pages` of `/v1/pages/{page_id}`. */
const kindOf = (path: string): string =>
  path.startsWith('/settings/board/') ? 'boards' : (path.split('/').find((step) => step !== '' && step !== 'v1') ?? '');

const note = (known: Map<string, unknown[]>, name: string, value: string): void => {
  const list = known.get(name) ?? [];
  if (!list.includes(value)) known.set(name, [value, ...list].slice(0, 25));
};

const remember = (known: Map<string, unknown[]>, value: unknown, kind: string, name = ''): void => {
  if (typeof value === 'string' && /(?:^|_)ids?$|^key$|^label$/.test(name) && value.length < 120) {
    note(known, name, value);
    if (name === 'id') note(known, `id of ${kind}`, value);
  } else if (Array.isArray(value)) value.slice(0, 40).forEach((one) => remember(known, one, kind, name));
  else if (typeof value === 'object' && value !== null)
    for (const [member, one] of Object.entries(value)) remember(known, one, kind, member);
};

const describe = ({ method, path, sending }: Asked): string => {
  const body = sending.json === undefined ? String(sending.body ?? '') : JSON.stringify(sending.json);
  return `${method} ${path.slice(0, 300)} ${body.slice(0, 1500)}`;
};

const forget = (known: Map<string, unknown[]>, id: string): void => {
  for (const [name, list] of known)
    known.set(
      name,
      list.filter((one) => one !== id || one === 'primary'),
    );
};

/** All operations in any order; those that make something more often than those that remove it. */
const shuffle = (operations: readonly Operation[], draw: Draw): Operation[] =>
  operations
    .flatMap((one) =>
      one.method === 'DELETE' && draw.chance(0.6)
        ? []
        : one.method === 'POST' && /^(?:\/v1)?\/(?:pages|collections|schedules)$/.test(one.path)
          ? Array.from({ length: 5 }, () => one)
          : [one],
    )
    .map((one) => ({ one, at: draw.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

const GENERIC = 'Something went wrong inside the appliance';

// The library that reads the forms leaves such a member out; in an answer it is a name like any other.
const hasSpecialName = (text: string): boolean => /"(?:__proto__|constructor|prototype)"/.test(text);

const checkAnswer = (fuzzed: Fuzzed, asked: Asked, answer: Answer, ms: number): void => {
  const where = `${describe(asked)}\n  → ${answer.status} ${answer.text.slice(0, 1500)}`;
  if (answer.status >= 400) {
    assert.match(String(answer.headers['content-type']), /^application\/json/, where);
    assert.ok(Object(answer.json)['detail'], `a sentence says what is wrong: ${where}`);
  }
  assert.not.ok(answer.text.includes(GENERIC), where);
  // What was sent may come back; the machine's own must not.
  for (const own of [fuzzed.dir, process.cwd(), ENV_SECRET])
    assert.not.ok(answer.text.includes(own), `${own} is told: ${where}`);
  assert.not.match(answer.text, /\\n\s+at \S+ \(|node:internal|\.cjs:\d/, where);
  if (!answer.text.includes('guest_wifi')) assert.not.ok(answer.text.includes(SECRET), `a secret is told: ${where}`);
  if (!WAITS.test(asked.path)) assert.ok(ms < SLOW_MS, `${Math.round(ms)} ms: ${where}`);
  assert.is(({} as Record<string, unknown>)['polluted'], undefined, where);
};

const checkLog = (fuzzed: Fuzzed, since: number, where: string): void => {
  for (const line of fuzzed.lines.slice(since))
    assert.not.match(
      line,
      /failed unexpectedly|could not be brought up to date|a listener of the store failed|unhandled/i,
      `${line}\n after ${where}`,
    );
};

const checkAlive = async ({ app }: Fuzzed): Promise<void> => {
  const begun = performance.now();
  const health = await call(app.port, 'GET', '/api/v1/health');
  assert.is(health.status, 200);
  assert.ok(performance.now() - begun < SLOW_MS, 'health is answered soon');
};

/** Something of each kind, so that requests find what they speak of; the board is a wall that nobody answers for. */
const fill = async ({ app }: Fuzzed, known: Map<string, unknown[]>): Promise<void> => {
  const make = async (path: string, json: object): Promise<string> => {
    const { json: made, text } = await call(app.port, 'POST', `/api${path}`, { json });
    const { id } = made as { id?: string };
    assert.ok(id, text);
    remember(known, made, kindOf(path));
    return id ?? '';
  };
  const pages = [];
  for (const template of [
    ['{{date_time.time}}'],
    ['{center}{red} A {{weather.city|upper}}', '{{= 1 + 1 }}'],
    ['B{wrap}'],
  ])
    pages.push(await make('/pages', { name: 'Page', type: 'template', template }));
  pages.push(await make('/pages', { name: 'One', type: 'single', display_type: 'date_time' }));
  await make('/collections', { name: 'Some', page_ids: pages, selection_mode: 'time', time: { interval_seconds: 5 } });
  await make('/schedules', { page_id: pages[0], start_time: '00:00', end_time: '12:00' });
  const { json: settings } = await call(app.port, 'POST', '/api/settings/board/add', {
    json: { device_type: 'flagship', host: '127.0.0.1:1', local_api_key: SECRET },
  });
  remember(known, settings, 'boards');
};

const fuzz = async (
  fuzzed: Fuzzed,
): Promise<{
  requests: number;
  statuses: Map<number, number>;
  reached: Set<string>;
  problems: Map<string, string>;
}> => {
  const draw = createDraw(SEED);
  // With its passphrase: without one the file would send secrets that were drawn meanwhile to where it says, and be
  // refused.
  const passphrase = 'correct horse';
  const initial = {
    ...((await call(fuzzed.app.port, 'POST', '/api/backup/export', { json: { passphrase } })).json as object),
    passphrase,
  };
  const known = new Map<string, unknown[]>();
  const operations = fuzzed.operations.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`));
  const statuses = new Map<number, number>();
  const reached = new Set<string>();
  const problems = new Map<string, string>();
  await fill(fuzzed, known);
  let check = createAnswerCheck(fuzzed.app.routes);
  let order: Operation[] = [];
  const requests = await repeat(REQUESTS, async (round) => {
    if (order.length === 0) order = shuffle(operations, draw);
    const operation = order.pop() as Operation;
    const asked: Asked = {
      method: operation.method,
      path: pathOf(operation, draw, known, fuzzed.schemas),
      sending: bodyOf(operation, draw, known, fuzzed.schemas),
    };
    const since = fuzzed.lines.length;
    const begun = performance.now();
    const answer = await call(fuzzed.app.port, asked.method, asked.path, asked.sending);
    const ms = performance.now() - begun;
    try {
      checkAnswer(fuzzed, asked, answer, ms);
      // What is longer than a request may be is refused before any route.
      if (answer.status !== 431 && !hasSpecialName(answer.text))
        check(asked.method, asked.path.slice(4), {
          status: answer.status,
          headers: new Headers({ 'content-type': String(answer.headers['content-type'] ?? '') }),
          body: answer.json,
        });
      checkLog(fuzzed, since, describe(asked));
    } catch (error) {
      const name = `${operation.method} ${operation.path} ${answer.status}`;
      if (!problems.has(name))
        problems.set(name, `${(error as Error).message}\n${fuzzed.lines.slice(since).join('\n').slice(0, 3000)}`);
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status < 300) reached.add(`${operation.method} ${operation.path}`);
    if (answer.status < 300 && operation.method !== 'DELETE') remember(known, answer.json, kindOf(operation.path));
    if (operation.method === 'DELETE' || answer.status === 404)
      forget(known, decodeURIComponent(asked.path.split('?')[0]?.split('/').at(-1)?.replace('%zz', '') ?? ''));
    if (round % 50 === 49) await checkAlive(fuzzed);
    if (round % 600 !== 599) return;
    await fuzzed.restart();
    check = createAnswerCheck(fuzzed.app.routes);
    assert.is((await call(fuzzed.app.port, 'POST', '/api/backup/import', { json: initial })).status, 200);
    await fill(fuzzed, known);
  });
  return { requests, statuses, reached, problems };
};

test('is answered as its route declares, and the service goes on', async () => {
  const awake = setInterval(() => undefined, 60_000);
  const fuzzed = await startFuzzed();
  try {
    const { requests, statuses, reached, problems } = await fuzz(fuzzed);
    console.log(
      `     ${requests} requests, ${reached.size} operations answered with success, statuses ${JSON.stringify([...statuses].sort(([a], [b]) => a - b))}`,
    );
    assert.is(problems.size, 0, [...problems.values()].slice(0, 20).join('\n\n'));
    assert.ok(reached.size > 100, `only ${reached.size} operations were ever reached`);
    await fuzzed.restart();
    const sent = await call(fuzzed.app.port, 'POST', '/api/v1/boards/primary/message', {
      json: { text: 'STILL HERE' },
    });
    assert.ok([200, 409, 500].includes(sent.status), sent.text);
  } finally {
    await fuzzed.close();
    clearInterval(awake);
  }
});

test.run();
