import type { BoardDetail } from '../src/schema/boards/boards.ts';
import type { Condition } from '../src/schema/boards/conditions.ts';
import { abandonRequests, onUnreached } from './api.ts';
import { bootRevision, expireBoot } from './boot-answer.ts';
import { ALL_PARTS, tellChange } from './kit/changes.ts';
import {
  keepBoards,
  keepConditions,
  keepPicture,
  serviceState,
  loadBoards,
  loadServiceState,
  loadNames,
} from './service-state.ts';
import { SharedStream } from './shared-stream.ts';

/**
 * The stream ends when a password is changed; the answer to whoever changed it, with the new cookie, comes a moment
 * later.
 */
const ANSWER_MS = 500;
/** What is told of boards within this time is shown together. */
const TOGETHER_MS = 30;
/** Changes of the library come in bursts. */
const SETTLE_MS = 200;

const soon = (work: () => void): (() => void) => {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(work, SETTLE_MS);
  };
};

const boardsSoon = soon(() => void loadBoards());
const namesSoon = soon(() => void loadNames());

/** Nobody knows what was changed meanwhile, and what was asked for then has failed. */
const catchUp = (): void => {
  expireBoot();
  void loadServiceState();
  tellChange(ALL_PARTS);
};

const reload = (changed: readonly string[]): void => {
  if (changed.includes('boards') || changed.includes('settings')) boardsSoon();
  if (changed.includes('pages') || changed.includes('collections')) namesSoon();
};

/** The stream begins with each board, one by one: of many boards the views would be made anew many times. */
const together = <T>(keep: (all: readonly T[]) => void): ((id: string, one: T) => void) => {
  const taken = new Map<string, T>();
  return (id, one) => {
    if (taken.size === 0)
      setTimeout(() => {
        keep([...taken.values()]);
        taken.clear();
      }, TOGETHER_MS);
    taken.set(id, one);
  };
};
const takeBoard = together(keepBoards);
const takeCondition = together(keepConditions);

const take = (kind: string, data: string): void => {
  const told: unknown = JSON.parse(data);
  if (kind === 'frame') {
    const { board_id, characters } = told as { board_id: string; characters: number[][] };
    keepPicture(board_id, characters);
  } else if (kind === 'board') takeBoard((told as BoardDetail).id, told as BoardDetail);
  else if (kind === 'condition') takeCondition((told as Condition).board_id, told as Condition);
  else {
    // The parts of the library that were changed: `pages`, `boards` …
    const { changed = [] } = told as { changed?: string[] };
    expireBoot();
    reload(changed);
    tellChange(changed);
  }
};

/** Follows the service's events while the page is in use, and catches up with what it cannot have heard of. */
export const followEvents = (): void => {
  /** How many events this page knows of; null when it knows nothing of those that there were. */
  let known: number | null = null;
  const stream = new SharedStream({
    open: (revision) => {
      serviceState.set({ live: true });
      if (revision !== known) catchUp();
      known = revision;
    },
    tell: ({ kind, data, revision }) => {
      take(kind, data);
      known = revision;
    },
    lose: async (silent) => {
      serviceState.set({ live: false });
      known = null;
      if (silent) abandonRequests();
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
      await loadServiceState();
      return !serviceState.get().locked;
    },
  });
  onUnreached(() => stream.doubt(false));
  addEventListener('offline', () => stream.doubt(true));
  addEventListener('online', () => stream.hurry());
  // A page that is kept for the way back is not in use.
  addEventListener('pagehide', () => stream.leave());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    known = null;
    stream.join();
  });
  void bootRevision().then((revision) => {
    known = revision;
    stream.join();
  });
};
