import { EMPTY_PROGRAMME } from '../../core/programme.ts';
import { mapValues } from '../../core/record.ts';
import type { Silence } from '../../schema/appliance/silence.ts';
import type { Page } from '../../schema/content/pages.ts';
import type { State } from '../../schema/state.ts';

/** A page that was removed, and the state before and after that. */
export interface Removal {
  readonly page: Page;
  readonly before: State;
  readonly after: Partial<State>;
}

const restoredPages = ({ page, before, after }: Removal, { pages }: State): Page[] => {
  const stoodIn = (after.pages ?? []).filter((one) => !before.pages.includes(one));
  const others = pages.filter((one) => !stoodIn.includes(one));
  return others.toSpliced(before.pages.indexOf(page), 0, page);
};

const restoredProgrammes = ({ page, before, after }: Removal, { programmes }: State): State['programmes'] =>
  mapValues(programmes, (programme, board) => {
    const { active_page_id, passing } = before.programmes[board] ?? EMPTY_PROGRAMME;
    // Who chose something else since wants that.
    if (programme.active_page_id !== after.programmes?.[board]?.active_page_id) return programme;
    return {
      ...programme,
      ...(active_page_id === page.id && { active_page_id }),
      ...(passing?.page_id === page.id && !programme.passing && { passing }),
    };
  });

type Shown = Pick<Partial<Silence>, 'page_id'>;
type Window = NonNullable<Silence['further']>[number];

/** Whether another window is the same but for what it shows. */
const isAt =
  ({ start, end, days }: Window) =>
  (other: Window): boolean =>
    JSON.stringify([start, end, days]) === JSON.stringify([other.start, other.end, other.days]);

const restoredSettings = ({ page, before }: Removal, settings: State['settings']): State['settings'] => {
  const { silence, silence_by_board } = before.settings;
  const withPage = <T extends Shown>(now: T, then: Shown | undefined): T =>
    then?.page_id === page.id && now.page_id === null ? { ...now, page_id: page.id } : now;
  const again = <T extends Partial<Silence>>(now: T, then: Partial<Silence> | undefined): T => ({
    ...withPage(now, then),
    ...(now.further && { further: now.further.map((one) => withPage(one, then?.further?.find(isAt(one)))) }),
  });
  return {
    ...settings,
    silence: again(settings.silence, silence),
    silence_by_board: mapValues(settings.silence_by_board, (own, board) => again(own, silence_by_board[board])),
  };
};

/** Puts a removed page back where it was, with its pins, default pages and silence, unless those were changed since. */
export const restorePage = (removal: Removal, state: State): Partial<State> => ({
  pages: restoredPages(removal, state),
  programmes: restoredProgrammes(removal, state),
  boards: state.boards.map((board) => {
    const then = removal.before.boards.find(({ id }) => id === board.id);
    const isDefault = then?.default_page_id === removal.page.id && board.default_page_id === null;
    return isDefault ? { ...board, default_page_id: removal.page.id } : board;
  }),
  settings: restoredSettings(removal, state.settings),
});
