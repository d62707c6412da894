import type { Part } from '../../support/views.ts';
import { RARE_ANSWERS, RARE_PLACES } from './rare-answers.ts';
import { BOARD_VIEWS } from './rare-board-views.ts';
import { HOME_VIEWS } from './rare-home-views.ts';
import { PLUGIN_VIEWS } from './rare-plugin-views.ts';
import { SCHEDULE_VIEWS } from './rare-schedule-views.ts';
import { SETTINGS_VIEWS } from './rare-settings-views.ts';
import type { RareView } from './rare-view.ts';

/** Views of a part that few see: on machines that no test runs on, in states that are rare, and on a phone. */
export const rareViewsOf = (part: Part): readonly RareView[] => [
  ...(RARE_PLACES[part] ?? []).map((at): RareView => ({ at, answers: RARE_ANSWERS, hears: true })),
  ...{
    pages: HOME_VIEWS,
    plugins: PLUGIN_VIEWS,
    settings: SETTINGS_VIEWS,
    boards: BOARD_VIEWS,
    schedule: SCHEDULE_VIEWS,
  }[part],
];
