import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as nodeRequest, type ClientRequest, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteReader } from '../../../image/helper/byte-reader.ts';
import { openNotes } from '../../../image/helper/notes.ts';
import { answerRequest, type RequestPort } from '../../../image/helper/request.ts';
import { Refusal } from '../../../image/helper/refusal.ts';
import { inPieces, makeBundle, MAKER, manifestOf, STRANGER } from '../../image/fake-bundle.ts';
import { makeFakeCard, type FakeCard } from '../../image/fake-card.ts';
import { call } from '../../support/http.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFakeSystem, type FakeSystem } from '../../support/fake-system.ts';
import { startMachineRig, type MachineRig } from '../../support/machine-rig.ts';
import { createFakeNetwork } from '../../support/fake-network.ts';
import { until } from '../../support/until.ts';
import { untilQuiet } from '../../support/quiet.ts';

const test = suite('http/flat/update');

type Status = {
  available: boolean;
  reason: string | null;
  state: string;
  progress: { stage: string } | null;
  pending: { version: string; activated: boolean } | null;
  last_update: { result: string; reason: string } | null;
  slots: { running: string; next: string } | null;
  system_version: string | null;
};

const clock = createFakeClock('2026-05-01T10:00:00Z');
let card: FakeCard;
let folder: string;
let done: string[];
let system: FakeSystem;
let rig: MachineRig;
let busy = false;
let onTrial = false;
let synchronized = false;

/** The appliance's own system, with a card of files. */
const systemPort = (): RequestPort => ({
  viewCard: (work) => work(card.card),
  withCard: (work) =>
    busy ? Promise.reject(new Refusal('busy', 'Another update is being written.')) : work(card.card),
  keys: () => Promise.resolve([MAKER.publicKey]),
  notes: openNotes(folder),
  release: () => Promise.resolve({ version: '0.1.0', built_at: '2025-12-01T00:00:00.000Z' }),
  isOnTrial: () => Promise.resolve(onTrial),
  setHostname: () => Promise.resolve(),
  setCountry: () => Promise.resolve(),
  isSynchronized: () => Promise.resolve(synchronized),
  setClock: async (seconds) => void done.push(`clock ${seconds}`),
  reboot: async () => void done.push('reboot'),
  now: () => new Date(clock.now()).toISOString(),
});

const startSystem = (): Promise<FakeSystem> =>
  startFakeSystem((socket) => {
    // Reading a socket to its end would close it for the answer as well; the appliance's system has two ends.
    const bytes = new PassThrough();
    socket.pipe(bytes);
    socket.once('close', () => bytes.end());
    const reader = new ByteReader(bytes as AsyncIterable<Buffer>);
    void answerRequest(systemPort(), reader, (answer) => socket.write(`${JSON.stringify(answer)}\n`)).then(() =>
      socket.end(),
    );
  });

const startRig = (path: string): Promise<MachineRig> =>
  startMachineRig({
    clock,
    network: Object.assign(createFakeNetwork(), { hasClients: false, online: true }),
    env: { FLAPBOX_HELPER: path },
    restart: () => void done.push('restart'),
  });

test.before.each(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flapbox-notes-'));
  card = makeFakeCard();
  done = [];
  busy = false;
  onTrial = false;
  synchronized = false;
  system = await startSystem();
  rig = await startRig(system.path);
});
test.after.each(async () => {
  await rig.close();
  await system.close();
  card.remove();
  rmSync(folder, { recursive: true, force: true });
});

const status = async (): Promise<Status> =>
  (await call(rig.app.port, 'GET', '/api/system/update/status')).json as Status;
const upload = (bytes: Buffer, type = 'application/octet-stream') =>
  call(rig.app.port, 'POST', '/api/system/update', { body: bytes, headers: { 'Content-Type': type } });
const detail = (answer: { json: unknown }): string => (answer.json as { detail: string }).detail;

/** A request whose body a test sends by hand. */
const begin = (type = 'application/octet-stream'): ClientRequest => {
  const sending = nodeRequest({
    port: rig.app.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/system/update',
    headers: { 'Content-Type': type, 'Transfer-Encoding': 'chunked' },
    agent: false,
  });
  sending.on('error', () => undefined);
  return sending;
};

