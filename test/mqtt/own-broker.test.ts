import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownBroker } from '../../src/mqtt/own-broker.ts';
import { sampleState } from '../support/sample-state.ts';

const test = suite('mqtt/own-broker');

const settings = (more: object = {}) => ({
  ...sampleState().settings.mqtt,
  broker_host: 'broker',
  broker_port: 1883,
  tls: false,
  username: 'ann',
  ca_certificate: '/etc/ca.pem',
  secrets: { password: 'p' },
  ...more,
});
const SHARED = { username: 'ann', password: 'p', clientId: 'me', authority: '/etc/ca.pem' };

const ofSettings: [what: string, more: object, expected: object | null][] = [
  ['a name', {}, { ...SHARED, url: 'mqtt://broker:1883' }],
  ['encryption', { tls: true, broker_port: 8883 }, { ...SHARED, url: 'mqtts://broker:8883' }],
  ['an address of IPv6', { broker_host: 'fd00::5' }, { ...SHARED, url: 'mqtt://[fd00::5]:1883' }],
  ['no password', { secrets: {} }, { ...SHARED, password: '', url: 'mqtt://broker:1883' }],
  ['no broker', { broker_host: '' }, null],
];
for (const [what, more, expected] of ofSettings)
  test(`settings with ${what}`, () => assert.equal(ownBroker(settings(more), undefined, 'me'), expected));

const ofEnvironment: [address: string, expected: object][] = [
  ['tcp://other', { url: 'mqtt://other', username: '', password: '' }],
  ['tls://a%40b:p%20w@other:8883', { url: 'mqtts://other:8883', username: 'a@b', password: 'p w' }],
  ['mqtt://other:1884', { url: 'mqtt://other:1884', username: '', password: '' }],
  ['mqtts://other:1884', { url: 'mqtts://other:1884', username: '', password: '' }],
];
for (const [address, expected] of ofEnvironment)
  test(`the address ${address} of the environment goes before the settings`, () => {
    const found = ownBroker(settings({ broker_host: '' }), address, 'me');
    assert.equal(found, { clientId: 'me', authority: '/etc/ca.pem', ...expected });
  });

test.run();
