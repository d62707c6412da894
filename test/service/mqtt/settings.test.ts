import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { MqttWrite } from '../../../src/schema/appliance/mqtt.ts';
import { MqttSettingsService, isSameBroker } from '../../../src/service/mqtt/mqtt.ts';
import { refusalOf, storeWith } from '../rig.ts';

const test = suite('service/mqtt');

const open = (more: object = {}) => {
  const { store, state } = storeWith(({ settings }) => ({
    settings: {
      ...settings,
      mqtt: {
        ...settings.mqtt,
        broker_host: 'broker',
        broker_port: 1883,
        tls: false,
        secrets: { password: 'p' },
        ...more,
      },
    },
  }));
  return { service: new MqttSettingsService(store), mqtt: () => state().settings.mqtt };
};
const write = (more: object): MqttWrite => more as MqttWrite;

test('the password is masked, and empty where there is none', () => {
  assert.is(open().service.get().password, '***');
  assert.is(open({ secrets: {} }).service.get().password, '');
  assert.not.ok('secrets' in open().service.get());
});

test('null and what was not sent stay as they are', async () => {
  const { service, mqtt } = open({ username: 'ann' });
  await service.set(write({ username: null, base_topic: 'house' }));
  assert.equal([mqtt().username, mqtt().base_topic, mqtt().secrets], ['ann', 'house', { password: 'p' }]);
});

const passwords: [sent: object, kept: object][] = [
  [{ password: '***' }, { password: 'p' }],
  [{ password: null }, { password: 'p' }],
  [{ password: 'new' }, { password: 'new' }],
  [{ password: '' }, {}],
  [{ password: 'new', broker_host: 'other' }, { password: 'new' }],
  [{ password: '', tls: true }, {}],
  [{ broker_host: ' BROKER ' }, { password: 'p' }],
];
for (const [sent, kept] of passwords)
  test(`${JSON.stringify(sent)} leaves the password ${JSON.stringify(kept)}`, async () => {
    const { service, mqtt } = open();
    await service.set(write(sent));
    assert.equal(mqtt().secrets, kept);
  });

test('a pasted address is taken apart', async () => {
  const { service, mqtt } = open({ secrets: {} });
  await service.set(write({ broker_host: 'mqtts://other:8884' }));
  assert.equal([mqtt().broker_host, mqtt().broker_port, mqtt().tls], ['other', 8884, true]);
});

const refusals: [what: string, before: object, sent: object, refusal: RegExp][] = [
  ['another broker for the password', {}, { broker_host: 'other' }, /^400 password: the stored one is kept only/],
  ['another port for the password', {}, { broker_port: 1884 }, /^400 password: the stored one/],
  ['other encryption for the password', {}, { tls: true, password: '***' }, /^400 password: the stored one/],
  ['a mask that stands for nothing', { secrets: {} }, { password: '***' }, /^400 password: \*\*\* stands for/],
  ['a user in the address', { secrets: {} }, { broker_host: 'ann@broker' }, /^400 broker_host: /],
  ['a blank in the address', { secrets: {} }, { broker_host: 'a broker' }, /^400 broker_host: /],
  ['a password in the link', {}, { external_url: 'http://ann:p@host/' }, /^400 external_url: an address without/],
  ['a link of another kind', {}, { external_url: 'ftp://host' }, /^400 external_url: "ftp:\/\/host" is not/],
  ['topics that would meet', {}, { base_topic: 'x', discovery_prefix: 'x' }, /^400 base_topic: "x" is the prefix/],
  ['no broker', { secrets: {}, broker_host: '' }, { enabled: true }, /^400 broker_host: a name or address/],
  ['what is no certificate', {}, { ca_certificate: 'hello' }, /^400 ca_certificate: .*\.$/],
];
for (const [what, before, sent, refusal] of refusals)
  test(`${what} is refused`, async () => {
    const { service, mqtt } = open(before);
    const stored = mqtt();
    assert.match(await refusalOf(() => service.set(write(sent))), refusal);
    assert.is(mqtt(), stored);
  });

test('links and nothing at all are fine', async () => {
  const { service, mqtt } = open();
  await service.set(write({ external_url: 'https://flapbox.example/', ca_certificate: '' }));
  assert.is(mqtt().external_url, 'https://flapbox.example/');
  await service.set(write({ external_url: '', enabled: false }));
  assert.is(mqtt().external_url, '');
});

test('what is switched off needs no broker', async () => {
  const { service, mqtt } = open({ secrets: {} });
  await service.set(write({ enabled: false, broker_host: '' }));
  assert.equal([mqtt().enabled, mqtt().broker_host], [false, '']);
});

test('without a password every broker is the same one', () => {
  const { mqtt } = open();
  const other = { ...mqtt(), broker_host: 'other' };
  assert.equal([isSameBroker(mqtt(), other), isSameBroker({ ...mqtt(), secrets: {} }, other)], [false, true]);
});

test.run();
