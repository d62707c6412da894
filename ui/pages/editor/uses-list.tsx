import type { Use } from '../../../src/schema/content/uses.ts';
import { UseRows } from '../../schedule/use-rows.tsx';
import { pages } from '../../strings/pages.ts';

const address = ({ surface, board_id, schedule_id, collection_id, plugin_id }: Use): string => {
  if (collection_id) return `/schedule/collections/${encodeURIComponent(collection_id)}`;
  if (schedule_id) return `/schedule/rules/${encodeURIComponent(schedule_id)}`;
  if (plugin_id) return `/plugins/${encodeURIComponent(plugin_id)}`;
  if (surface === 'silence') return '/settings/silence';
  return board_id ? `/?board=${encodeURIComponent(board_id)}` : '/';
};

const say = ({ surface, board_name, collection_name, plugin_id }: Use): string => {
  if (surface === 'collection') return pages.use.collection(collection_name ?? '');
  if (surface === 'trigger') return pages.use.trigger(plugin_id ?? '');
  return pages.use[surface](board_name ?? '');
};

/** Everywhere a page is used, with the way there. */
export const UsesList = ({ uses }: { uses: readonly Use[] }) => (
  <section class="card panel" aria-labelledby="uses-title">
    <h2 id="uses-title">{pages.usesTitle}</h2>
    {uses.length === 0 ? (
      <p class="meta">{pages.usesNone}</p>
    ) : (
      <UseRows class="uses rows-4" uses={uses} nameOf={say} addressOf={address} />
    )}
  </section>
);
