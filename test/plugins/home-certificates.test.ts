import { X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { systemClock } from '../../src/platform/clock.ts';
import { SourceNet } from '../../src/plugins/network/source-net.ts';
import type { Destination, PluginData, PluginDetail } from '../../src/schema/plugins/plugins.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { FIRST, SECOND, type DeviceCertificate } from '../support/device-certificates.ts';
import { until } from '../support/until.ts';
import { fileFor } from './source-file.ts';
import { createDirectDocuments } from '../support/documents.ts';

/** Devices at home whose certificate nobody vouches for: the owner accepts it by its fingerprint, for one source. */
const test = suite('plugins/home-certificates');

const fingerprintOf = ({ cert }: DeviceCertificate): string => new X509Certificate(cert).fingerprint256;

/** A device with a certificate of its own, and the keys that it was shown. */
class Device {
  readonly heard: (string | undefined)[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(certificate: DeviceCertificate) {
    this.#server = createServer(certificate, (request, response) => {
      this.heard.push(request.headers['x-key'] as string | undefined);
      response.end(JSON.stringify({ t: 21 }));
    });
    this.#server.on('connection', (socket: Socket) => this.#sockets.add(socket));
  }

  /** Shows another certificate from now on. */
  renew(certificate: DeviceCertificate): void {
    this.#server.setSecureContext(certificate);
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

let appliance: Appliance;
let device: Device;
let origin: string;

test.before.each(async () => {
  device = new Device(FIRST);
  origin = await device.listen();
  appliance = await startAppliance();
});
test.after.each(async () => {
  device.close();
  await appliance.close();
});

const FILE = {
  settings: { key: { type: 'string', title: 'Key', 'ui:widget': 'password', default: '' } },
  refresh: { usual: 10, least: 10 },
};

const bring = async (id: string): Promise<void> => {
  const requests = [{ id: 'one', url: `${origin}/one`, auth: { header: { 'x-key': '{{settings.key}}' } } }];
  const file = JSON.stringify(fileFor(origin, { ...FILE, id, requests }));
  const brought = await appliance.call('POST', '/plugins/own', { file });
  assert.is(brought.status, 201, JSON.stringify(brought.body));
  const confirm = [{ destination: origin, home: true, secrets: ['key'] }];
  const change = { config: { key: 'secret' }, enabled: true, confirm };
  const set = await appliance.call('PATCH', `/v1/plugins/${id}`, change);
  assert.is(set.status, 200, JSON.stringify(set.body));
};
const dataOf = async (id: string): Promise<PluginData> => {
  // What is switched on is read anew.
  await appliance.call('POST', `/plugins/${id}/disable`);
  await appliance.call('POST', `/plugins/${id}/enable`);
  return (await appliance.call<PluginData>('GET', `/plugins/${id}/data`)).body;
};
const shows = (id: string, words: string | null): Promise<unknown> =>
  until(async () => {
    const { error } = await dataOf(id);
    return words === null ? error === null || error === undefined : error?.includes(words) === true;
  });
const waiting = async (id: string): Promise<Destination[]> => {
  const { destinations = [] } = (await appliance.call<PluginDetail>('GET', `/plugins/${id}`)).body;
  return destinations.flatMap(({ confirmed, ...one }) => (confirmed ? [] : [one]));
};
const accept = async (id: string, confirm: Destination[]): Promise<void> => {
  const answer = await appliance.call('POST', `/plugins/${id}/confirm`, { confirm });
  assert.is(answer.status, 200, JSON.stringify(answer.body));
};

test('a certificate of its own is shown, accepted for one source, and refused when it changes', async () => {
  await bring('probe');
  await shows('probe', `has a certificate of its own (SHA-256 ${fingerprintOf(FIRST)})`);
  assert.equal(device.heard, [], 'nothing was sent before it was accepted');
  const wanted = { destination: origin, home: true, secrets: ['key'], certificate: fingerprintOf(FIRST) };
  assert.equal(await waiting('probe'), [wanted]);
  await accept('probe', [wanted]);
  await shows('probe', null);
  assert.ok(device.heard.length > 0 && device.heard.every((key) => key === 'secret'));
  assert.equal(await waiting('probe'), []);

  await bring('other');
  await shows('other', 'has a certificate of its own');
  assert.is((await waiting('other'))[0]?.certificate, fingerprintOf(FIRST));

  device.heard.length = 0;
  device.renew(SECOND);
  await shows('probe', 'shows another certificate than the one that you accepted: accept the new one');
  assert.equal(device.heard, []);
  assert.equal(await waiting('probe'), [{ ...wanted, certificate: fingerprintOf(SECOND) }]);
  await accept('probe', await waiting('probe'));
  await shows('probe', null);
});

test('a sign-in with a device shows its certificate, too, and goes on once it is accepted', async () => {
  const oauth = {
    service: 'Box',
    device: `${origin}/device`,
    token: `${origin}/token`,
    secret: 'none',
    steps: ['Go.'],
  };
  const account = { url: 'https://example.com', text: 'an app', oauth };
  const file = JSON.stringify(fileFor(origin, { id: 'probe', account }));
  assert.is((await appliance.call('POST', '/plugins/own', { file })).status, 201);
  const known = { destination: origin, home: true, secrets: ['sign-in'] };
  const change = { config: { client_id: 'me' }, enabled: true, confirm: [known] };
  assert.is((await appliance.call('PATCH', '/v1/plugins/probe', change)).status, 200);
  const begin = async () => {
    const { status, body } = await appliance.call<{ detail: string }>('POST', '/plugins/probe/sign-in', {});
    return `${status} ${body.detail}`;
  };
  assert.match(await begin(), /^400 .* has a certificate of its own/);
  assert.equal(device.heard, []);
  assert.equal(await waiting('probe'), [{ ...known, certificate: fingerprintOf(FIRST) }]);
  await accept('probe', await waiting('probe'));
  assert.match(await begin(), /^400 the answer of Box has no code for another device/);
  assert.is(device.heard.length, 1);
});

test('a fingerprint is 32 pairs of digits', async () => {
  await bring('probe');
  const confirm = [{ destination: origin, home: true, secrets: ['key'], certificate: 'AB:CD' }];
  const { status, body } = await appliance.call<{ detail: string }>('POST', '/plugins/probe/confirm', { confirm });
  assert.is(status, 422);
  assert.match(JSON.stringify(body), /certificate/);
});

test('a certificate that was accepted opens no other address, and none that was not confirmed as one at home', async () => {
  const net = new SourceNet({ documents: createDirectDocuments(), clock: systemClock, version: '1' });
  const ask = (allowed: readonly string[], certificates: readonly (readonly [string, string])[]) =>
    net.ask(
      { method: 'GET', url: `${origin}/one`, headers: {}, body: null },
      {
        allowed: new Set(allowed),
        certificates: new Map(certificates),
        maxAgeMs: 0,
        source: null,
        daily: undefined,
        hide: (text) => text,
        signal: new AbortController().signal,
      },
    );
  const other = await ask([origin], [['https://127.0.0.1:1', fingerprintOf(FIRST)]]);
  assert.is('certificate' in other && other.certificate, fingerprintOf(FIRST));
  assert.match(JSON.stringify(await ask([], [[origin, fingerprintOf(FIRST)]])), /in the home network/);
  assert.equal(device.heard, []);
});

test.run();
