import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Net } from '../../src/plugins/network/net.ts';
import { tellUnreached } from '../../src/plugins/network/unreached.ts';
import { Reach, type Unreached } from '../../src/plugins/network/reach.ts';

const test = suite('what can be reached');

const CASES: readonly (readonly [what: string, host: string, code: string, offline: boolean | undefined])[] = [
  ['nobody to ask for names', 'api.example.com', 'EAI_AGAIN', true],
  ['no way out of the house', 'api.example.com', 'ENETUNREACH', true],
  ['a name that nobody knows', 'api.example.com', 'ENOTFOUND', true],
  ['a server that turns down', 'api.example.com', 'ECONNREFUSED', false],
  ['a device in the house', 'hub.local', 'ENOTFOUND', false],
  ['a device by its name alone', 'hub', 'EAI_AGAIN', false],
  ['a private address', '192.168.1.5', 'EHOSTUNREACH', false],
  ['an answer that could not be read', 'api.example.com', 'Z_DATA_ERROR', undefined],
];
for (const [what, host, code, offline] of CASES) {
  test(what, () => assert.equal(new Reach().lost(host, code), offline === undefined ? undefined : { host, offline }));
}

test('one unknown name is no loss of the internet while another host answers', () => {
  const reach = new Reach();
  reach.answered('other.example.com');
  assert.equal(reach.lost('tpyo.example.com', 'ENOTFOUND'), { host: 'tpyo.example.com', offline: false });
  reach.lost('other.example.com', 'ENOTFOUND');
  assert.is(reach.lost('tpyo.example.com', 'ENOTFOUND')?.offline, true);
});

test('an answer from the house says nothing about the internet', () => {
  const reach = new Reach();
  reach.answered('192.168.1.5');
  assert.is(reach.lost('api.example.com', 'ENOTFOUND')?.offline, true);
});

test('failures are told, answers pass', async () => {
  const unreached = { host: 'a.example.com', offline: true };
  const heard: Unreached[] = [];
  const net: Net = { bytes: async () => ({ error: 'no', unreached }), json: async () => ({ value: 5 }) };
  const told = tellUnreached(net, (one) => heard.push(one));
  assert.equal(await told.json('x'), { value: 5 });
  assert.equal(heard, []);
  await told.bytes('x');
  assert.equal(heard, [unreached]);
});

test.run();
