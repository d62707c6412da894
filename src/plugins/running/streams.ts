import type { Clock } from '../../platform/clock.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { KeptBudget } from '../keeping/kept-budget.ts';
import { boundResult, type BoundResult } from '../contract/payload.ts';
import type { DataPlugin } from '../contract/plugin.ts';

/** A plugin that keeps a connection, with the settings to open it with. */
export interface StreamWish {
  readonly key: string;
  readonly plugin: DataPlugin;
  readonly config: JsonObject;
}

/** The connections of enabled plugins, one per key. */
export class Streams {
  readonly #open = new Map<string, { readonly wish: string; readonly close: () => void }>();
  readonly #clock: Clock;
  readonly #budget: KeptBudget;
  readonly #log: (key: string, message: string) => void;
  readonly #push: (key: string, result: BoundResult) => void;

  constructor(
    clock: Clock,
    budget: KeptBudget,
    log: (key: string, message: string) => void,
    push: (key: string, result: BoundResult) => void,
  ) {
    this.#clock = clock;
    this.#budget = budget;
    this.#log = log;
    this.#push = push;
  }

  /** Opens what is wished and not open, closes what is open and not wished, and opens anew what has other settings. */
  sync(wishes: readonly StreamWish[]): void {
    const texts = new Map(wishes.map((wish) => [wish.key, JSON.stringify(wish.config)]));
    for (const [key, { wish, close }] of this.#open) {
      if (texts.get(key) === wish) continue;
      this.#open.delete(key);
      close();
    }
    for (const wish of wishes) if (!this.#open.has(wish.key)) this.#start(wish, texts.get(wish.key) ?? '');
  }

  #start({ key, plugin, config }: StreamWish, wish: string): void {
    let isClosed = false;
    const push = (result: unknown): void => {
      if (!isClosed) this.#push(key, boundResult(result));
    };
    const close = plugin.open?.({
      config,
      push,
      keep: (name, bytes, giveUp) => this.#budget.keep(key, name, bytes, giveUp),
      log: (message) => this.#log(key, message),
      after: (ms, run) => this.#clock.after(ms, run),
    });
    this.#open.set(key, {
      wish,
      close: () => {
        isClosed = true;
        close?.();
      },
    });
  }
}
