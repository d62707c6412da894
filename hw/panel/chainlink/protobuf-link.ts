import { Listeners, succeeds } from '../waiting.ts';
import type { ChainLink, ChainPort, ChainStatus } from './link.ts';
import {
  encodeCommand,
  encodeConfig,
  encodeSaveOffsets,
  encodeStateRequest,
  type DeviceMessage,
  type ModuleCommand,
  type ModuleConfig,
  type ModuleStatus,
  type PowerChannel,
} from './messages.ts';
import { Session, randomNonce } from './session.ts';

/**
 * How long the rest of an answer may take after its acknowledgement, in ms: a status of 255 modules is 134 ms of line.
 */
const ANSWER_MS = 1000;
/** A device that is well speaks every 2 s; one that was silent for so long is asked, in ms, and how often. */
const SILENCE_MS = 4000;
const LOOK_TRIES = 2;
/** What a device says in text when it starts, before it is spoken to. */
const START_LINE = /"type"\s*:\s*"init"/;
const START_LINE_LENGTH = 64;

/** Talks to an ESP32 board in numbered, acknowledged messages. */
export class ProtobufLink implements ChainLink {
  readonly unusable: ReadonlySet<string> = new Set();
  readonly single = true;
  readonly #port: ChainPort;
  readonly #session: Session;
  readonly #taken = new Listeners<DeviceMessage>();
  #configs: ModuleConfig[] = [];
  #modules: readonly ModuleStatus[] = [];
  #chainIntact = true;
  #statuses = 0;
  #powerFault: string | null = null;
  #channels: readonly PowerChannel[] = [];
  #flaps: string | null = null;
  #described = false;
  #greeted = false;
  #uptimeMs = 0;
  #heardAt: number;
  #tail = '';
  #fault: string | null = null;

