import type { BoardDetail } from '../src/schema/boards.ts';
import type { Condition } from '../src/schema/conditions.ts';
import { expireBoot, hasMissedEvents, isBootCurrent } from './boot-answer.ts';
import { ALL_PARTS, tellChange } from './kit/changes.ts';
import {
  keepBoard,
  keepCondition,
  keepPicture,
  serviceState,
  loadBoards,
  loadServiceState,
  loadNames,
} from './service-state.ts';

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;
/**
 * The stream ends when a password is changed; the answer to whoever changed it, with the new cookie, comes a moment
 * later.
 */
const ANSWER_MS = 500;
/** Changes of the library come in bursts. */
const SETTLE_MS = 200;

interface FrameEvent {
  board_id: string;
  characters: number[][];
}

interface LibraryEvent {
  /** The parts that were changed: `pages`, `boards` … */
  changed?: string[];
}

const parse = <T>(event: Event): T => JSON.parse((event as MessageEvent<string>).data) as T;

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

/**
 * Follows the service's event stream for as long as the page is open, catches up whenever it had been lost, and gives
 * up when a sign-in is wanted.
 */
export const followEvents = (): void => {
  let retry = FIRST_RETRY_MS;
  let lost = false;
  let isCompared = false;
  // The first event tells from which one on this page listens.
  const compare = ({ lastEventId }: MessageEvent): void => {
    if (isCompared || lastEventId === '') return;
    isCompared = true;
    void hasMissedEvents(Number(lastEventId)).then((behind) => behind && catchUp());
  };
  const open = () => {
    const stream = new EventSource('/api/events');
    stream.addEventListener('open', () => {
      retry = FIRST_RETRY_MS;
      serviceState.set({ live: true });
      if (lost) catchUp();
      else void isBootCurrent().then((ahead) => (ahead ? undefined : loadServiceState()));
      lost = false;
    });
    for (const kind of ['frame', 'board', 'condition', 'library']) stream.addEventListener(kind, compare);
    stream.addEventListener('frame', (event) => {
      const { board_id, characters } = parse<FrameEvent>(event);
      keepPicture(board_id, characters);
    });
    stream.addEventListener('board', (event) => keepBoard(parse<BoardDetail>(event)));
    stream.addEventListener('condition', (event) => keepCondition(parse<Condition>(event)));
    stream.addEventListener('library', (event) => {
      const changed = parse<LibraryEvent>(event).changed ?? [];
      expireBoot();
      reload(changed);
      tellChange(changed);
    });
    stream.addEventListener('error', () => {
      stream.close();
      serviceState.set({ live: false });
      lost = true;
      const wait = retry;
      setTimeout(
        () => void loadServiceState().then(() => serviceState.get().locked || setTimeout(open, wait)),
        ANSWER_MS,
      );
      retry = Math.min(LAST_RETRY_MS, retry * 2);
    });
  };
  open();
};
