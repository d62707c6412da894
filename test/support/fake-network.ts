import type { WifiCapability, WifiLink } from '../../src/schema/appliance/network.ts';
import {
  type JoinOutcome,
  type JoinRequest,
  type Network,
  type SavedNetwork,
  type SeenNetwork,
} from '../../src/setup/network.ts';

/** A network without a radio: a test decides what is in reach and what comes of joining, and sees what was asked. */
export interface FakeNetwork extends Network {
  capable: WifiCapability;
  online: boolean;
  networks: SeenNetwork[];
  known: SavedNetwork[];
  /** What joining comes to; while null it waits for `finish`. */
  outcome: JoinOutcome | null;
  finish(outcome: JoinOutcome): void;
  /** Whether the access point is open, and how often opening fails before it succeeds. */
  accessPoint: string | null;
  failures: number;
  /** Whether every connection counts as one over the access point. */
  hasClients: boolean;
  reachable: boolean;
  /** Calls in their order: `scan`, `open flapbox-12AB`, `close`, `join Home` … */
  readonly calls: string[];
  readonly requests: JoinRequest[];
}

/** A network in reach. */
export const seen = (ssid: string, more: Partial<SeenNetwork> = {}): SeenNetwork => ({
  ssid,
  signal: 70,
  security: 'wpa',
  label: 'WPA2',
  in_use: false,
  ...more,
});

/** A fake network without stored networks, with `Home` (WPA2) and `Cafe` (open) in reach. */
export const createFakeNetwork = (): FakeNetwork => {
  let waiting: (outcome: JoinOutcome) => void = () => undefined;
  const link = (): WifiLink => {
    const present = network.known.find(({ in_use }) => in_use);
    return present
      ? {
          connected: true,
          ssid: present.ssid,
          ip_address: '192.168.1.9',
          gateway: '192.168.1.1',
          signal: 70,
          internet_reachable: network.reachable,
        }
      : {
          connected: false,
          ssid: null,
          ip_address: null,
          gateway: null,
          signal: null,
          internet_reachable: network.reachable,
        };
  };
  const join = async (request: JoinRequest): Promise<JoinOutcome> => {
    const outcome = network.outcome ?? (await new Promise<JoinOutcome>((resolve) => (waiting = resolve)));
    if (!outcome.joined) return outcome;
    network.known = [
      ...network.known.filter(({ ssid }) => ssid !== request.ssid).map(({ ssid }) => ({ ssid, in_use: false })),
      { ssid: request.ssid, in_use: true },
    ];
    network.online = true;
    return outcome;
  };
  const network: FakeNetwork = {
    capable: { available: true, reason: null },
    online: false,
    networks: [seen('Home'), seen('Cafe', { signal: 40, security: 'open', label: 'open' })],
    known: [],
    outcome: { joined: true },
    finish: (outcome) => waiting(outcome),
    accessPoint: null,
    failures: 0,
    hasClients: true,
    reachable: true,
    calls: [],
    requests: [],
    accessPointAddress: '127.0.0.1',
    isAccessPointClient: () => network.hasClients,
    isOnline: () => network.online,
    capability: () => Promise.resolve(network.capable),
    status: () => Promise.resolve(link()),
    scan: () => {
      network.calls.push('scan');
      return Promise.resolve(network.networks);
    },
    saved: () => Promise.resolve(network.known),
    connect: (request, withinMs) => {
      network.calls.push(`join ${request.ssid} ${withinMs}`);
      network.requests.push(request);
      return join(request);
    },
    disconnect: () => {
      network.calls.push('disconnect');
      return Promise.resolve();
    },
    forget: (ssid) => {
      const found = network.known.some((one) => one.ssid === ssid);
      network.known = network.known.filter((one) => one.ssid !== ssid);
      return Promise.resolve(found);
    },
    accessPointName: () => Promise.resolve('flapbox-12AB'),
    startAccessPoint: (name) => {
      if (network.failures-- > 0) return Promise.reject(new Error('the radio refuses'));
      network.calls.push(`open ${name}`);
      network.accessPoint = name;
      return Promise.resolve();
    },
    stopAccessPoint: () => {
      if (network.accessPoint !== null) network.calls.push('close');
      network.accessPoint = null;
      return Promise.resolve();
    },
    connectivity: () => Promise.resolve(network.reachable),
  };
  return network;
};
