import type { Driver, DriverAction, Frame, ReadOutcome, Watch, WriteOutcome } from '../../../src/board/driver.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import type { ConnectionOf } from '../../../src/schema/boards/connection-field.ts';
import type { PanelSetup } from '../description.ts';
import { tellFault } from '../faults.ts';
import type { SERIAL_FIELDS } from '../fields.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { Moves, type Move } from '../moves.ts';
import { openSerial, type OpenLine } from '../serial-line.ts';
import { Wall } from '../wall.ts';
import { chainActions } from './actions.ts';
import { openChain, type Chain, type ChainOptions } from './connection.ts';
import { Homing } from './homing.ts';
import { CHAIN_TIMES, OLD_REEL, type ChainLink, type ChainStatus, type ChainTimes } from './link.ts';
import type { ModuleStatus } from './messages.ts';

const HIGHEST_ADDRESS = 254;
const READ_EVERY_MS = 30_000;
const LOOK_EVERY_MS = 1000;
/** How long a module takes for one flap, and to gather speed, in ms. */
const FLAP_MS = 63;
const RAMP_MS = 400;
/** How much slower modules turn while they look for home. */
const HOMING_FACTOR = 2.7;

/** Size and settings of a panel. */
export type ChainlinkSettings = PanelSetup<ConnectionOf<typeof SERIAL_FIELDS>>;

/** What the driver depends on. */
export interface ChainlinkDeps {
  readonly clock: Clock;
  readonly open?: OpenLine;
  readonly times?: Partial<ChainTimes>;
}

