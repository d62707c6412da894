import { randomBytes } from 'node:crypto';
import { EMPTY_PROGRAMME } from '../../core/programme.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import { defaultSettings } from '../../schema/appliance/settings.ts';
import type { Store } from '../../store/store.ts';
import { welcomePage } from '../pages/welcome.ts';
import { newBoard } from './new-board.ts';

/**
 * Gives an appliance that has no board yet a virtual flagship with a Welcome page pinned to it (rules, B13), and a name
 * of its own among others at one broker, where it has none.
 */
export const createFirstBoard = async (store: Store, clock: Clock): Promise<void> => {
  if (store.state.boards.length > 0) return;
  await store.update((state) => {
    const board = newBoard({ device_type: 'flagship' }, []);
    const welcome = state.pages.length > 0 ? null : welcomePage(board, toInstant(clock.now()));
    const { mqtt } = state.settings;
    const isNamed = mqtt.instance_id !== defaultSettings().mqtt.instance_id;
    const pinned = welcome ?? state.pages.find((page) => page.device_type === 'flagship');
    return {
      settings: {
        ...state.settings,
        mqtt: isNamed ? mqtt : { ...mqtt, instance_id: `flapbox_${randomBytes(4).toString('hex')}` },
      },
      boards: [board],
      pages: welcome ? [welcome] : state.pages,
      programmes: {
        ...state.programmes,
        [board.id]: { ...EMPTY_PROGRAMME, active_page_id: pinned?.id ?? null },
      },
    };
  });
};
