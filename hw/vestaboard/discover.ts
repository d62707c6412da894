import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '../../src/platform/clock.ts';
import { endsWithin } from '../../src/platform/wait.ts';
import { LOCAL_API_PORT, isHomeAddress } from '../../src/platform/network/net.ts';
import { eachOf, firstOf } from '../panel/waiting.ts';
import type { Address } from './address.ts';

/** A machine that accepts connections where Vestaboards offer their Local API. */
export interface FoundBoard extends Address {
  /** The name under which it was found; null when only its address is known. */
  readonly name: string | null;
}

/** Where and how to look. */
export interface DiscoveryOptions {
  readonly clock: Clock;
  /** Addresses to knock at; the machine's own private /24 networks unless given. */
  readonly addresses?: readonly string[];
  /** The IPv4 address of a name, null when there is none. */
  readonly resolve?: (name: string) => Promise<string | null>;
  readonly port?: number;
  /** For each address, in ms. */
  readonly connectMs?: number;
  /** For all names together, in ms. */
  readonly namesMs?: number;
}

/** The names under which boards announce themselves, in the order in which they joined the network. */
const NAMES = ['vestaboard.local', 'vestaboard-2.local', 'vestaboard-3.local', 'vestaboard'];
const AT_ONCE = 50;

/**
 * Finds boards by their usual names and by knocking at every address nearby. Never rejects; each address is listed
 * once, those with a name first.
 */
export const discoverBoards = async (options: DiscoveryOptions, signal: AbortSignal): Promise<FoundBoard[]> => {
  const {
    clock,
    addresses = neighbours(),
    resolve = resolveName,
    port = LOCAL_API_PORT,
    connectMs = 500,
    namesMs = 2000,
  } = options;
  const named = new Map<string, string>();
  const asking = Promise.all(
    NAMES.map(async (name) => {
      const address = await resolve(name);
      if (address !== null && !named.has(address)) named.set(address, name);
    }),
  );
  const open = await knockAll(addresses, (host) => knock({ host, port }, connectMs, clock, signal));
  await endsWithin(clock, namesMs, asking);
  const unseen = await knockAll(
    [...named.keys()].filter((host) => !addresses.includes(host)),
    (host) => knock({ host, port }, connectMs, clock, signal),
  );
  const found = [...new Set([...open, ...unseen])].map((host) => ({ host, port, name: named.get(host) ?? null }));
  return [...found.filter(({ name }) => name !== null), ...found.filter(({ name }) => name === null)];
};

/** Every other address of the private /24 networks around the machine's own IPv4 addresses. */
export const neighbours = (interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): string[] => {
  const own = Object.values(interfaces)
    .flatMap((all) => all ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isHomeAddress(address));
  const taken = new Set(own.map(({ address }) => address));
  const nets = new Set(own.map(({ address }) => address.slice(0, address.lastIndexOf('.') + 1)));
  return [...nets]
    .flatMap((net) => Array.from({ length: 254 }, (_, index) => `${net}${index + 1}`))
    .filter((address) => !taken.has(address));
};

const resolveName = (name: string): Promise<string | null> => {
  const { lookup } = require('node:dns/promises') as typeof import('node:dns/promises');
  return lookup(name, { family: 4 }).then(
    ({ address }) => (isHomeAddress(address) ? address : null),
    () => null,
  );
};

const knockAll = async (hosts: readonly string[], knockAt: (host: string) => Promise<boolean>): Promise<string[]> => {
  const open = new Set<string>();
  await eachOf(hosts, AT_ONCE, async (host) => {
    if (await knockAt(host)) open.add(host);
  });
  return hosts.filter((host) => open.has(host));
};

/** Whether an address accepts a connection in time. */
const knock = async (address: Address, ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> => {
  if (signal.aborted) return false;
  const isOpen = await firstOf<boolean>(clock, ms, signal, (tell) => {
    const socket = connect(address);
    socket.once('connect', () => tell(true));
    socket.on('error', () => tell(false));
    return () => socket.destroy();
  });
  return isOpen === true;
};
