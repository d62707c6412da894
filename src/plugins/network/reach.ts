import { putNewest } from '../../platform/newest.ts';
import { BlockList, isIP } from 'node:net';
import { once } from '../../core/memo.ts';

/** A host of which no server answered. */
export interface Unreached {
  readonly host: string;
  /** Whether nothing of the internet seems to be in reach, as far as names and ways tell. */
  readonly offline: boolean;
}

/** Causes that leave no doubt: this machine has no way out, or nobody to ask for names. */
const NO_WAY = new Set(['EAI_AGAIN', 'ENETUNREACH', 'ENETDOWN']);
/** Causes that lie with one host as easily as with all of them. */
const LOST = new Set(['ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNREFUSED', 'ECONNRESET']);
const MOST_HOSTS = 100;

const house = once((): BlockList => {
  const list = new BlockList();
  for (const [network, bits] of [
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['::1', 128],
    ['fc00::', 7],
    ['fe80::', 9],
  ] as const)
    list.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4');
  return list;
});

/** Whether a host lies in the house: a private address, or a name that no public server knows. */
export const isInHouse = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$|\.$/g, '');
  const family = isIP(bare);
  if (family !== 0) return house().check(bare, family === 4 ? 'ipv4' : 'ipv6');
  return !bare.includes('.') || /\.(local|lan|home|internal|home\.arpa|localhost)$/i.test(bare);
};

/**
 * Remembers which hosts of the internet answered when they were last asked, to tell one that is away from a house
 * without internet.
 */
export class Reach {
  readonly #answers = new Map<string, boolean>();

  /** A server answered, whatever it said. */
  answered(host: string): void {
    this.#note(host, true);
  }

  /**
   * What a failure tells about reaching a host; undefined when a server was reached. `code` is that of the system's
   * error.
   */
  lost(host: string, code: string): Unreached | undefined {
    if (!NO_WAY.has(code) && !LOST.has(code)) return undefined;
    if (isInHouse(host)) return { host, offline: false };
    this.#note(host, false);
    const named = code === 'ENOTFOUND' && ![...this.#answers.values()].includes(true);
    return { host, offline: NO_WAY.has(code) || named };
  }

  #note(host: string, answered: boolean): void {
    if (!isInHouse(host)) putNewest(this.#answers, host, answered, MOST_HOSTS);
  }
}