test('an untouched appliance', async () => {
  assert.equal(await status(), {
    available: true,
    reason: null,
    state: 'idle',
    version: '0.0.0',
    system_version: '0.1.0',
    slots: { running: 'A', next: 'A', good: 'A', tries_left: 0, on_trial: false, state_damaged: false },
    progress: null,
    pending: null,
    last_update: null,
  });
});

test('an update of several megabytes is passed on, and waits for the restart', async () => {
  const bundle = makeBundle();
  assert.ok(bundle.length > 1024 * 1024);
  const { status: code, json } = await upload(bundle);
  assert.equal([code, json], [200, { version: '0.2.0', restart_needed: true }]);
  const now = await status();
  assert.equal([now.state, now.slots?.next, now.pending?.activated], ['restart_needed', 'B', true]);
});

test('its type does not matter, as long as it is not JSON', async () => {
  assert.is((await upload(makeBundle(), 'text/plain')).status, 200);
});

test('a minute of upload is no fault: only one that stalls is ended', async () => {
  const bundle = makeBundle();
  const sending = begin();
  const answer = once(sending, 'response');
  sending.write(bundle.subarray(0, 1000));
  await until(async () => (await status()).progress !== null);
  for (let i = 0; i < 3; i++) {
    await clock.advance(50_000);
    sending.write(bundle.subarray(1000 + i * 1000, 2000 + i * 1000));
    await untilQuiet();
  }
  assert.is((await status()).state, 'updating');
  sending.end(bundle.subarray(4000));
  const [response] = (await answer) as [{ statusCode: number; resume(): void }];
  response.resume();
  assert.is(response.statusCode, 200);
});

test('an upload that stalls for a minute is ended, and changes nothing', async () => {
  const sending = begin();
  const closed = new Promise((resolve) => sending.once('close', resolve));
  sending.write(makeBundle().subarray(0, 100_000));
  await until(async () => (await status()).progress !== null);
  await clock.advance(61_000);
  await closed;
  await until(async () => (await status()).state === 'idle');
  assert.is((await status()).slots?.next, 'A');
});

test('an address that does not come is waited for no longer than any other body', async () => {
  const sending = begin('application/json');
  let code = 0;
  sending.once('response', (response) => {
    code = response.statusCode ?? 0;
    response.resume();
  });
  sending.write('{"url":');
  await until(async () => {
    await clock.advance(31_000);
    return code !== 0;
  });
  assert.is(code, 408);
});

test('a connection that breaks in the middle leaves the running version as the one that starts, and the reason', async () => {
  const bundle = makeBundle();
  const sending = begin();
  sending.write(bundle.subarray(0, 2_000_000));
  await until(async () => (await status()).progress?.stage === 'writing');
  sending.destroy();
  await until(async () => (await status()).last_update !== null && (await status()).pending === null);
  const now = await status();
  assert.equal([now.state, now.slots?.next, now.pending, now.last_update?.result], ['idle', 'A', null, 'failed']);
  assert.match(now.last_update?.reason ?? '', /too early/);
  assert.is((await upload(bundle)).status, 200, 'and the next one works');
});

test('only one update at a time', async () => {
  const sending = begin();
  sending.write(makeBundle().subarray(0, 1000));
  await until(async () => (await status()).progress !== null);
  assert.is((await upload(makeBundle())).status, 409);
  sending.destroy();
  await until(async () => (await status()).state === 'idle');
});

const bad: readonly [string, () => Buffer, number, RegExp][] = [
  ['no update', () => Buffer.alloc(3_000_000, 'x'), 400, /no update/],
  ['one of a stranger', () => makeBundle({ key: STRANGER.privateKey }), 400, /not signed/],
  ['a part of one', () => makeBundle().subarray(0, 3_000_000), 400, /too early/],
  ['an empty body', () => Buffer.alloc(0), 400, /too early/],
];
for (const [name, make, code, reason] of bad) {
  test(`${name} is ${code} with the reason, whatever is still on its way`, async () => {
    const answer = await upload(make());
    assert.is(answer.status, code);
    assert.match(detail(answer), reason);
    assert.is((await status()).slots?.next, 'A');
  });
}

