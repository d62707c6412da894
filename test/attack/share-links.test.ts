import { request } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';

/** Whoever has a share link, or guesses at one, and wants more than its picture. */
const test = suite('attack/share-links');

let appliance: Appliance;
let cookie: string;
let token: string;

test.before(async () => {
  appliance = await startAppliance({ env: { SERVICE_AUTH_ENABLED: 'true' } });
  const { headers } = await appliance.call('POST', '/auth/setup', { username: 'owner', password: 'flaps-and-reels' });
  cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  await appliance.call('PATCH', '/v1/boards/primary', { name: 'Secret room' }, { cookie });
  const { body } = await appliance.call<{ path: string }>('POST', '/shares', { board_id: 'primary' }, { cookie });
  token = body.path.slice('/s/'.length);
});
test.after(() => appliance.close());

const open = (path: string, init: RequestInit = {}) => fetch(`${appliance.url}${path}`, init);

test('the token lets nobody in anywhere else', async () => {
  const closed = appliance.app.routes.filter(({ access, method }) => access !== 'public' && method === 'GET');
  assert.ok(closed.length > 60);
  for (const { path } of closed) {
    const address = `/api${path.replaceAll(/\{\w+\}/g, 'primary')}`;
    const passed = await Promise.all([
      open(address, { headers: { Authorization: `Bearer ${token}` } }),
      open(address, { headers: { Cookie: `service_session=${token}` } }),
      open(`${address}?token=${token}`),
    ]);
    assert.equal(
      passed.map(({ status }) => status),
      [401, 401, 401],
      address,
    );
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    assert.is((await open(`/s/${token}`, { method })).status, 405, method);
});

test('with login off, pages of another origin neither make links nor end them, nor change what a screen may read', async () => {
  const open = await startAppliance();
  try {
    const { body: link } = await open.call<{ id: string }>('POST', '/shares', { board_id: 'primary' });
    const { body } = await open.call<{ screen: { id: string } }>('POST', '/screens', { board_ids: ['primary'] });
    const foreign = { Origin: 'https://evil.example' };
    assert.is((await open.call('POST', '/shares', { board_id: 'primary' }, foreign)).status, 403);
    assert.is((await open.call('DELETE', `/shares/${link.id}`, undefined, foreign)).status, 403);
    assert.is((await open.call('PATCH', `/screens/${body.screen.id}`, { name: 'x' }, foreign)).status, 403);
    assert.is((await open.call<{ total: number }>('GET', '/shares')).body.total, 1);
  } finally {
    await open.close();
  }
});

test('no path below the link leads anywhere', async () => {
  for (const more of ['/', '/..', '/../api/status', '/picture.svg', '/picture.png/x', '%2f..%2f..%2fapi', '?x=1/../'])
    assert.ok([200, 400, 401, 404].includes((await open(`/s/${token}${more}`)).status), more);
  for (const path of [`/api/s/${token}`, `/api/s/${token}/picture.png`])
    assert.is((await open(path)).status, 401, path);
  const escaped = await open(`/s/${token}%2f..%2f..%2fapi%2fstatus`);
  assert.is(escaped.status, 404);
});

test('the page tells nothing of the appliance but the picture', async () => {
  const page = await open(`/s/${token}`);
  const html = await page.text();
  for (const word of [
    'Secret room',
    'flapbox',
    '0.0.0',
    'owner',
    'primary',
    appliance.app.store.state.boards[0]?.id ?? '-',
  ])
    assert.not.ok(html.includes(word), word);
});

test('only the page of a link may be framed, and nothing of it leaves with a reference', async () => {
  const page = await open(`/s/${token}`);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /frame-ancestors \*/);
  assert.not.ok(policy.includes('unsafe'));
  assert.is(page.headers.get('x-frame-options'), null);
  assert.is(page.headers.get('referrer-policy'), 'no-referrer');
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/);
  for (const path of ['/', '/api/', '/api/health', `/s/${'A'.repeat(43)}`, `/s/${token}/picture.png`]) {
    const other = await open(path);
    assert.is(other.headers.get('x-frame-options'), 'DENY', path);
    assert.match(other.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path);
  }
});

test('a host name of a stranger, and one that is markup, get nowhere', async () => {
  const statusWith = (host: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(appliance.url);
      request({ hostname, port, path: `/s/${token}`, headers: { Host: host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  assert.is(await statusWith('evil.example'), 421);
  assert.is(await statusWith('"><script>'), 421);
});

test('the token is on no disk and in no line of the log', async () => {
  await (await open(`/s/${token}`)).text();
  await (await open(`/s/${token}x`)).text();
  for (const name of readdirSync(appliance.dir, { recursive: true, encoding: 'utf8' })) {
    const text = await Promise.resolve()
      .then(() => readFileSync(join(appliance.dir, name), 'utf8'))
      .catch(() => '');
    assert.not.ok(text.includes(token), name);
  }
  assert.not.ok(appliance.lines.some((line) => line.includes(token)));
  const metrics = await (await open('/metrics', { headers: { cookie } })).text();
  assert.not.ok(metrics.includes(token));
});

test('who guesses is slowed down; who has the link is not', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 14; guess++) statuses.push((await open(`/s/${'B'.repeat(40)}${100 + guess}`)).status);
  assert.ok(statuses.includes(429), statuses.join());
  assert.is((await open(`/s/${token}`)).status, 200);
});

test('a backup has no links', async () => {
  const before = appliance.app.store.state.auth;
  assert.is(before.shares.length, 1);
  assert.match(before.shares[0]?.token_hash ?? '', /^[0-9a-f]{64}$/);
  const { status, body } = await appliance.call('GET', '/backup/export', undefined, { cookie });
  assert.is(status, 200);
  assert.not.ok(JSON.stringify(body).includes(before.shares[0]?.token_hash ?? '-'));
});

test.run();
