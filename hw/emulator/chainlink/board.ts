import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import { FrameSplitter, decodeFrame, encodeFrame } from '../../panel/chainlink/frames.ts';
import type { WireDevice } from '../serial/wire.ts';
import {
  decodeHostMessage,
  encodeAck,
  encodeGeneral,
  encodeLog,
  encodeState,
  encodeSupervisor,
  type HostMessage,
} from './encoding.ts';
import { EmulatedModule, STATE, type Turning } from './module.ts';
import { TextMode } from './text-mode.ts';

/** The reel of newer modules; small letters are tiles. */
export const REEL_52 = " ABCDEFGHIJKLMNOPQRSTUVWXYZg0123456789r.?-$'#yp,!@&w";

/** How an emulated board is made. */
export interface ChainBoardOptions {
  readonly clock: Clock;
  readonly modules: number;
  readonly flaps?: string;
  /** 1 turns as fast as real modules, 0.1 ten times as fast, 0 at once. */
  readonly speed?: number;
  /** Boards before the numbered protocol know only text, and speak at 38400. */
  readonly textOnly?: boolean;
  /** Whether it names its reel. */
  readonly namesFlaps?: boolean;
  /** Whether it has a supervisor of its power, and then does not home at its start. */
  readonly supervised?: boolean;
  /** Bytes for the host. */
  send(bytes: Uint8Array): void;
  /** Something of what it shows changed. */
  readonly onChange?: () => void;
}

/** Switches of an emulated board. */
export interface ChainFaults {
  /** Takes bytes and never answers. */
  deaf: boolean;
  /** The cable between two drivers is out: all modules are off. */
  chainBroken: boolean;
  powerFault: { readonly type: number; readonly text: string } | null;
}

const MESSAGE_BAUD = 230_400;
const TEXT_BAUD = 38_400;
const LEAST_STATE_MS = 100;
const STATE_EVERY_MS = 5000;
const GENERAL_EVERY_MS = 2000;
const TICK_MS = 50;
const MOST_PARAM = 156;
const NONE = { flap: 0, movement: 0, reset: 0 };

/** A board of the chained kind with its modules, as a device at the end of a wire. */
export class ChainBoard implements WireDevice {
  readonly faults: ChainFaults = { deaf: false, chainBroken: false, powerFault: null };
  readonly modules: readonly EmulatedModule[];
  readonly flaps: string;
  /** Messages that were taken, by kind, newest last. */
  readonly taken: HostMessage[] = [];
  readonly #options: ChainBoardOptions;
  readonly #turning: Turning;
  readonly #text: TextMode;
  #splitter = new FrameSplitter((stuffed) => this.#takeFrame(stuffed));
  #powered = true;
  #inMessages = false;
  #baudRate: number | null = null;
  #lastNonce = 0;
  #configs: readonly { flap: number; movement: number; reset: number }[] = [];
  #startedAt: number;
  #stateAt = -Infinity;
  #generalAt = -Infinity;
  #changed = false;
  #cancel: Cancel = () => undefined;

  constructor(options: ChainBoardOptions) {
    this.#options = options;
    this.flaps = options.flaps ?? REEL_52;
    this.#turning = { clock: options.clock, flaps: this.flaps.length, speed: options.speed ?? 1 };
    this.modules = Array.from({ length: options.modules }, () => new EmulatedModule(this.#turning));
    this.#startedAt = options.clock.monotonic();
    this.#text = new TextMode({
      flaps: this.flaps,
      modules: this.modules,
      send: (text) => this.#send(Buffer.from(text, 'latin1')),
      changed: () => this.#wake(),
    });
    this.reboot();
  }

  /** Cuts the power: the modules stand where they are, and nobody hears or says anything. */
  switchOff(): void {
    this.#powered = false;
    this.#cancel();
    for (const module of this.modules) module.cut();
  }

