import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../src/platform/clock.ts';
import { retryAfterHeader } from './cloud-api.ts';
import type { Switches } from './switches.ts';

type Fault = (response: ServerResponse, switches: Switches, clock: Clock) => void;

const FLOOD = Buffer.alloc(64 * 1024, ' ');

const FAULTS: Readonly<Record<Switches['fault'], Fault>> = {
  none: () => undefined,
  hang: () => undefined,
  drop: (response) => response.socket?.destroy(),
  reset: (response) => response.socket?.resetAndDestroy(),
  cut: (response) => {
    response.writeHead(200, { 'Content-Length': 400 });
    response.write('{"message":[[0,0', () => response.socket?.destroy());
  },
  garbage: (response) => response.writeHead(200).end('<html>{"message":[[1,2'),
  flood: (response) => {
    response.on('drain', () => response.write(FLOOD));
    while (response.write(FLOOD));
  },
  redirect: (response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
  status: (response, switches, clock) => {
    const headers = switches.faultStatus === 429 ? retryAfterHeader(switches, clock) : {};
    response.writeHead(switches.faultStatus, headers).end(`status ${switches.faultStatus}`);
  },
};

/** The fault that befalls a request of this method, or null; counts down `faultTimes`. */
export const takeFault = (switches: Switches, method: string): Fault | null => {
  if (switches.fault === 'none' || (switches.faultMethod !== 'any' && switches.faultMethod !== method)) return null;
  const fault = FAULTS[switches.fault];
  if (switches.faultTimes > 0 && --switches.faultTimes === 0) switches.fault = 'none';
  return fault;
};
