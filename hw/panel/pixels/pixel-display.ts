import type { Driver, Frame, WriteOutcome } from '../../../src/board/driver.ts';
import type { Grid } from '../../../src/core/flaps/grid.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import { LinkedDriver } from '../linked-driver.ts';
import type { DisplayLight } from './display-light.ts';
import { NoAnswer } from './request.ts';

/** A device that said no, and will again until its owner changes something. */
export class Refusal extends Error {}

/** What drivers of pixel displays do alike: a frame that a device did not get is written again once it is back. */
export abstract class PixelDisplay<TLink> extends LinkedDriver<TLink> implements Pick<Driver, 'light' | 'write'> {
  protected abstract readonly displayLight: DisplayLight<TLink>;
  /** Whether the last frame did not get there, and whether the device was away since. */
  #isOwed = false;
  #isGone = false;

  /** Brings a frame to the device. */
  protected abstract send(link: TLink, grid: Grid, signal: AbortSignal): Promise<void>;

  light(level: number | null): void {
    this.displayLight.set(level);
  }

  async write({ grid }: Frame, signal: AbortSignal): Promise<WriteOutcome> {
    try {
      await this.lifecycle.inTurn(signal, (link, either) => this.send(link, grid, either));
      this.#isOwed = this.#isGone = false;
      return { status: 'sent' };
    } catch (error) {
      const unreached = error instanceof NoAnswer && error.unreached;
      const refused = error instanceof Refusal;
      await this.lifecycle.drop();
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
      const told = await this.lifecycle.inTurn(signal, async (link, either) => {
        const answer = await question(link, either);
        await this.displayLight.bring(link, either);
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
