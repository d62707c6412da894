import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { calledHost, isSecure, readPeer } from '../../src/http/peer.ts';

const test = suite('http/peer');

const socketOf = (remoteAddress: string): Socket => ({ remoteAddress, localAddress: '192.168.1.2' }) as Socket;
const FORWARDED = {
  host: 'kitchen',
  'x-forwarded-for': '10.1.2.3',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'boards.example.org',
};

for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '::FFFF:127.0.0.1']) {
  test(`what a proxy at ${address} says counts`, () => {
    const socket = socketOf(address);
    assert.equal(
      [readPeer(socket, FORWARDED).address, isSecure(socket, FORWARDED), calledHost(socket, FORWARDED)],
      ['10.1.2.3', true, 'boards.example.org'],
    );
  });
}
for (const address of ['192.168.1.9', '10.0.0.1', '128.0.0.1', '127.evil', 'fe80::1', '::ffff:192.168.1.9', '::2']) {
  test(`what ${address} says of itself does not count`, () => {
    const socket = socketOf(address);
    assert.equal(
      [readPeer(socket, FORWARDED).address, isSecure(socket, FORWARDED), calledHost(socket, FORWARDED)],
      [address.replace('::ffff:', ''), false, 'kitchen'],
    );
  });
}
test('TLS is secure from anywhere', () => {
  assert.ok(isSecure(new TLSSocket(new Socket()), {}));
});

test.run();
