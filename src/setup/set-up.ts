import type { Cancel, Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { WifiSetUp } from '../schema/appliance/network.ts';
import { describeFailure, type JoinRequest, type Network, type SeenNetwork } from './network.ts';
import { advance, JOIN_MS, type Phase, type SetUpEvent } from './phase.ts';

/** What set-up works with. */
export interface SetUpOptions {
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Told when set-up begins, with the name of its access point and the address of its page, and when it ends (null).
   */
  readonly onActive: (place: { readonly name: string; readonly address: string } | null) => void;
}

/** What the page of set-up shows. */
export interface SetUpView extends WifiSetUp {
  /** Networks in reach, as they were before the access point opened or at the last search. */
  readonly networks: readonly SeenNetwork[];
  /** Names of stored networks: these need no password again. */
  readonly known: readonly string[];
  /** The network that could not be joined. */
  readonly failedSsid: string | null;
}

const LOOK_EVERY_MS = 5000;
/** How long the answer has to reach the phone before its Wi-Fi goes. */
const GRACE_MS = 3000;

/**
 * Offers Wi-Fi set-up over an access point when no network is there, and on request. The rules are those of `advance`;
 * here is what carries them out, one order after another.
 */
export class SetUp {
  readonly #options: SetUpOptions;
  #phase: Phase = { kind: 'watching', offlineSince: null };
  #name: string | null = null;
  #networks: readonly SeenNetwork[] = [];
  #known: readonly string[] = [];
  #work: Promise<void> = Promise.resolve();
  #cancel: Cancel = () => undefined;
  #running = false;
  #active = false;
  // A service that ended without warning may have left its access point behind.
  #isThere = true;

  constructor(options: SetUpOptions) {
    this.#options = options;
  }

  /** Looks after the network from now on. */
  start(): void {
    this.#running = true;
    this.#queue(() => this.#close());
    void this.#look();
  }

  /** Closes what is open. */
  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#running = false;
    this.#cancel();
    const { kind } = this.#phase;
    this.#phase = { kind: 'watching', offlineSince: null };
    this.#tell();
    if (kind === 'open' || kind === 'opening') this.#queue(() => this.#close());
    // Whatever else is under way may take a minute; the next start puts it in order.
    if (kind === 'open') await this.#work;
  }

  /** Whether the access point may be there, whose visitors are led to its page: it goes later than it is given up. */
  get isThere(): boolean {
    return this.#isThere;
  }

  /** How it stands. */
  get view(): SetUpView {
    const phase = this.#phase;
    const failed = phase.kind === 'open' || phase.kind === 'opening' ? phase.failed : null;
    return {
      phase: phase.kind === 'watching' || phase.kind === 'looking' ? 'off' : phase.kind,
      access_point: this.#name,
      address: `http://${this.#options.network.accessPointAddress}`,
      failure: failed && describeFailure(failed.ssid, failed.failure),
      networks: this.#networks,
      known: this.#known,
      failedSsid: failed?.ssid ?? null,
    };
  }

  /** Begins set-up because somebody wants it; stored networks stay. */
  begin(): void {
    this.#happen({ kind: 'asked' });
  }

  /** Notes that somebody looks at the page. */
  visit(): void {
    this.#happen({ kind: 'visited' });
  }

  /** Joins what was chosen on the page, after the answer had its time to get there. */
  choose(request: JoinRequest): void {
    this.#happen({ kind: 'chosen', request });
  }

  /** Searches for networks while the access point is open; a radio that cannot keeps the former list. */
  async search(): Promise<void> {
    const found = await this.#options.network.scan().catch(() => []);
    if (found.length > 0) this.#networks = found;
  }

  #happen(event: SetUpEvent): void {
    if (!this.#running) return;
    const { phase, order } = advance(this.#phase, event, this.#options.clock.monotonic());
    this.#phase = phase;
    this.#tell();
    if (order === 'open') this.#queue(() => this.#open());
    else if (order === 'close') this.#queue(() => this.#close());
    else if (order === 'join' && phase.kind === 'joining') this.#queue(() => this.#join(phase.request));
  }

  #queue(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#options.log.warn('Wi-Fi set-up failed at a step.', { error }));
  }

  async #open(): Promise<void> {
    const { network, log } = this.#options;
    if (this.#phase.kind !== 'opening') return;
    try {
      if (!(await network.capability()).available) return this.#happen({ kind: 'not-opened' });
      this.#name = await network.accessPointName();
      this.#known = (await network.saved()).map(({ ssid }) => ssid);
      // Most radios cannot search while they are an access point.
      await this.search();
      this.#isThere = true;
      await network.startAccessPoint(this.#name);
      log.info('Wi-Fi set-up is open.', { access_point: this.#name });
      this.#happen({ kind: 'opened' });
    } catch (error) {
      this.#isThere = false;
      log.warn('The access point for Wi-Fi set-up could not be opened.', { error });
      this.#happen({ kind: 'not-opened' });
    }
  }

  async #close(): Promise<void> {
    const { network } = this.#options;
    if ((await network.capability()).available) await network.stopAccessPoint();
    this.#isThere = false;
  }

  async #join(request: JoinRequest): Promise<void> {
    const { network, clock, log } = this.#options;
    await new Promise<void>((resolve) => void clock.after(GRACE_MS, resolve));
    if (!this.#running) return;
    try {
      await network.stopAccessPoint();
      this.#isThere = false;
      const outcome = await network.connect(request, JOIN_MS);
      log.info(
        outcome.joined ? 'Wi-Fi set-up joined the chosen network.' : 'Wi-Fi set-up could not join the chosen network.',
        outcome.joined ? {} : { failure: outcome.failure },
      );
      this.#happen(outcome.joined ? { kind: 'joined' } : { kind: 'failed', failure: outcome.failure });
    } catch (error) {
      log.warn('Wi-Fi set-up could not ask the system to join.', { error });
      this.#happen({ kind: 'failed', failure: 'refused' });
    }
  }

  /** While there is a network nothing is asked: a look then costs nothing. */
  async #look(): Promise<void> {
    const { network, clock, log } = this.#options;
    try {
      const online = network.isOnline();
      const known = !online && this.#asksForKnown && (await network.saved()).length > 0;
      this.#happen({ kind: 'looked', online, known });
    } catch (error) {
      // NetworkManager starts later than the service; without it nothing is known to be stored.
      log.debug('The stored networks are not known yet.', { error });
    }
    if (this.#running) this.#cancel = clock.after(LOOK_EVERY_MS, () => void this.#look());
  }

  get #asksForKnown(): boolean {
    return this.#phase.kind === 'watching' || this.#phase.kind === 'open';
  }

  #tell(): void {
    const place =
      this.#phase.kind === 'watching' || this.#name === null
        ? null
        : { name: this.#name, address: this.#options.network.accessPointAddress };
    if ((place !== null) === this.#active) return;
    this.#active = place !== null;
    this.#options.onActive(place);
  }
}