test('an older update is 409 with the words that it needs, and with them it is written', async () => {
  const older = makeBundle({ manifest: { ...manifestOf(), version: '0.0.9' } });
  const refused = await upload(older);
  assert.equal([refused.status, (refused.json as { downgrade: string }).downgrade], [409, 'install the older version']);
  assert.match(detail(refused), /0\.0\.9 of 2026-01-01\) is older than what runs \(0\.1\.0 of 2025-12-01/);
  assert.equal([(await status()).slots?.next, (await status()).last_update], ['A', null]);
  const send = (words: string) =>
    call(rig.app.port, 'POST', `/api/system/update?downgrade=${encodeURIComponent(words)}`, {
      body: older,
      headers: { 'Content-Type': 'application/octet-stream' },
    });
  assert.is((await send('yes')).status, 400);
  assert.equal((await send('install the older version')).json, { version: '0.0.9', restart_needed: true });
});

test('the system refuses an older update by itself, whatever the service let through', async () => {
  // A head that the service does not understand is for the system to judge.
  const answers: string[] = [];
  const bundle = makeBundle({ manifest: { ...manifestOf(), version: '0.0.9' } });
  await answerRequest(
    systemPort(),
    new ByteReader(inPieces(Buffer.concat([Buffer.from('{"op":"update-write"}\n'), bundle]))),
    (answer) => answers.push(String(answer['code'])),
  );
  assert.equal(answers, ['older']);
});

test('the service refuses an older update by itself, before the system gets a byte of it', async () => {
  let written = 0;
  const before = card.card.write;
  Object.assign(card.card, { write: (...given: Parameters<typeof before>) => (written++, before(...given)) });
  assert.is(
    (await upload(makeBundle({ key: STRANGER.privateKey, manifest: { ...manifestOf(), version: '0.0.9' } }))).status,
    409,
    'the signature was not looked at yet',
  );
  assert.is(written, 0);
});

test('a card that is busy is 409', async () => {
  busy = true;
  assert.is((await upload(makeBundle())).status, 409);
});

test('a version on trial is told', async () => {
  onTrial = true;
  assert.is((await status()).state, 'on_trial');
});

test('an update can lie at an address', async () => {
  const bundle = makeBundle();
  const files: Server = createServer((incoming, outgoing) =>
    incoming.url === '/flapbox.update'
      ? outgoing.end(bundle)
      : incoming.url === '/older.update'
        ? outgoing.end(makeBundle({ manifest: { ...manifestOf(), version: '0.0.9' } }))
        : outgoing.writeHead(404).end(),
  );
  files.listen(0, '127.0.0.1');
  await once(files, 'listening');
  const { port } = files.address() as AddressInfo;
  const older = (downgrade?: string) =>
    call(rig.app.port, 'POST', '/api/system/update', {
      json: { url: `http://127.0.0.1:${port}/older.update`, downgrade },
    });
  const fetchFrom = (url: unknown) => call(rig.app.port, 'POST', '/api/system/update', { json: { url } });
  try {
    assert.equal((await fetchFrom(`http://127.0.0.1:${port}/flapbox.update`)).json, {
      version: '0.2.0',
      restart_needed: true,
    });
    assert.is((await fetchFrom(`http://127.0.0.1:${port}/other`)).status, 400);
    assert.equal([(await older()).status, (await older('no')).status], [409, 400]);
    assert.equal((await older('install the older version')).json, { version: '0.0.9', restart_needed: true });
    for (const url of ['ftp://127.0.0.1/x', 'nothing', '', 5, undefined, `http://${'x'.repeat(2050)}`])
      assert.is((await fetchFrom(url)).status, 422, String(url));
  } finally {
    files.close();
    files.closeAllConnections();
  }
});

