import type { StoredBoard } from '../../schema/boards/boards.ts';
import type { Use, Uses } from '../../schema/content/uses.ts';
import type { Silence } from '../../schema/appliance/silence.ts';
import type { State } from '../../schema/state.ts';
import { showableOf } from './showable.ts';

const NOWHERE = {
  board_id: null,
  board_name: null,
  schedule_id: null,
  collection_id: null,
  collection_name: null,
  plugin_id: null,
} as const;

const on = (board: StoredBoard): Pick<Use, 'board_id' | 'board_name'> => ({
  board_id: board.id,
  board_name: board.name,
});

/** Everywhere a page or collection is used, directly: 404 when there is none of this id. */
export const usesOf = (state: State, id: string): Uses => {
  showableOf(state, id);
  const references = [
    ...state.boards.flatMap((board) => usesOn(state, id, board)),
    ...usesInRules(state, id),
    ...usesElsewhere(state, id),
  ];
  return { id, references, total: references.length };
};

const usesOn = ({ programmes, settings }: State, id: string, board: StoredBoard): Use[] => {
  const programme = programmes[board.id];
  const messages = programme?.messages ?? [];
  const surfaces: [Use['surface'], boolean][] = [
    ['active_page', programme?.active_page_id === id || programme?.passing?.page_id === id],
    ['default_page', board.default_page_id === id],
    ['message', messages.some(({ content }) => content.kind === 'page' && content.page_id === id)],
    ['revert', messages.some(({ revert_page_id }) => revert_page_id === id)],
    ['silence', showsInSilence(settings.silence_by_board[board.id], id)],
  ];
  return surfaces.filter(([, used]) => used).map(([surface]) => ({ ...NOWHERE, ...on(board), surface }));
};

const showsInSilence = (silence: Partial<Silence> | undefined, id: string): boolean =>
  silence?.page_id === id || silence?.further?.some(({ page_id }) => page_id === id) === true;

/** A rule of the default slot belongs to the primary board. */
const usesInRules = ({ boards, schedules }: State, id: string): Use[] =>
  schedules
    .filter((rule) => rule.page_id === id)
    .map((rule) => {
      const board = rule.board_id === '' ? boards[0] : boards.find((one) => one.id === rule.board_id);
      return { ...NOWHERE, ...(board ? on(board) : {}), surface: 'schedule', schedule_id: rule.id };
    });

const usesElsewhere = ({ settings, collections, plugins }: State, id: string): Use[] => [
  ...(showsInSilence(settings.silence, id) ? [{ ...NOWHERE, surface: 'silence' as const }] : []),
  ...collections
    .filter(({ page_ids, fallback_page_id }) => page_ids.includes(id) || fallback_page_id === id)
    .map((one) => ({ ...NOWHERE, surface: 'collection' as const, collection_id: one.id, collection_name: one.name })),
  ...Object.entries(plugins)
    .filter(([, { config }]) => config['trigger_page_id'] === id)
    .map(([plugin_id]) => ({ ...NOWHERE, surface: 'trigger' as const, plugin_id })),
];