/** Drives a chain of split-flap modules behind one serial board. */
export class Chainlink extends LinkedDriver<Chain> implements Driver {
  readonly kind = 'chainlink';
  readonly transitions = 'cells';
  readonly readBackMs = READ_EVERY_MS;
  readonly watch: Watch = { everyMs: LOOK_EVERY_MS, look: (signal) => this.#look(signal) };
  readonly actions: Readonly<Record<string, DriverAction>>;
  readonly #clock: Clock;
  readonly #wall: Wall;
  readonly #port: ChainOptions;
  readonly #moves: Moves;
  readonly #homing: Homing;
  readonly #targets: (number | undefined)[] = [];
  #status: ChainStatus | null = null;
  #unsent = true;
  /** Whether a device was found before: one that is found anew may have lost what it showed. */
  #known = false;
  /** Whether a frame waits for the connection, and then brings all there is to show. */
  #reaching = false;
  /** Whether nothing may move, until it is asked for something again. */
  #isHalted = false;

  /** Throws a sentence for the owner when the settings are unusable. */
  constructor({ rows, cols, panel }: ChainlinkSettings, { clock, open = openSerial, times }: ChainlinkDeps) {
    super();
    const { path, baud_rate } = panel.connection;
    if (!path) throw new Error('The panel needs the path of its serial port.');
    const all = { ...CHAIN_TIMES, ...times };
    this.#clock = clock;
    this.#wall = new Wall({ rows, cols, panel, highestAddress: HIGHEST_ADDRESS, defaultFlaps: OLD_REEL });
    this.#homing = new Homing(all.homingMs);
    this.#moves = new Moves({
      clock,
      count: this.#wall.modules.length,
      panel,
      redirectable: true,
      duration: (_module, from, to) => this.#duration(from, to),
      launch: (moves) => {
        this.#target(moves);
        if (!this.stopped.aborted) this.#flush(this.stopped).catch(() => undefined);
      },
    });
    this.#port = {
      clock,
      times: all,
      path,
      baudRate: baud_rate ?? null,
      open,
      onStatus: (status) => this.#learn(status),
      onRestart: () => this.#noteRestart(),
      onLost: (chain) => this.#lose(chain),
    };
    this.actions = chainActions({
      clock,
      wall: this.#wall,
      connect: (signal) => this.#reach(signal),
      restart: (signal) => this.#restart(signal),
      show: (flaps, signal) => this.#show(flaps, true, signal),
    });
  }

  /** Drops movements that wait for their turn; what the wall was to show is asked for again. */
  halt(): void {
    this.#isHalted = true;
    if (this.#moves.halt()) this.tellRestart();
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.#known = false;
  }

  write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    return this.report(signal, async (either): Promise<WriteOutcome> => {
      this.#reaching = true;
      await this.#reach(either).finally(() => (this.#reaching = false));
      const fault = this.#status?.fault ?? null;
      if (fault !== null) return { status: 'failed', reason: `The panel cannot turn: ${fault}.` };
      const { flaps, substitutions, repeated } = this.#wall.aim(grid);
      await this.#show(flaps, repeated, either);
      return { status: 'sent', substitutions };
    });
  }

  read(signal: AbortSignal): Promise<ReadOutcome> {
    return this.report(signal, async (either): Promise<ReadOutcome> => {
      const status = await (await this.#reach(either)).status(either);
      const fault = status && this.#faultOf(status);
      if (fault) return { status: 'failed', reason: fault };
      const isKnown = status !== null || this.#wall.asked !== null;
      return { status: 'read', grid: isKnown ? this.#wall.gridFrom((module) => this.#flapAt(module, status)) : null };
    });
  }

  async #reach(signal: AbortSignal): Promise<ChainLink> {
    this.#isHalted = false;
    return (await this.connect(signal)).link;
  }

  protected async open(signal: AbortSignal): Promise<Chain> {
    return this.#adopt(await openChain(this.#port, signal));
  }

  protected release(chain: Chain): Promise<void> {
    return chain.close('The panel was stopped.');
  }

  async #restart(signal: AbortSignal): Promise<void> {
    await (await this.connect(signal)).restart(this.stopped);
    await this.drop();
  }

  #lose(chain: Chain): void {
    if (this.lose(chain)) this.forget();
  }

  /**
   * Finds a panel that was lost; one that is there says by itself when it starts, unless it has been silent for long.
   */
  #look(signal: AbortSignal): Promise<void> {
    return this.until(signal, async (either) => (await this.#reach(either)).look(either));
  }

  #noteRestart(): void {
    this.forget();
    if (!this.#reaching) this.tellRestart();
  }

  #duration(from: number | null, to: number): number {
    const { count } = this.#wall.flaps;
    if (from === null) return count * FLAP_MS * (1 + HOMING_FACTOR);
    return from === to ? 0 : ((to - from + count) % count) * FLAP_MS + RAMP_MS;
  }

  /** Sends the wall to flaps; what may not start yet follows by itself. */
  async #show(flaps: readonly number[], again: boolean, signal: AbortSignal): Promise<void> {
    const single = this.link?.link.single ?? true;
    if (again || !single) this.#unsent = true;
    const moves = flaps.map((flap, module) => ({ module, flap }));
    const differing = moves.filter(({ module, flap }) => this.#moves.heading(module) !== flap);
    this.#target(single ? this.#moves.begin(differing) : moves);
    await this.until(signal, (either) => this.#flush(either));
  }

  #target(moves: readonly Move[]): void {
    for (const { module, flap } of moves) this.#targets[this.#wall.addressOf(module)] = flap;
    this.#unsent ||= moves.length > 0;
  }

  /** The chain takes all targets at once; what it did not take goes out with the next write. */
  async #flush(signal: AbortSignal): Promise<void> {
    const link = this.link?.link;
    if (!link) throw new Error('The panel is not connected.');
    if (!this.#unsent) return;
    this.#unsent = false;
    if (link.single) this.#follow();
    await link.show(this.#targets, this.#wall.flaps, signal).catch((error: unknown) => {
      this.#unsent = true;
      throw error;
    });
  }

  /** Modules that wait for their turn stay where they are: an older target would set them in motion. */
  #follow(): void {
    for (const module of this.#wall.modules.keys()) {
      const flap = this.#moves.sentTo(module);
      if (flap !== null) this.#targets[this.#wall.addressOf(module)] = flap;
    }
  }

  /** Takes over what a device that was found says of itself; throws a sentence when it does not fit the settings. */
  async #adopt(chain: Chain): Promise<Chain> {
    try {
      this.#requireModules(chain.link);
      this.#wall.adopt(chain.link.deviceFlaps, chain.link.unusable);
    } catch (error) {
      await chain.close('');
      throw error;
    }
    this.#unsent = true;
    if (this.#status) this.#learn(this.#status);
    if (this.#known) this.#noteRestart();
    this.#known = true;
    return chain;
  }

  #requireModules({ moduleCount }: ChainLink): void {
    const highest = this.#wall.modules.at(-1)?.address ?? 0;
    if (moduleCount !== null && highest >= moduleCount) {
      throw new Error(
        `The panel has ${moduleCount} modules, 0 to ${moduleCount - 1}, but the map names module ` +
          `${highest}: list the cells that it shows under "modules".`,
      );
    }
  }

  #learn(status: ChainStatus): void {
    this.#status = status;
    this.#wall.modules.forEach(({ address }, module) => {
      const { state, moving, flap } = status.modules[address] ?? {};
      if (state === 'normal' && !moving && (flap === this.#moves.heading(module) || !this.#moves.isBusy(module)))
        this.#moves.rested(module, flap ?? null);
    });
    this.#sendHome(status);
  }

  #sendHome(status: ChainStatus): void {
    const link = this.link?.link;
    if (!link?.single || status.fault !== null || this.#isHalted) return;
    const mapped = new Set(this.#wall.modules.map(({ address }) => address));
    const lost = this.#homing.due(status.modules, this.#clock.monotonic()).filter((address) => mapped.has(address));
    if (lost.length > 0) link.home(lost, this.stopped).catch(() => undefined);
  }

  protected override forget(): void {
    this.#moves.reset();
    this.#targets.length = 0;
    this.#status = null;
    this.#unsent = true;
  }

  /** Null while a module is on its way. */
  #flapAt(module: number, status: ChainStatus | null): number | null {
    const known = status?.modules[this.#wall.addressOf(module)];
    return !known || known.moving || known.state !== 'normal' || this.#moves.isBusy(module) ? null : known.flap;
  }

  #faultOf({ modules, fault }: ChainStatus): string | null {
    if (fault !== null) return `The panel cannot turn: ${fault}.`;
    const those = (...states: readonly ModuleStatus['state'][]) =>
      this.#wall.modules.filter(({ address }) => states.includes(modules[address]?.state ?? 'disabled'));
    return (
      tellFault(
        those('sensor_error'),
        'does not find its home: check its magnet and its sensor',
        'do not find their home (check magnets and sensors)',
      ) ?? tellFault(those('panic', 'disabled'), 'was switched off by its board', 'were switched off by their board')
    );
  }
}
