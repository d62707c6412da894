import type { Driver, Frame, WriteOutcome } from '../../../src/board/driver.ts';
import type { Grid } from '../../../src/core/flaps/grid.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import { LinkedDriver } from '../linked-driver.ts';
import { NoAnswer } from './request.ts';

/** A device that said no, and will again until its owner changes something. */
export class Refusal extends Error {}

/**
 * What drivers of pixel displays do alike: a frame that a device did not get is written again once it is back, and one
 * that was away, or began anew, is told how it is lit when it is next reached.
 */
export abstract class PixelDisplay<TLink> extends LinkedDriver<TLink> implements Pick<Driver, 'light' | 'write'> {
  /** Whether the last frame did not get there, and whether the device was away since. */
  #isOwed = false;
  #isGone = false;
  /** How the display is to be lit, in per cent: null as the device is set, undefined until something is said. */
  #level: number | null | undefined = undefined;
  #isLightTold = false;

  /** Brings a frame to the device. */
  protected abstract send(link: TLink, grid: Grid, signal: AbortSignal): Promise<void>;

  /** Tells a device how its display is to be lit, in per cent: 0 is off, null as the device is set. */
  protected abstract tellLight(link: TLink, level: number | null, signal: AbortSignal): Promise<void>;

  light(level: number | null): void {
    this.#level = level;
    this.#isLightTold = false;
    if (this.link === null) return;
    this.inTurn(this.stopped, (link, either) => this.bringLight(link, either)).catch(() => undefined);
  }

  /** Whether the display is to be dark. */
  protected get isOff(): boolean {
    return this.#level === 0;
  }

  /** Brings the light to the device when it was not told; never rejects: what is too bright is shown all the same. */
  protected async bringLight(link: TLink, signal: AbortSignal): Promise<void> {
    const level = this.#level;
    if (level === undefined || this.#isLightTold) return;
    try {
      await this.tellLight(link, level, signal);
      this.#isLightTold = level === this.#level;
    } catch {
      this.#isLightTold = false;
    }
  }

  /** The device is not as it was told any more. */
  protected override forget(): void {
    this.#isLightTold = false;
  }

  async write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    try {
      await this.inTurn(signal, (link, either) => this.send(link, grid, either));
      this.#isOwed = this.#isGone = false;
      return { status: 'sent' };
    } catch (error) {
      const unreached = error instanceof NoAnswer && error.unreached;
      const refused = error instanceof Refusal;
      await this.drop();
      this.#isOwed = true;
      this.#isGone ||= unreached;
      this.forget();
      return {
        status: 'failed',
        reason: sentenceOf(error),
        ...(unreached ? { unreached } : {}),
        ...(refused ? { refused } : {}),
      };
    }
  }

  /**
   * What the device tells, which is brought its light; and whether it is back since it missed a frame. `isAway` says of
   * an error whether the device is away.
   */
  protected async ask<TTold>(
    signal: AbortSignal,
    question: (link: TLink, either: AbortSignal) => Promise<TTold>,
    isAway: (error: unknown) => boolean,
  ): Promise<{ told: TTold; isBack: boolean }> {
    try {
      const told = await this.inTurn(signal, async (link, either) => {
        const answer = await question(link, either);
        await this.bringLight(link, either);
        return answer;
      });
      const isBack = this.#isOwed && this.#isGone;
      this.#isGone = false;
      return { told, isBack };
    } catch (error) {
      this.#isGone ||= isAway(error);
      throw error;
    }
  }
}
