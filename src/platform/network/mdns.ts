import type { MulticastDNS } from 'multicast-dns';
import { isRecord } from '../../core/record.ts';
import { onAbort } from '../abort.ts';
import type { Clock } from '../clock.ts';
import { isHomeAddress } from './net.ts';

/** A service that announces itself in the home network. */
export interface AnnouncedService {
  /** What it calls itself. */
  readonly name: string;
  /** Its IP address, or its name where it told none. */
  readonly host: string;
  readonly port: number;
  /** The kind that was asked for, such as `_mqtt._tcp`. */
  readonly type: string;
}

/** A record of an answer, as far as services need it. */
export interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly data?: unknown;
}

const MOST_SERVICES = 16;
const ASK_AGAIN_MS = 400;

const srvOf = (data: unknown): { target: string; port: number } | null => {
  const { target, port } = isRecord(data) ? data : {};
  return typeof target === 'string' && typeof port === 'number' ? { target, port } : null;
};

/** The services of some kinds that records tell of, each once; those outside of the home network are left out. */
export const servicesIn = (records: readonly DnsRecord[], types: readonly string[]): AnnouncedService[] => {
  const find = (type: string, name: string) =>
    records.filter((one) => one.type === type && one.name.toLowerCase() === name.toLowerCase());
  const services = types.flatMap((type) =>
    find('PTR', `${type}.local`).flatMap(({ data }): AnnouncedService[] => {
      const instance = typeof data === 'string' ? data : '';
      const srv = srvOf(find('SRV', instance)[0]?.data);
      if (!srv) return [];
      const address = find('A', srv.target).find((one) => typeof one.data === 'string')?.data;
      if (typeof address === 'string' && !isHomeAddress(address)) return [];
      const name = instance.slice(0, -`.${type}.local`.length);
      return [{ name, host: typeof address === 'string' ? address : srv.target, port: srv.port, type }];
    }),
  );
  const isFirst = (one: AnnouncedService, index: number) =>
    services.findIndex(({ host, port }) => host === one.host && port === one.port) === index;
  return services.filter(isFirst).slice(0, MOST_SERVICES);
};

/**
 * Asks the home network for services of some kinds, such as `_mqtt._tcp`, for `ms`. Never rejects: without multicast
 * there are none. The package is loaded now.
 */
export const browseServices = (
  types: readonly string[],
  ms: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<AnnouncedService[]> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve([]);
    const records: DnsRecord[] = [];
    const create = require('multicast-dns') as (options?: object) => MulticastDNS;
    const network = create();
    const ask = (): void => network.query(types.map((type) => ({ name: `${type}.local`, type: 'PTR' as const })));
    const end = (): void => {
      cancelAgain();
      cancel();
      unhear();
      network.removeAllListeners();
      network.on('error', () => undefined);
      network.destroy();
      resolve(servicesIn(records, types));
    };
    network.on('error', end);
    network.on('warning', () => undefined);
    network.on('response', ({ answers, additionals }) => {
      if (records.length < 1000) records.push(...answers, ...additionals);
    });
    const cancelAgain = clock.after(ASK_AGAIN_MS, ask);
    const cancel = clock.after(ms, end);
    const unhear = onAbort(signal, end);
    ask();
  });
