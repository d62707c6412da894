import { isRecord } from '../../../src/core/record.ts';
import type { Cancel, Clock } from '../../../src/platform/clock.ts';
import { parseJson } from '../../../src/core/json.ts';
import { HEIGHT, WIDTH } from '../../panel/awtrix/link.ts';
import { drawInstructions, type Pixels } from './drawing.ts';

type Json = Readonly<Record<string, unknown>>;

interface App {
  readonly name: string;
  readonly pixels: Pixels;
  /** In s; null for the usual time. */
  readonly duration: number | null;
}

/** The largest text that the firmware can parse. */
const LONGEST_JSON = 8192;
const USUAL_SECONDS = 7;
/** The pixels of the clock's own time and date. */
const OWN_COLOR = 0x30_30_60;

const ownApp = (name: string): App => ({
  name,
  pixels: new Uint32Array(WIDTH * HEIGHT).map((_, index) => (index % 3 === 0 ? OWN_COLOR : 0)),
  duration: null,
});

const parse = (text: string): unknown => (text.length > LONGEST_JSON ? undefined : parseJson(text));

/** A clock with the AWTRIX 3 firmware, as its own documentation has it: apps that take turns, and notifications. */
export class AwtrixDevice {
  readonly #clock: Clock;
  readonly #onPicture: () => void;
  #startedAt: number;
  #apps: App[] = [];
  #at = 0;
  #notification: Pixels | null = null;
  #settings: Json = { BRI: 120, ABRI: true, ATRANS: true, ATIME: USUAL_SECONDS };
  #isOn = true;
  #messages = 0;
  #cancelTurn: Cancel = () => undefined;

  /** `onPicture` is called whenever what is shown changes. */
  constructor(clock: Clock, onPicture: () => void = () => undefined) {
    this.#clock = clock;
    this.#onPicture = onPicture;
    this.#startedAt = clock.monotonic();
    this.restart();
  }

  /** What its LEDs show. */
  get pixels(): Pixels {
    return this.#isOn ? (this.#notification ?? this.#app.pixels) : new Uint32Array(WIDTH * HEIGHT);
  }

  /** The app whose turn it is. */
  get app(): string {
    return this.#app.name;
  }

  /** Brightness from 0 to 255. */
  get brightness(): number {
    return Number(this.#settings['BRI']);
  }

  /** What it tells of itself. */
  get stats(): Json {
    const uptime = Math.floor((this.#clock.monotonic() - this.#startedAt) / 1000);
    return {
      bat: 100,
      lux: 40,
      ram: 120_000,
      bri: this.brightness,
      temp: 21,
      hum: 40,
      uptime,
      wifi_signal: -50,
      messages: this.#messages,
      version: '0.98',
      app: this.app,
      matrix: this.#isOn,
    };
  }

  /** All its settings. */
  get settings(): Json {
    return this.#settings;
  }

  /** The names of its apps, in their order. */
  get loop(): string[] {
    return this.#apps.map(({ name }) => name);
  }

  /** Its power was cut and is back: only its own apps are left. */
  restart(): void {
    this.#startedAt = this.#clock.monotonic();
    this.#apps = [ownApp('Time'), ownApp('Date')];
    this.#notification = null;
    this.#isOn = true;
    this.#turnTo(0);
  }

  /** Ends its timer. */
  close(): void {
    this.#cancelTurn();
  }

  /** The middle button: a notification goes. */
  dismiss(): void {
    this.#notification = null;
    this.#onPicture();
  }

  /** The right button: the next app. */
  next(): void {
    this.#turnTo((this.#at + 1) % this.#apps.length);
  }

  /** Makes, changes or (with nothing) removes an app; false for what cannot be parsed. */
  custom(name: string, text: string): boolean {
    this.#messages++;
    if (text === '' || text === '{}') return this.#remove(name);
    const body = parse(text);
    if (!isRecord(body)) return false;
    const seconds = Number(body['duration'] ?? 0);
    const app = {
      name,
      pixels: drawInstructions(body['draw'], body['background']),
      duration: seconds > 0 ? seconds : null,
    };
    const known = this.#apps.findIndex((one) => one.name === name);
    if (known < 0) this.#apps.push(app);
    else this.#apps[known] = app;
    if (known === this.#at) this.#turnTo(known);
    return true;
  }

  /** Shows a notification; false for what cannot be parsed. */
  notify(text: string): boolean {
    this.#messages++;
    const body = parse(text);
    if (!isRecord(body)) return false;
    this.#notification = drawInstructions(body['draw'], body['background']);
    this.#onPicture();
    if (body['hold'] !== true)
      this.#clock.after(Number(body['duration'] ?? USUAL_SECONDS) * 1000, () => this.dismiss());
    return true;
  }

  /** Turns to an app by its name; false when there is none. */
  switchTo(text: string): boolean {
    this.#messages++;
    const body = parse(text);
    const at = this.#apps.findIndex(({ name }) => isRecord(body) && name === body['name']);
    if (at >= 0) this.#turnTo(at);
    return at >= 0;
  }

  /** Takes settings over; what it does not know is left out. */
  set(text: string): void {
    this.#messages++;
    const body = parse(text);
    if (isRecord(body)) this.#settings = { ...this.#settings, ...body };
  }

  /** Switches its LEDs on or off. */
  power(text: string): void {
    const body = parse(text);
    if (isRecord(body)) this.#isOn = body['power'] === true;
    this.#onPicture();
  }

  get #app(): App {
    return this.#apps[this.#at] ?? ownApp('Time');
  }

  #remove(name: string): boolean {
    this.#apps = this.#apps.filter((one) => !one.name.startsWith(name));
    this.#turnTo(Math.min(this.#at, this.#apps.length - 1));
    return true;
  }

  #turnTo(at: number): void {
    this.#cancelTurn();
    this.#at = at;
    this.#onPicture();
    const seconds = this.#app.duration ?? Number(this.#settings['ATIME']);
    if (this.#settings['ATRANS'] === true) this.#cancelTurn = this.#clock.after(seconds * 1000, () => this.next());
  }
}