  /** Starts anew, as after a power cut, or with power again: in text, with nothing known. */
  reboot(): void {
    this.#powered = true;
    this.#inMessages = false;
    this.#lastNonce = 0;
    this.#configs = [];
    this.#splitter = new FrameSplitter((stuffed) => this.#takeFrame(stuffed));
    this.#startedAt = this.#options.clock.monotonic();
    for (const module of this.modules) {
      module.cut();
      if (!this.#options.supervised) module.home();
    }
    this.#text.announce();
    this.#wake();
  }

  /** Ends its timers. */
  close(): void {
    this.#cancel();
  }

  /** What each module shows or turns to, as a character. */
  get shown(): string {
    return this.modules.map(({ target }) => this.flaps[target] ?? ' ').join('');
  }

  opened(baudRate: number): void {
    this.#baudRate = baudRate;
  }

  /** Both lines as the reset circuit of these boards reads them. */
  signals({ dtr, rts }: { readonly dtr: boolean; readonly rts: boolean }): void {
    if (this.#powered && rts && !dtr) this.reboot();
  }

  receive(bytes: Uint8Array): void {
    const speed = this.#options.textOnly ? TEXT_BAUD : MESSAGE_BAUD;
    if (!this.#powered || this.faults.deaf || (this.#baudRate !== null && this.#baudRate !== speed)) return;
    if (this.#inMessages) return this.#splitter.push(bytes);
    const zero = this.#options.textOnly ? -1 : bytes.indexOf(0);
    this.#text.push(zero < 0 ? bytes : bytes.subarray(0, zero));
    if (zero < 0) return;
    this.#inMessages = true;
    this.#wake();
    this.#splitter.push(bytes.subarray(zero + 1));
  }

  #takeFrame(stuffed: Uint8Array): void {
    if (stuffed.length <= 4) return this.#say(encodeLog('Small packet'));
    const bytes = decodeFrame(stuffed);
    const message = bytes && decodeHostMessage(bytes);
    if (!message) return this.#say(encodeLog(`Bad packet of ${stuffed.length} bytes`));
    this.#say(encodeAck(message.nonce));
    if (message.nonce === this.#lastNonce) return this.#say(encodeLog(`Already handled nonce ${message.nonce}`));
    this.#lastNonce = message.nonce;
    this.taken.push(message);
    this.#obey(message);
    this.#changed ||= message.kind !== 'state';
    this.#wake();
  }

  #obey(message: HostMessage): void {
    if (message.kind === 'config') return this.#configure(message.modules);
    if (message.kind === 'command') return this.#command(message);
    this.#sayState();
    this.#sayGeneral();
  }

  #configure(configs: readonly { flap: number; movement: number; reset: number }[]): void {
    const before = this.#configs;
    this.#configs = configs;
    this.modules.forEach((module, address) => {
      const { flap, movement, reset } = configs[address] ?? NONE;
      const last = before[address] ?? NONE;
      if (reset !== last.reset) {
        module.missedHomes = 0;
        module.unexpectedHomes = 0;
        module.home();
      }
      if (flap >= this.flaps.length)
        return this.#say(encodeLog(`Invalid flap index (${flap}) specified for module ${address}`));
      if (flap !== last.flap || flap !== module.target || movement !== last.movement) module.goTo(flap);
    });
  }

  #command({ modules, save }: Extract<HostMessage, { kind: 'command' }>): void {
    if (save && modules.length === 0)
      return this.#say(
        encodeLog(this.modules.some(({ moving }) => moving) ? 'Cannot save while moving' : 'Saved offsets'),
      );
    modules.forEach(({ action, param }, address) => {
      if (action === 2) this.modules[address]?.home();
      if (action !== 1 || param > MOST_PARAM) return;
      if (param >= this.flaps.length) return this.reboot();
      this.modules[address]?.goTo(param);
    });
  }

  /** Runs through what is due, and sets the alarm for what is next. */
  #wake(): void {
    this.#cancel();
    this.#applyFaults();
    for (const module of this.modules) while (module.advance()) this.#changed = true;
    if (this.#changed) this.#options.onChange?.();
    if (this.#inMessages) this.#report();
    else if (this.#changed && this.modules.every(({ moving }) => !moving)) this.#text.sayStatus();
    if (!this.#inMessages) this.#changed = false;
    this.#arm();
  }

  #applyFaults(): void {
    const off = this.faults.chainBroken || this.faults.powerFault !== null;
    for (const module of this.modules) {
      if (off) module.state = STATE.disabled;
      else if (module.state === STATE.disabled) module.home();
    }
  }

  #report(): void {
    const now = this.#options.clock.monotonic();
    if ((this.#changed && now - this.#stateAt >= LEAST_STATE_MS) || now - this.#stateAt >= STATE_EVERY_MS)
      this.#sayState();
    if (now - this.#generalAt >= GENERAL_EVERY_MS) this.#sayGeneral();
  }

  #arm(): void {
    const { clock } = this.#options;
    const now = clock.monotonic();
    const arrivals = this.modules.map(({ arrivesAt }) => arrivesAt).filter((at) => at > now);
    const heartbeat = this.#inMessages
      ? [
          Math.min(
            this.#stateAt + (this.#changed ? LEAST_STATE_MS : STATE_EVERY_MS),
            this.#generalAt + GENERAL_EVERY_MS,
          ),
        ]
      : [];
    const next = Math.min(...arrivals, ...heartbeat);
    if (Number.isFinite(next))
      this.#cancel = clock.after(Math.max(next - now, arrivals.length > 0 ? 1 : TICK_MS), () => this.#wake());
  }

  #sayState(): void {
    this.#stateAt = this.#options.clock.monotonic();
    this.#changed = false;
    this.#say(
      encodeState(
        this.modules.map((module) => module.report()),
        !this.faults.chainBroken,
      ),
    );
  }

  #sayGeneral(): void {
    this.#generalAt = this.#options.clock.monotonic();
    const uptime = this.#generalAt - this.#startedAt;
    if (this.#options.supervised) this.#say(encodeSupervisor(uptime, this.faults.powerFault));
    this.#say(encodeGeneral(uptime, this.#options.namesFlaps === false ? null : this.flaps));
  }

  #say(message: Uint8Array): void {
    this.#send(encodeFrame(message));
  }

  #send(bytes: Uint8Array): void {
    if (this.#powered && !this.faults.deaf) this.#options.send(bytes);
  }
}
