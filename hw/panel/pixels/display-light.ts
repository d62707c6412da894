import type { Lifecycle } from '../lifecycle.ts';

/** Tells a device how its display is to be lit, in per cent: 0 is off, null as the device is set. */
export type TellLight<TLink> = (link: TLink, level: number | null, signal: AbortSignal) => Promise<void>;

/**
 * The light of a device's display: what was said of it last, and whether the device was told. One that was away, or
 * began anew, is told when it is next reached.
 */
export class DisplayLight<TLink> {
  readonly #lifecycle: Lifecycle<TLink>;
  readonly #tell: TellLight<TLink>;
  /** Undefined until something is said. */
  #level: number | null | undefined = undefined;
  #isTold = false;

  constructor(lifecycle: Lifecycle<TLink>, tell: TellLight<TLink>) {
    this.#lifecycle = lifecycle;
    this.#tell = tell;
  }

  /** Whether the display is to be dark. */
  get isOff(): boolean {
    return this.#level === 0;
  }

  /** Says how the display is to be lit from now on; never rejects. */
  set(level: number | null): void {
    this.#level = level;
    this.#isTold = false;
    if (this.#lifecycle.link === null) return;
    this.#lifecycle.inTurn(this.#lifecycle.stopped, (link, either) => this.bring(link, either)).catch(() => undefined);
  }

  /** Brings the light to the device when it was not told; never rejects: what is too bright is shown all the same. */
  async bring(link: TLink, signal: AbortSignal): Promise<void> {
    const level = this.#level;
    if (level === undefined || this.#isTold) return;
    try {
      await this.#tell(link, level, signal);
      this.#isTold = level === this.#level;
    } catch {
      this.#isTold = false;
    }
  }

  /** The device is not as it was told any more. */
  forget(): void {
    this.#isTold = false;
  }
}
