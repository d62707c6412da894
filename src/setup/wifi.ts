import { Fault } from '../fault.ts';
import type {
  WifiCapability,
  WifiConnect,
  WifiConnected,
  WifiSaved,
  WifiScan,
  WifiSetUp,
  WifiStatus,
} from '../schema/appliance/network.ts';
import { passwordProblem, securityFor } from './choice.ts';
import { describeFailure, type Network } from './network.ts';
import { JOIN_MS } from './phase.ts';
import type { SetUp } from './set-up.ts';

/** What Wi-Fi works with. */
export interface WifiOptions {
  readonly network: Network;
  readonly setUp: SetUp;
  /** Waits that many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

const PROBES = 10;
const PROBE_EVERY_MS = 3000;

/** Wi-Fi as a signed-in owner has it. Everything but `capability` is 501 where there is none. */
export class Wifi {
  readonly #options: WifiOptions;

  constructor(options: WifiOptions) {
    this.#options = options;
  }

  /** Whether Wi-Fi is managed here. */
  capability(): Promise<WifiCapability> {
    return this.#options.network.capability();
  }

  /** The connection, and how set-up stands. */
  async status(): Promise<WifiStatus> {
    return { ...(await this.#ask((network) => network.status())), setup: this.#setUp() };
  }

  /** Stored networks. */
  async saved(): Promise<WifiSaved> {
    return (await this.#ask((network) => network.saved())).map(({ ssid, in_use }) => ({ name: ssid, in_use }));
  }

  /** Networks in reach; 400 when the radio refuses. */
  async scan(): Promise<WifiScan> {
    return (await this.#ask((network) => network.scan())).map(({ ssid, signal, label, in_use }) => ({
      ssid,
      signal,
      security: label,
      in_use,
    }));
  }

  /**
   * Joins and stores a network, and looks for half a minute whether the internet answers; 400 with the reason when it
   * is not joined.
   */
  async connect({ ssid, password, hidden }: WifiConnect): Promise<WifiConnected> {
    const network = await this.#network();
    const seen = hidden ? undefined : (await attempt(() => network.scan())).find((one) => one.ssid === ssid);
    const isKnown = (await attempt(() => network.saved())).some((one) => one.ssid === ssid);
    const security = securityFor(seen, password ?? '', isKnown);
    const problem = passwordProblem(ssid, password ?? '', security, isKnown);
    if (problem !== null) throw new Fault(400, problem);
    const request = {
      ssid,
      password: security === 'open' ? null : password || null,
      hidden: hidden ?? false,
      security,
    };
    const outcome = await attempt(() => network.connect(request, JOIN_MS));
    if (!outcome.joined) throw new Fault(400, describeFailure(ssid, outcome.failure));
    const connectivity_confirmed = await this.#confirm(network);
    return {
      status: 'connected',
      connectivity_confirmed,
      message: connectivity_confirmed
        ? `Joined “${ssid}”.`
        : `Joined “${ssid}”, but the internet does not answer through it.`,
    };
  }

  /** Leaves the present network; it stays stored. */
  async disconnect(): Promise<void> {
    await this.#ask((network) => network.disconnect());
  }

  /** Forgets a stored network; 404 for one that is not stored. */
  async forget(name: string): Promise<void> {
    const wasStored = await this.#ask((network) => network.forget(name));
    if (!wasStored) throw new Fault(404, 'There is no stored network of this name.');
  }

  /** Begins set-up by hand: the present network is left, and stays stored. */
  async beginSetUp(): Promise<WifiSetUp> {
    await this.#network();
    this.#options.setUp.begin();
    return this.#setUp();
  }

  async #ask<T>(work: (network: Network) => Promise<T>): Promise<T> {
    const network = await this.#network();
    return attempt(() => work(network));
  }

  async #network(): Promise<Network> {
    const { network } = this.#options;
    const { available, reason } = await network.capability();
    if (!available) throw new Fault(501, reason ?? 'There is no Wi-Fi here.');
    return network;
  }

  #setUp(): WifiSetUp {
    const { phase, access_point, address, failure } = this.#options.setUp.view;
    return { phase, access_point, address, failure };
  }

  async #confirm(network: Network): Promise<boolean> {
    for (let probe = 0; probe < PROBES; probe++) {
      if (await network.connectivity()) return true;
      if (probe < PROBES - 1) await this.#options.wait(PROBE_EVERY_MS);
    }
    return false;
  }
}

/** What the system's network service refuses is 400 (its sentence is for owners); nothing of it is our fault. */
const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new Fault(400, 'The system refused: Wi-Fi could not be asked or changed.', { cause: error });
  }
};
