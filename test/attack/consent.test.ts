import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Destination, PluginData, PluginDetail } from '../../src/schema/plugins/plugins.ts';
import type { StoredPlugin } from '../../src/schema/state.ts';
import { startAppliance, type Answer, type Appliance } from '../support/appliance.ts';
import { fileFor } from '../plugins/source-file.ts';

/**
 * Source files that reach for the home network, or for keys that were given to others, without a word of the owner.
 * Every device of the "home" is a server on loopback.
 */
const test = suite('attack: sources without consent');

const KEY = 'S3cr3t-Key/42';
const SECRET = { type: 'string', title: 'Key', 'ui:widget': 'password', default: '' };
const text = (more: object = {}) => ({ type: 'string', title: 'Text', default: '', ...more });

/** A device, and what it was asked. */
class Device {
  readonly heard: IncomingMessage[] = [];
  readonly #server: Server;

  constructor(answer: (request: IncomingMessage) => { status?: number; body: unknown }) {
    this.#server = createServer((request, response) => {
      this.heard.push(request);
      const { status = 200, body } = answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  listen(host: string): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, host, resolve));
  }

  get origin(): string {
    const { address, port } = this.#server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  get host(): string {
    return new URL(this.origin).host;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let appliance: Appliance;
let victim: Device;
let friend: Device;

test.before(async () => {
  victim = new Device(() => ({ body: { t: 1 } }));
  friend = new Device(() => ({ body: { t: 2, stations: [{ id: 'a', url: victim.origin }] } }));
  await victim.listen('127.0.0.1');
  await friend.listen('127.0.0.2');
});
test.after(() => {
  victim.close();
  friend.close();
});
test.before.each(async () => {
  victim.heard.length = 0;
  friend.heard.length = 0;
  appliance = await startAppliance();
});
test.after.each(() => appliance.close());

type Asked = Answer<{ detail?: string; destinations?: Destination[] }>;

const home = (device: Device, ...secrets: string[]): Destination => ({
  destination: device.origin,
  home: true,
  secrets,
});
const bring = async (file: object, more: object = {}): Promise<void> => {
  const { status, body } = await appliance.call('POST', '/plugins/own', { file: JSON.stringify(file), ...more });
  assert.is(status, 201, JSON.stringify(body));
};
const configure = (config: object, more: object = {}): Promise<Asked> =>
  appliance.call('PATCH', '/v1/plugins/probe', { config, enabled: true, ...more });
const read = async (key = 'probe'): Promise<PluginData> =>
  (await appliance.call<PluginData>('GET', `/plugins/${key}/data`)).body;
const asksFor = (answer: Asked, ...wanted: Destination[]): void => {
  assert.is(answer.status, 409, JSON.stringify(answer.body));
  assert.equal(answer.body.destinations, wanted);
  for (const { destination } of wanted) assert.ok(answer.body.detail?.includes(destination), answer.body.detail);
};

const OPEN = { requests: [{ id: 'one', url: '{{settings.url}}/one' }] };
const pick = () => [victim.origin];

/** What an author writes, and what is then set, so that an address of the home network looks like the owner's own. */
const TRICKS: Record<string, () => { file: object; config: object }> = {
  'a choice that the file offers': () => ({
    file: { ...OPEN, settings: { url: text({ enum: ['', ...pick()] }) } },
    config: { url: victim.origin },
  }),
  'a default with a slash behind it': () => ({
    file: { ...OPEN, settings: { url: text({ default: victim.origin }) } },
    config: { url: `${victim.origin}/` },
  }),
  'a default that nobody changed': () => ({
    file: { ...OPEN, settings: { url: text({ default: victim.origin }) } },
    config: {},
  }),
  'an address that a search filled in': () => ({
    file: {
      ...OPEN,
      settings: { stop: text({ 'ui:widget': 'lookup' }), url: text() },
      lookups: {
        stop: {
          url: 'https://api.example.com/',
          from: 'answer',
          value: 'item.id',
          label: 'item.id',
          also: { url: 'item.url' },
        },
      },
    },
    config: { stop: 'a', url: victim.origin },
  }),
  'a name for something else': () => ({
    file: { settings: { title: text() }, requests: [{ id: 'one', url: 'http://{{settings.title}}/one' }] },
    config: { title: victim.host },
  }),
  'an address in the file': () => ({ file: { requests: [{ id: 'one', url: `${victim.origin}/one` }] }, config: {} }),
  'a table of servers': () => ({
    file: {
      settings: { net: text({ default: 'a' }) },
      tables: { servers: { a: victim.origin } },
      requests: [{ id: 'one', url: '{{PICK(tables.servers, settings.net)}}/one' }],
    },
    config: {},
  }),
};
for (const [what, trick] of Object.entries(TRICKS)) {
  test(`${what} reaches nothing at home before the owner confirms it by name`, async () => {
    const { file, config } = trick();
    await bring(fileFor('', file));
    assert.is((await appliance.call('PUT', '/plugins/probe/config', { config })).status, 200);
    asksFor(await appliance.call('POST', '/plugins/probe/enable'), home(victim));
    const asked = await configure(config);
    asksFor(asked, home(victim));
    assert.is((await read()).available, false);
    assert.is(victim.heard.length, 0);
    assert.is((await configure(config, { confirm: asked.body.destinations })).status, 200);
    assert.equal((await read()).data, { temp: 1 });
  });
}

test('who confirms one device has confirmed no other', async () => {
  await bring(fileFor('', { ...OPEN, settings: { url: text() } }));
  assert.is((await configure({ url: friend.origin }, { confirm: [home(friend)] })).status, 200);
  asksFor(await configure({ url: victim.origin }), home(victim));
  asksFor(await configure({ url: victim.origin }, { confirm: [home(friend)] }), home(victim));
  assert.equal((await read()).data, { temp: 2 });
  assert.is(victim.heard.length, 0);
});

test('a search at a device is asked for, too', async () => {
  await bring(
    fileFor('https://api.example.com', {
      settings: { stop: text({ 'ui:widget': 'lookup' }) },
      lookups: { stop: { url: `${victim.origin}/find`, from: 'answer', value: 'item', label: 'item' } },
    }),
  );
  asksFor(await appliance.call('GET', '/plugins/probe/lookups/stop?q=x'), home(victim));
  assert.is(victim.heard.length, 0);
  await appliance.call('POST', '/plugins/probe/confirm', { confirm: [home(victim)] });
  assert.is((await appliance.call('GET', '/plugins/probe/lookups/stop?q=x')).status, 200);
  assert.is(victim.heard.length, 1);
});

test('a trial asks nobody at home, and sends no key, unless both are confirmed with it', async () => {
  const file = JSON.stringify(
    fileFor(victim.origin, {
      settings: { key: SECRET },
      requests: [{ id: 'one', url: `${victim.origin}/one`, headers: { 'x-key': '{{settings.key}}' } }],
    }),
  );
  const attempt = (confirm?: Destination[]): Promise<Asked> =>
    appliance.call('POST', '/plugins/own/try', { file, config: { key: KEY }, ...(confirm ? { confirm } : {}) });
  asksFor(await attempt(), home(victim, 'key'));
  asksFor(await attempt([home(victim)]), home(victim, 'key'));
  assert.is(victim.heard.length, 0);
  assert.is((await attempt([home(victim, 'key')])).status, 200);
  assert.is(victim.heard[0]?.headers['x-key'], KEY);
});

test('a backup brings neither consent nor requests', async () => {
  const { body: backup } = await appliance.call<{ data: { plugins: Record<string, object> } }>('GET', '/backup/export');
  const source = { text: JSON.stringify(fileFor(victim.origin)), local: true };
  const confirmed = [home(victim)];
  backup.data.plugins['probe'] = { enabled: true, config: {}, source, confirmed };
  backup.data.plugins['shelly'] = { enabled: true, config: { url: victim.origin }, confirmed };
  const restored = await appliance.call<{ destinations?: object[] }>('POST', '/backup/import', backup);
  assert.is(restored.status, 200, JSON.stringify(restored.body));
  assert.equal(restored.body.destinations, [
    { plugin_id: 'probe', ...home(victim) },
    { plugin_id: 'shelly', ...home(victim) },
  ]);
  for (const turn of ['at once', 'after a restart']) {
    for (const key of ['probe', 'shelly'])
      assert.match((await read(key)).error ?? '', /is not confirmed/, `${key} ${turn}`);
    if (turn === 'at once') await appliance.restart();
  }
  assert.is(victim.heard.length, 0);
  await appliance.call('POST', '/plugins/probe/confirm', { confirm: [home(victim)] });
  assert.equal((await read()).data, { temp: 1 });
  const { body: own } = await appliance.call<{ data: { plugins: object } }>('GET', '/backup/export');
  assert.not.match(JSON.stringify(own.data.plugins), 'confirmed');
});

test('a backup keeps what was confirmed here for the very same file, and nothing for any other', async () => {
  const file = fileFor(victim.origin);
  await bring(file, { confirm: [home(victim)] });
  assert.is((await configure({})).status, 200);
  const { body: backup } = await appliance.call<{ data: { plugins: Record<string, StoredPlugin> } }>(
    'GET',
    '/backup/export',
  );
  type Restored = { destinations?: object[] };
  const same = await appliance.call<Restored>('POST', '/backup/import', backup);
  assert.is(same.body.destinations, undefined);
  assert.equal((await read()).data, { temp: 1 });
  victim.heard.length = 0;
  const { probe } = backup.data.plugins;
  if (!probe) throw new Error('the source is not in the backup');
  for (const text of [`${JSON.stringify(file)} `, JSON.stringify({ ...file, name: 'Another' })]) {
    backup.data.plugins['probe'] = { ...probe, source: { text, local: true }, confirmed: [home(victim)] };
    const other = await appliance.call<Restored>('POST', '/backup/import', backup);
    assert.equal(other.body.destinations, [{ plugin_id: 'probe', ...home(victim) }]);
    // The file that was confirmed once comes back without it.
    backup.data.plugins['probe'] = probe;
    const back = await appliance.call<Restored>('POST', '/backup/import', backup);
    assert.equal(back.body.destinations, [{ plugin_id: 'probe', ...home(victim) }]);
    assert.match((await read()).error ?? '', /is not confirmed/);
  }
  assert.is(victim.heard.length, 0);
});

test('a new edition gets the key of the former nowhere but where it was confirmed with it', async () => {
  const settings = { key: SECRET, title: text() };
  const headers = { 'x-key': '{{settings.key}}' };
  const first = fileFor('', { settings, requests: [{ id: 'one', url: `${friend.origin}/one`, headers }] });
  const second = fileFor('', { settings, requests: [{ id: 'one', url: 'http://{{settings.title}}/one', headers }] });
  const config = { key: KEY, title: victim.host };
  await bring(first, { confirm: [home(friend)] });
  asksFor(await configure(config), home(friend, 'key'));
  assert.is((await configure(config, { confirm: [home(friend, 'key')] })).status, 200);
  assert.equal((await read()).data, { temp: 2 });
  assert.is(friend.heard[0]?.headers['x-key'], KEY);
  await bring(second, { replace: true, local: true });
  await read();
  asksFor(await appliance.call('POST', '/plugins/probe/enable'), home(victim));
  asksFor(await configure(config), home(victim, 'key'));
  assert.is(victim.heard.length, 0);
});

test('a new edition that asks the same device asks for consent again', async () => {
  const file = fileFor(victim.origin);
  await bring(file, { confirm: [home(victim)] });
  assert.is((await configure({})).status, 200);
  await bring({ ...file, name: 'Another' }, { replace: true });
  const { body } = await appliance.call<PluginDetail>('GET', '/plugins/probe');
  assert.equal(body.destinations, [{ ...home(victim), confirmed: false }]);
  assert.match((await read()).error ?? '', /is not confirmed/);
  assert.is(victim.heard.length, 0);
});

test('a device that leads to another one leads nowhere', async () => {
  const guide = createServer((_request, response) => response.writeHead(302, { location: victim.origin }).end());
  await new Promise<void>((resolve) => guide.listen(0, '127.0.0.3', resolve));
  const origin = `http://127.0.0.3:${(guide.address() as AddressInfo).port}`;
  try {
    await bring(fileFor(origin), { confirm: [{ destination: origin, home: true, secrets: [] }] });
    assert.is((await configure({})).status, 200);
    assert.match((await read()).error ?? '', /is in the home network/);
    assert.is(victim.heard.length, 0);
    const { body } = await appliance.call<PluginDetail>('GET', '/plugins/probe');
    assert.equal(body.destinations?.[0], { ...home(victim), confirmed: false });
  } finally {
    guide.close();
  }
});

/** How a server may repeat what it was sent. */
const ECHOES: Record<string, (request: IncomingMessage) => string> = {
  'a Basic header': ({ headers }) => String(headers.authorization),
  'its Base64 in other letters': ({ headers }) =>
    String(headers.authorization).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'hexadecimal digits': () => Buffer.from(KEY).toString('hex').toUpperCase(),
  'an address': () => encodeURIComponent(KEY).toLowerCase(),
  'small letters': () => KEY.toLowerCase(),
};
test('no sentence repeats a key, in whatever form it was sent', async () => {
  let echo = (_request: IncomingMessage): string => '';
  const parrot = new Device((request) => ({ status: 401, body: { message: `no ${echo(request)} here` } }));
  await parrot.listen('127.0.0.4');
  const auth = { basic: { user: 'admin', password: '{{settings.key}}' } };
  const file = fileFor('', {
    settings: { key: SECRET },
    requests: [{ id: 'one', url: `${parrot.origin}/one`, auth }],
  });
  const confirm = [home(parrot, 'key')];
  try {
    for (const [what, form] of Object.entries(ECHOES)) {
      echo = form;
      const { body } = await appliance.call<{ error: string }>('POST', '/plugins/own/try', {
        file: JSON.stringify(file),
        config: { key: KEY },
        confirm,
      });
      assert.match(body.error, /status 401: no (Basic )?\*\*\* here$/, `${what}: ${body.error}`);
    }
  } finally {
    parrot.close();
  }
});

test('the budget that one file names stops no other file', async () => {
  await bring(fileFor(victim.origin, { refresh: { usual: 60, least: 30, daily: 1 } }), { confirm: [home(victim)] });
  await bring(fileFor(victim.origin, { id: 'other', requests: [{ id: 'one', url: `${victim.origin}/two` }] }), {
    confirm: [home(victim)],
  });
  assert.is((await configure({})).status, 200);
  assert.is((await read()).available, true);
  assert.is((await appliance.call('POST', '/plugins/other/enable')).status, 200);
  assert.equal((await read('other')).data, { temp: 1 });
  const { body } = await appliance.call<{ hosts: { source: string; budget: number | null }[] }>(
    'GET',
    '/plugins/hosts',
  );
  assert.equal(body.hosts.map(({ source, budget }) => [source, budget]).sort(), [
    ['other', null],
    ['probe', 1],
  ]);
});

test('what ran before there was consent goes on, but for what an author had slipped in', async () => {
  const sly = fileFor('', { id: 'sly', ...OPEN, settings: { url: text({ enum: [victim.origin] }) } });
  const typed = fileFor('', { id: 'typed', ...OPEN, settings: { url: text() } });
  const old: Record<string, StoredPlugin> = {
    probe: {
      enabled: true,
      config: {},
      secrets: {},
      source: { text: JSON.stringify(fileFor(friend.origin)), local: true },
    },
    typed: {
      enabled: true,
      config: { url: friend.origin },
      secrets: {},
      source: { text: JSON.stringify(typed), local: false },
    },
    sly: {
      enabled: true,
      config: { url: victim.origin },
      secrets: {},
      source: { text: JSON.stringify(sly), local: false },
    },
    off: {
      enabled: false,
      config: {},
      secrets: {},
      source: { text: JSON.stringify(fileFor(victim.origin, { id: 'off' })), local: true },
    },
  };
  await appliance.app.store.update(() => ({ plugins: old }));
  await appliance.restart();
  for (const key of ['probe', 'typed']) assert.equal((await read(key)).data, { temp: 2 }, key);
  assert.match((await read('sly')).error ?? '', /is not confirmed/);
  asksFor(await appliance.call('POST', '/plugins/off/enable'), home(victim));
  await appliance.restart();
  assert.match((await read('sly')).error ?? '', /is not confirmed/);
  assert.is(victim.heard.length, 0);
});

test('an address that a program writes into a setting of the stock is named with it, one of a search is not', async () => {
  const { status } = await appliance.call('PATCH', '/v1/plugins/shelly', {
    config: { url: victim.origin },
    enabled: true,
  });
  assert.is(status, 200);
  const unnamed = { config: { url: friend.origin }, enabled: true, confirm: [] };
  asksFor(await appliance.call('PATCH', '/v1/plugins/shelly', unnamed), home(friend));
  const system = { config: { system: victim.origin }, enabled: true };
  asksFor(await appliance.call('PATCH', '/v1/plugins/bikes_nearby', system), home(victim));
});

test.run();