  constructor(port: ChainPort, firstNonce = randomNonce()) {
    this.#port = port;
    this.#heardAt = port.clock.monotonic();
    this.#session = new Session({
      clock: port.clock,
      times: port.times,
      write: (bytes) => port.write(bytes),
      onMessage: (message) => this.#take(message),
      firstNonce,
    });
  }

  get moduleCount(): number | null {
    return this.#statuses === 0 ? null : this.#modules.length;
  }

  get deviceFlaps(): string | null {
    return this.#flaps;
  }

  /** The power channels that the device's supervisor reported; none on boards without one. */
  get power(): readonly PowerChannel[] {
    return this.#channels;
  }

  receive(bytes: Uint8Array): void {
    this.#heardAt = this.#port.clock.monotonic();
    this.#tail += Buffer.from(bytes).toString('latin1');
    if (START_LINE.test(this.#tail)) this.#noteStart();
    this.#tail = this.#tail.slice(-START_LINE_LENGTH);
    this.#session.receive(bytes);
  }

  drop(reason: string): void {
    this.#session.drop(reason);
  }

  /** Modules that nobody maps keep what they show, so all targets begin with the first status. */
  async greet(signal: AbortSignal): Promise<boolean> {
    const { helloMs, retryMs, flapsMs } = this.#port.times;
    const greeting = this.#session.greet(encodeStateRequest, Math.ceil(helloMs / retryMs), signal);
    if (!(await succeeds(greeting)) || !(await this.#until(() => this.#statuses > 0, ANSWER_MS, signal))) return false;
    await this.#until(() => this.#described, flapsMs, signal);
    this.#configs = this.#modules.map(({ state, flap }) => ({
      flap: state === 'normal' ? (flap ?? 0) : 0,
      movement: 0,
      reset: 0,
    }));
    this.#greeted = true;
    return !signal.aborted;
  }

  async look(signal: AbortSignal): Promise<void> {
    if (this.#port.clock.monotonic() - this.#heardAt < SILENCE_MS) return;
    await this.#session.greet(encodeStateRequest, LOOK_TRIES, signal);
  }

  show(flaps: readonly (number | undefined)[], _set: unknown, signal: AbortSignal): Promise<void> {
    this.#configs = this.#configs.map((config, address) => ({ ...config, flap: flaps[address] ?? config.flap }));
    return this.#configure(signal);
  }

  /** Also empties the counters of missed and unexpected homes. */
  home(addresses: readonly number[], signal: AbortSignal): Promise<void> {
    return this.#count('reset', addresses, signal);
  }

  /** Lets modules turn once around to the flap that they show. */
  turn(addresses: readonly number[], signal: AbortSignal): Promise<void> {
    return this.#count('movement', addresses, signal);
  }

  /** Gives a command to some modules and leaves the others alone. */
  command(command: ModuleCommand, addresses: readonly number[], signal: AbortSignal): Promise<void> {
    const commands = this.#configs.map(
      (_, address): ModuleCommand => (addresses.includes(address) ? command : { action: 'none' }),
    );
    return this.#session.request((nonce) => encodeCommand(nonce, commands), signal);
  }

  /** Keeps all offsets beyond a restart. */
  saveOffsets(signal: AbortSignal): Promise<void> {
    return this.#session.request(encodeSaveOffsets, signal);
  }

  async status(signal: AbortSignal): Promise<ChainStatus> {
    const before = this.#statuses;
    await this.#session.request(encodeStateRequest, signal);
    if (await this.#until(() => this.#statuses > before, ANSWER_MS, signal)) return this.#summary();
    throw new Error('The panel did not tell what it shows.');
  }

  /** After a start all modules are at home, and all counters begin anew. */
  #noteStart(): void {
    this.#tail = '';
    this.#uptimeMs = 0;
    this.#session.restarted();
    this.#configs = this.#configs.map(() => ({ flap: 0, movement: 0, reset: 0 }));
    if (this.#greeted) this.#port.onRestart();
  }

  /** Gives one of the counters of some modules a new value. */
  #count(counter: 'movement' | 'reset', addresses: readonly number[], signal: AbortSignal): Promise<void> {
    this.#configs = this.#configs.map((config, address) =>
      addresses.includes(address) ? { ...config, [counter]: config[counter] + 1 } : config,
    );
    return this.#configure(signal);
  }

  #configure(signal: AbortSignal): Promise<void> {
    return this.#session.request((nonce) => encodeConfig(nonce, this.#configs), signal);
  }

  #summary(): ChainStatus {
    const broken = this.#chainIntact
      ? null
      : 'its chain of driver boards is interrupted: check the cables between them';
    const power = this.#powerFault === null ? null : `its power supply stopped because of ${this.#powerFault}`;
    return { modules: this.#modules, fault: power ?? broken };
  }

  #take(message: DeviceMessage): void {
    if (message.kind === 'general') {
      this.#flaps = message.flaps;
      this.#described = true;
      if (message.uptimeMs < this.#uptimeMs) this.#noteStart();
      this.#uptimeMs = message.uptimeMs;
    } else if (message.kind === 'supervisor') {
      this.#powerFault = message.fault;
      this.#channels = message.channels;
    } else if (message.kind === 'state') {
      this.#modules = message.modules;
      this.#chainIntact = message.chainIntact;
      this.#statuses++;
    }
    this.#taken.tell(message);
    if (message.kind === 'state' || message.kind === 'supervisor') this.#tellStatus();
  }

  /** Modules whose power was gone have lost their places, though their board has not. */
  #tellStatus(): void {
    const status = this.#summary();
    const recovered = this.#fault !== null && status.fault === null;
    this.#fault = status.fault;
    this.#port.onStatus(status);
    if (recovered && this.#greeted) this.#port.onRestart();
  }

  /** Whether something that messages bring about holds within so many ms. */
  async #until(holds: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    return holds() || (await this.#taken.first(this.#port.clock, ms, signal, holds)) !== null;
  }
}
