import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import type { State } from '../../src/schema/state.ts';
import { openStore } from '../../src/store/open-store.ts';
import { sampleBoard, samplePage } from './sample-state.ts';

/** The number that an update wrote, from each file that it touched. */
export interface Numbers {
  pages: number;
  boards: number;
  settings: number;
  secret: number;
}

/** Reads the numbers of a state; 0 where nothing was written. */
export const numbersOf = ({ pages, boards, settings }: State): Numbers => ({
  pages: Number(pages[0]?.name ?? 0),
  boards: Number(boards[0]?.host ?? 0),
  settings: Number(settings.mqtt.username || 0),
  secret: Number(boards[0]?.secrets.cloud_key ?? 0),
});

/** Every update writes its number to the page; every third also to board and settings, in one update. */
const write =
  (number: number) =>
  (state: State): Partial<State> => {
    const text = String(number);
    const pages = [samplePage('p1', text)];
    if (number % 3 !== 0) return { pages };
    return {
      pages,
      boards: [{ ...sampleBoard('b1', { cloud_key: text }), host: text }],
      settings: { ...state.settings, mqtt: { ...state.settings.mqtt, username: text } },
    };
  };

/**
 * Writes to a store for ever and prints the number of each update once it is acknowledged; two updates are under way at
 * any time.
 */
export const runWriter = async (dir: string): Promise<void> => {
  const log = createLog({ level: 'error', clock: systemClock, write: (line) => process.stderr.write(`${line}\n`) });
  const store = await openStore({ dir, clock: systemClock, log });
  let number = numbersOf(store.state).pages;
  const writeOn = async (): Promise<void> => {
    for (;;) {
      const mine = ++number;
      await store.update(write(mine));
      process.stdout.write(`${mine}\n`);
    }
  };
  await Promise.all([writeOn(), writeOn()]);
};