test('the service and the machine start again after the answer', async () => {
  assert.is((await call(rig.app.port, 'POST', '/api/system/restart')).status, 200);
  assert.equal(done, []);
  await clock.advance(500);
  assert.equal(done, ['restart']);
  assert.is((await call(rig.app.port, 'POST', '/api/system/reboot')).status, 200);
  assert.equal(done, ['restart', 'reboot']);
});

test('a system that does not answer is 503, and the status says so', async () => {
  await system.close();
  const answer = await upload(makeBundle());
  assert.is(answer.status, 503);
  assert.match(detail(answer), /does not answer/);
  const { available, reason } = await status();
  assert.equal([available, reason], [false, 'The system of the appliance does not answer.']);
  system = await startSystem();
});

for (const words of ['', 'nonsense\n', '{"ok":true}\n', '[]\n']) {
  test(`a system that says ${JSON.stringify(words)} is not believed`, async () => {
    const odd = await startFakeSystem((socket) => {
      socket.resume();
      socket.end(words);
    });
    const other = await startRig(odd.path);
    const { json } = await call(other.app.port, 'GET', '/api/system/update/status');
    assert.is((json as Status).available, false);
    assert.is((await call(other.app.port, 'POST', '/api/system/update', { body: 'x' })).status, 503);
    await other.close();
    await odd.close();
  });
}

test('where there is no such system everything but the status is 503', async () => {
  const elsewhere = await startMachineRig({});
  for (const [path, body] of [
    ['update', 'x'],
    ['restart', ''],
    ['reboot', ''],
  ] as const) {
    const answer = await call(elsewhere.app.port, 'POST', `/api/system/${path}`, { body });
    assert.is(answer.status, 503, path);
    assert.match(detail(answer), /flapbox card/);
  }
  assert.is(
    (await call(elsewhere.app.port, 'POST', '/api/system/update', { json: { url: 'http://127.0.0.1:1/x' } })).status,
    503,
  );
  const { status: code, json } = await call(elsewhere.app.port, 'GET', '/api/system/update/status');
  assert.equal([code, (json as Status).available, (json as Status).state], [200, false, 'idle']);
  await elsewhere.close();
});

test('all of it needs a session', async () => {
  const guarded = await startMachineRig({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  for (const [method, path] of [
    ['GET', 'update/status'],
    ['POST', 'update'],
    ['POST', 'restart'],
    ['POST', 'reboot'],
  ] as const) {
    assert.is((await call(guarded.app.port, method, `/api/system/${path}`)).status, 409, path);
  }
  await guarded.close();
});

test('the clock is set by hand where no network tells the time, within twenty years of the system', async () => {
  const read = async () => (await call(rig.app.port, 'GET', '/api/settings/clock')).json as Record<string, unknown>;
  const set = (body: unknown) =>
    call(rig.app.port, 'PUT', '/api/settings/clock', {
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  const at = new Date(clock.now()).toISOString();
  assert.equal(await read(), { now: at, settable: true, reason: null });
  const answer = await set({ now: '2026-06-01T12:00:00.600Z' });
  assert.equal([answer.status, (answer.json as { now: string }).now], [200, '2026-06-01T12:00:00.600Z']);
  assert.equal(done, [`clock ${Date.parse('2026-06-01T12:00:01Z') / 1000}`]);
  for (const [body, code] of [
    [{ now: '2025-11-30T00:00:00Z' }, 400],
    [{ now: '2099-01-01T00:00:00Z' }, 400],
    [{ now: '2026-02-30T00:00:00Z' }, 400],
    [{ now: 'noon' }, 422],
    [{ now: null }, 422],
    [{ now: '2026-06-01T12:00:00Z', ntp: false }, 422],
    [{}, 422],
  ] as const)
    assert.is((await set(body)).status, code, JSON.stringify(body));
  synchronized = true;
  const kept = await set({ now: '2026-06-01T12:00:00Z' });
  assert.is(kept.status, 409);
  assert.match(detail(kept), 'The network tells the time');
  assert.equal(await read(), { now: at, settable: false, reason: detail(kept) });
  assert.is(done.length, 1);
  await system.close();
  assert.is((await set({ now: '2026-06-01T12:00:00Z' })).status, 503);
  assert.is((await read())['settable'], false);
});

test.run();
