import type { Use, Uses } from '../../../src/schema/content/uses.ts';
import { schedule } from '../../strings/schedule.ts';
import { UseRows } from '../use-rows.tsx';

const texts = schedule.collections;
const id = encodeURIComponent;

const addressOf = ({ surface, board_id, schedule_id, plugin_id }: Use): string | null => {
  const board = board_id === null ? '' : `?board=${id(board_id)}`;
  if (surface === 'schedule' && schedule_id !== null) return `/schedule/rules/${id(schedule_id)}${board}`;
  if (surface === 'default_page') return `/schedule${board}`;
  if (surface === 'silence') return '/settings/silence';
  if (surface === 'trigger') return plugin_id === null ? null : `/plugins/${id(plugin_id)}`;
  return `/${board}`;
};

const nameOf = ({ surface, board_name }: Use): string =>
  board_name === null ? texts.use[surface] : texts.useOn(texts.use[surface], board_name);

/** Everywhere a collection is used, each a way there. */
export const UseList = ({ uses }: { uses: Uses }) => (
  <section class="card rule-card rows-14" aria-labelledby="uses-title">
    <h2 id="uses-title">{texts.uses}</h2>
    {uses.total === 0 && <p class="meta">{texts.usesNone}</p>}
    <UseRows class="use-rows" uses={uses.references} nameOf={nameOf} addressOf={addressOf} />
  </section>
);
