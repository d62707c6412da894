import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { once } from '../../core/memo.ts';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether an IP address lies in one of these networks; nothing else does. The list is made at its first use. */
const within = (...subnets: readonly string[]): ((address: string) => boolean) => {
  const list = once(() => {
    const made = new BlockList();
    for (const [net = '', prefix] of subnets.map((one) => one.split('/')))
      made.addSubnet(net, Number(prefix), familyOf(net));
    return made;
  });
  return (address) => isIP(address) !== 0 && list().check(address, familyOf(address));
};

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'];

const isAtHome = within('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', ...LOOPBACK, ...LINK_LOCAL);

/** Whether an IP address is private, loopback or link-local. */
export const isHomeAddress = (address: string): boolean =>
  isAtHome(address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, ''));

const leadsBack = within('0.0.0.0/8', '::/128', ...LOOPBACK, ...LINK_LOCAL);

/** Whether an IP address leads back to this machine, or is link-local: what listens there trusts whoever reaches it. */
export const isOwnAddress = (address: string): boolean => {
  // An IPv4 address that is written as IPv6 is held against the rules of IPv4, too.
  if (leadsBack(address)) return true;
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === bare));
};

const NAME = /^(?!-)[a-z0-9-]{1,63}(?:\.(?!-)[a-z0-9-]{1,63})*\.?$/i;

/**
 * The parts of `name`, `address`, `name:port` or `[v6]:port`; null when it is none of these. Port 0 means that none was
 * given.
 */
export const parseHost = (text: string): { host: string; port: number } | null => {
  const trimmed = text.trim();
  // A zone (`fe80::1%eth0`) has no place in the address of a request.
  if (isIP(trimmed) === 6) return trimmed.includes('%') ? null : { host: trimmed, port: 0 };
  const match = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(trimmed);
  const host = match?.[1] ?? match?.[2];
  if (!match || host === undefined) return null;
  const port = match[3] === undefined ? 0 : Number(match[3]);
  if (port > 65_535 || (match[3] !== undefined && port === 0)) return null;
  if (match[1] !== undefined) return isIP(host) === 6 ? { host, port } : null;
  if (/^[\d.]+$/.test(host)) return isIP(host) === 4 ? { host, port } : null;
  return NAME.test(host) && host.length <= 253 ? { host, port } : null;
};

/** Where Vestaboards offer their Local API. */
export const LOCAL_API_PORT = 7000;

const LOOKUP_MS = 3000;

/**
 * Why a board's address cannot be used, in a sentence; null when it can. It must be a bare name or address, optionally
 * with a port, that leads to a private, loopback or link-local address: the appliance is no proxy to the internet
 * (rules, B3). With `mayBeUnknown` a name that nobody knows now passes too: its board may be switched off.
 */
export const refuseHost = async (text: string, resolve = lookupAll, mayBeUnknown = false): Promise<string | null> => {
  const parsed = parseHost(text);
  if (!parsed)
    return (
      `host: "${text.slice(0, 80)}" is not a host name or IP address, optionally with a port (192.168.1.20 ` +
      'or vestaboard.local:7000).'
    );
  const addresses = isIP(parsed.host) ? [parsed.host] : await resolve(parsed.host);
  if (addresses.length === 0 && mayBeUnknown) return null;
  if (addresses.length === 0)
    return `host: the name "${parsed.host}" is not known in this network; use the board's IP address.`;
  return addresses.every(isHomeAddress)
    ? null
    : `host: "${parsed.host}" is not an address of the home network; only private, loopback and link-local ` +
        'addresses are allowed.';
};

const isLoopback = within(...LOOPBACK);

/** The code of the error that a connection ends with whose name leads out of the home network. */
export const NOT_AT_HOME = 'ENOTHOME';

/**
 * Looks names up for connections to boards: asked once for each of them, and the addresses that it answers are the ones
 * that are connected to. All of them must lie in the home network, as when the name was stored; a name that has led to
 * another machine does not lead to this one later. A name server that changes its answer must not direct the appliance
 * at other machines.
 */
export const createHomeLookup = (resolve = lookupAll): LookupFunction => {
  let wasOutside = false;
  return (host, { family, all }, answer) => {
    const end = (code: string, list: { address: string; family: number }[] = []): void => {
      const [first] = list;
      const error = first ? null : Object.assign(new Error(code), { code });
      if (all) answer(error, list);
      else answer(error, first?.address ?? '', first?.family);
    };
    void resolve(host).then(
      (addresses) => {
        if (addresses.length === 0) return end('ENOTFOUND');
        if (!addresses.every(isHomeAddress) || (wasOutside && addresses.some(isLoopback))) return end(NOT_AT_HOME);
        wasOutside ||= !addresses.some(isLoopback);
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const wanted = found.filter((one) => !family || one.family === Number(String(family).replace('IPv', '')));
        return end('ENOTFOUND', wanted);
      },
      () => end('ENOTFOUND'),
    );
  };
};

const lookupAll = async (host: string): Promise<string[]> => {
  const late = new Promise<string[]>((resolve) => setTimeout(() => resolve([]), LOOKUP_MS).unref());
  const { lookup } = require('node:dns/promises') as typeof import('node:dns/promises');
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, late]);
};

const NETWORK_GROUPS = 4;
const GROUPS = 8;

/** The groups of a part of an IPv6 address, an IPv4 address at its end counting as two. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));

/**
 * What stands for whoever has an address: the address itself, of IPv6 the network of 64 bits in which any device takes
 * as many addresses as it likes.
 */
export const networkOf = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : GROUPS - first.length - last.length }, () => '0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
