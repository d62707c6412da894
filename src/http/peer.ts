import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type Socket } from 'node:net';

/** The other end of a connection. */
export interface Peer {
  /** The client's address; what a proxy on this machine says of it counts. */
  readonly address: string;
  /** Whether that address is this machine. */
  readonly loopback: boolean;
  /** The address of ours that was called. */
  readonly local: string;
}

/** An address without the form that IPv6 gives one of IPv4. */
export const unmapped = (address: string | undefined): string => (address ?? '').replace(/^::ffff:/i, '');

const isLoopback = (address: string): boolean => address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);

const fromProxy = (socket: Socket): boolean => isLoopback(unmapped(socket.remoteAddress));

// The last entry is the one that the proxy on this machine added itself; a client can write the ones before it.
const lastEntry = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',')
    .at(-1)
    ?.trim() ?? '';

// Some proxies add the port.
const addressOf = (entry: string): string =>
  unmapped(/^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? entry.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1'));

/** The address of the machine at the other end of a connection, a proxy's too. */
export const addressOfSocket = (socket: Socket): string => unmapped(socket.remoteAddress);

/** The client of a request; `X-Forwarded-For` counts only from a loopback peer, and only when it is an address. */
export const readPeer = (socket: Socket, headers: IncomingHttpHeaders): Peer => {
  const forwarded = fromProxy(socket) ? addressOf(lastEntry(headers['x-forwarded-for'])) : '';
  const address = isIP(forwarded) ? forwarded : unmapped(socket.remoteAddress);
  return { address, loopback: isLoopback(address), local: unmapped(socket.localAddress) };
};

/** Whether a request arrived over HTTPS; `X-Forwarded-Proto` counts only from a loopback peer. */
export const isSecure = (socket: Socket, headers: IncomingHttpHeaders): boolean =>
  'encrypted' in socket || (fromProxy(socket) && lastEntry(headers['x-forwarded-proto']).toLowerCase() === 'https');

/** The host and port that the client called; `X-Forwarded-Host` counts only from a loopback peer. */
export const calledHost = (socket: Socket, headers: IncomingHttpHeaders): string =>
  ((fromProxy(socket) && lastEntry(headers['x-forwarded-host'])) || headers.host || '').toLowerCase();
