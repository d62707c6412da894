import { dateTime } from './date-time.ts';
import type { Plugin } from '../contract/plugin.ts';
import type { LatePlugins } from '../keeping/registry.ts';

/** What comes with flapbox and is there from the start; `latePlugins` are the others. */
export const builtinPlugins = (): Plugin[] => [dateTime];

/** Ids of the sources that most pages use. */
const COMMON =
  'calendar countdown guest_wifi home_assistant json mqtt quotes random rss stocks sun system weather webhook';

/** Ids of the plugins that compute and draw. */
const COMPUTED =
  'chores color_fields countdown_bars day_progress element_of_day game_of_life holidays menu_of_week moon pride ' +
  'santa_tracker stardate sun_art trash_day visual_clock white_noise word_clock';

/** Ids of the transitions. */
export const TRANSITIONS = ['dissolve', 'slot_machine', 'typewriter', 'wipe'] as const;

/** What comes with flapbox and is loaded at its first use; the code of each group is in a file of its own. */
export const latePlugins = (): LatePlugins[] => [
  {
    ids: new Set(COMMON.split(' ')),
    load: () => Object.values(require('./common/common.ts') as typeof import('./common/common.ts')),
  },
  {
    ids: new Set(COMPUTED.split(' ')),
    load: () => Object.values(require('./computed/computed.ts') as typeof import('./computed/computed.ts')),
  },
  {
    ids: new Set(TRANSITIONS),
    load: () =>
      Object.values(require('../transitions/transitions.ts') as typeof import('../transitions/transitions.ts')),
  },
];
