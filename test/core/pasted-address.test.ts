import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bareHost, brokerAddress, brokerPlace, hostAtPort } from '../../src/core/pasted-address.ts';

const test = suite('core/pasted-address');

/** [what was pasted, the host that is meant] */
const HOSTS: readonly (readonly [string, string])[] = [
  ['192.168.1.7', '192.168.1.7'],
  [' 192.168.1.7:7000 ', '192.168.1.7:7000'],
  ['http://192.168.1.7:7000/', '192.168.1.7:7000'],
  ['HTTPS://Board.local', 'Board.local'],
  ['http://192.168.1.7:7000/local-api/message?x=1#y', '192.168.1.7:7000'],
  ['http://[fd00::7]:7000/', '[fd00::7]:7000'],
  ['fd00::7', 'fd00::7'],
  ['http://me:secret@192.168.1.7/', 'http://me:secret@192.168.1.7/'],
  ['http://8.8.8.8@192.168.1.7/', 'http://8.8.8.8@192.168.1.7/'],
  ['http://192.168.1.7\\@8.8.8.8/', 'http://192.168.1.7\\@8.8.8.8/'],
  ['http://192.168.1.7:99999/', 'http://192.168.1.7:99999/'],
  ['http://a b/', 'http://a b/'],
  ['ftp://192.168.1.7', 'ftp://192.168.1.7'],
  ['http://', 'http://'],
  ['', ''],
];
for (const [pasted, meant] of HOSTS) test(`"${pasted}" as a host`, () => assert.is(bareHost(pasted), meant));

/** [the host, the port beside it, what they mean together] */
const PORTS: readonly (readonly [string, number | null | undefined, string])[] = [
  ['192.168.1.7', 7001, '192.168.1.7:7001'],
  ['board.local', 7001, 'board.local:7001'],
  ['192.168.1.7:7002', 7001, '192.168.1.7:7002'],
  ['fd00::7', 7001, '[fd00::7]:7001'],
  ['[fd00::7]', 7001, '[fd00::7]:7001'],
  ['[fd00::7]:7002', 7001, '[fd00::7]:7002'],
  ['192.168.1.7', null, '192.168.1.7'],
  ['192.168.1.7', undefined, '192.168.1.7'],
  ['', 7001, ''],
  ['a b', 7001, 'a b'],
];
for (const [host, port, meant] of PORTS)
  test(`"${host}" at port ${port}`, () => assert.is(hostAtPort(host, port), meant));

/** [what was pasted, what it says of a broker] */
const BROKERS: readonly (readonly [string, object])[] = [
  ['broker.local', { broker_host: 'broker.local' }],
  ['192.168.1.7:1884', { broker_host: '192.168.1.7', broker_port: 1884 }],
  ['mqtt://192.168.1.7', { broker_host: '192.168.1.7', broker_port: 1883, tls: false }],
  ['tcp://192.168.1.7:1884/', { broker_host: '192.168.1.7', broker_port: 1884, tls: false }],
  ['mqtts://broker.local', { broker_host: 'broker.local', broker_port: 8883, tls: true }],
  ['mqtt://[fd00::7]:1884', { broker_host: 'fd00::7', broker_port: 1884, tls: false }],
  ['http://homeassistant.local:8123/lovelace', { broker_host: 'homeassistant.local' }],
  ['fd00::7', { broker_host: 'fd00::7' }],
  ['me:secret@broker.local', { broker_host: 'me:secret@broker.local' }],
  ['mqtt://me:secret@broker.local', { broker_host: 'mqtt://me:secret@broker.local' }],
  ['ftp://broker.local', { broker_host: 'ftp://broker.local' }],
  ['', { broker_host: '' }],
];
for (const [pasted, meant] of BROKERS) test(`"${pasted}" as a broker`, () => assert.equal(brokerPlace(pasted), meant));

/** [what was pasted, the address that is meant] */
const ADDRESSES: readonly (readonly [string, string])[] = [
  ['mqtt://192.168.1.7:1883', 'mqtt://192.168.1.7:1883'],
  ['mqtts://me:***@broker.local', 'mqtts://me:***@broker.local'],
  ['192.168.1.7:1883', 'mqtt://192.168.1.7:1883'],
  ['broker.local', 'mqtt://broker.local'],
  ['http://192.168.1.7:8123/', 'http://192.168.1.7:8123/'],
  ['ws://192.168.1.7', 'ws://192.168.1.7'],
  ['', ''],
];
for (const [pasted, meant] of ADDRESSES)
  test(`"${pasted}" as an address of a broker`, () => assert.is(brokerAddress(pasted), meant));

test.run();
