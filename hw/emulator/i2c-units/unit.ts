import type { Clock } from '../../../src/platform/clock.ts';

/** The two families of firmware: the first knows flaps only, the other commands too. */
export type UnitFirmware = 'first' | 'commands';

const FLAPS = 45;
const STEPS = 2038;
const START_PAUSE_MS = 2000;
const AWAKE_MS = 2000;
const VERSION = 'a1b2c3d';

interface Rotation {
  readonly to: number;
  readonly endsAt: number;
}

/** One unit: a reel, its motor and its firmware. It moves in the clock's time; nothing runs while nobody looks. */
export class EmulatedUnit {
  readonly firmware: UnitFirmware;
  /** How often it was told something that no sane master tells. */
  abuses = 0;
  /** Steps between the magnet and the first flap, as stored. */
  offset = 100;
  /** Whether it knows the question for its flap, which came with later versions of the firmware with commands. */
  knowsFlap = true;
  #clock: Clock;
  #shown = 0;
  #wanted = 0;
  #wantedAt = 0;
  #rpm = 10;
  #rotation: Rotation | null = null;
  #startedAt = -Infinity;
  #restsAt = -Infinity;
  #touchedAt: number;
  #question: number | null = null;
  #powered = true;
  #poweredAt: number;

  constructor(clock: Clock, firmware: UnitFirmware) {
    this.#clock = clock;
    this.firmware = firmware;
    this.#touchedAt = this.#poweredAt = clock.monotonic();
  }

  /** The flap it turns to or shows. */
  get target(): number {
    return this.#wanted;
  }

  /** The flap it showed when it last stood still. */
  get shown(): number {
    this.#turn();
    return this.#shown;
  }

  /** Whether its motor runs. */
  get turning(): boolean {
    this.#turn();
    return this.#rotation !== null;
  }

  /** Whether it hears this transfer: asleep, it misses the one that wakes it. Only the first firmware sleeps. */
  hears(): boolean {
    const now = this.#clock.monotonic();
    if (!this.#powered) return false;
    const awake = this.firmware === 'commands' || this.turning || now - this.#touchedAt < AWAKE_MS;
    this.#touchedAt = now;
    return awake;
  }

  /** Bytes that a master wrote. */
  receive(bytes: Uint8Array): void {
    this.#turn();
    const [first = 0, second = 0] = bytes;
    if (this.firmware === 'first') return this.#receiveFirst(bytes.length, first, second);
    if (bytes.length === 0) return;
    if (first >= FLAPS) return this.#command(bytes);
    if (bytes.length === 2) this.#want(first, Math.max(1, second));
  }

  /** The bytes that a master gets when it reads; what the unit does not send reads as ones. */
  request(length: number): Uint8Array {
    const answer = this.#answer();
    this.#question = null;
    return Uint8Array.from({ length }, (_, at) => answer[at] ?? 0xff);
  }

  /** The power is cut: it stands where it is, and nobody answers. */
  powerDown(): void {
    this.#turn();
    this.#powered = false;
    this.#wanted = this.#shown;
    this.#rotation = null;
  }

  /** The power was cut and came back: it turns home. */
  powerUp(): void {
    this.powerDown();
    this.#powered = true;
    this.#question = null;
    this.#poweredAt = this.#touchedAt = this.#wantedAt = this.#clock.monotonic();
    this.#startedAt = this.#restsAt = -Infinity;
    this.#rpm = 10;
    this.#wanted = 0;
    this.#turn();
  }

  /** It reads two bytes whatever was sent: missing ones are what lay in memory, surplus ones overwrite it. */
  #receiveFirst(length: number, first: number, second: number): void {
    if (length !== 2 || first >= FLAPS) this.abuses++;
    this.#want(length === 0 ? 33 : first, length === 2 ? second : 0);
  }

  #want(flap: number, rpm: number): void {
    this.#rpm = rpm;
    this.#wanted = flap;
    this.#wantedAt = this.#clock.monotonic();
    this.#turn();
  }

  #command(bytes: Uint8Array): void {
    const [op = 0, low = 0, high = 0] = bytes;
    if (op >= 0x81 && op <= (this.knowsFlap ? 0x84 : 0x83)) this.#question = op;
    else if (op === 0x90) this.#want(this.#shown === 0 ? FLAPS : 0, 10);
    else if (op === 0x92) this.powerUp();
    else if (op === 0x93 && bytes.length >= 3)
      this.#storeOffset(new DataView(Uint8Array.of(low, high).buffer).getInt16(0, true));
    // Blinking (0x96) shows nothing that could be asked for.
    else if (op !== 0x96 && (op !== 0x91 || bytes.length !== 2)) this.abuses++;
  }

  #storeOffset(steps: number): void {
    if (Math.abs(steps) <= STEPS) this.offset = steps;
    else this.abuses++;
  }

  #answer(): number[] {
    if (this.#question === 0x81) return [...Buffer.from(VERSION.padEnd(8, '\0'))];
    if (this.#question === 0x82) return [this.offset & 0xff, (this.offset >> 8) & 0xff];
    if (this.#question === 0x83) return [this.turning ? 1 : 0, 1, 2, 3, ...this.#uptime(), this.abuses, 130];
    if (this.#question === 0x84) return [this.shown, ~this.shown & 0xff];
    return [this.turning ? 1 : 0];
  }

  /** Seconds since the power came, in two bytes. */
  #uptime(): [number, number] {
    const seconds = Math.floor((this.#clock.monotonic() - this.#poweredAt) / 1000);
    return [(seconds >> 8) & 0xff, seconds & 0xff];
  }

  /**
   * Catches up with the time: ends rotations that are over and begins the one that was asked for, at most one every two
   * seconds.
   */
  #turn(): void {
    const now = this.#clock.monotonic();
    for (;;) {
      if (this.#rotation) {
        if (this.#rotation.endsAt > now) return;
        this.#shown = this.#rotation.to % FLAPS;
        this.#restsAt = this.#rotation.endsAt;
        if (this.#wanted === this.#rotation.to) this.#wanted = this.#shown;
        this.#rotation = null;
      }
      const startAt = Math.max(this.#wantedAt, this.#restsAt, this.#startedAt + START_PAUSE_MS);
      if (this.#wanted === this.#shown || startAt > now) return;
      this.#startedAt = startAt;
      this.#rotation = { to: this.#wanted, endsAt: startAt + this.#timeFor(this.#wanted) };
    }
  }

  /** A flap before the present one lies past home, where the magnet is found anew. */
  #timeFor(flap: number): number {
    const ahead = flap >= this.#shown ? flap - this.#shown : FLAPS - this.#shown + flap;
    const steps = ahead * (STEPS / FLAPS) + (flap < this.#shown ? this.offset : 0);
    return this.#rpm === 0 ? Infinity : (steps / STEPS) * (60_000 / this.#rpm) + 100;
  }
}
