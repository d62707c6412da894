import { geometryOf } from '../core/flaps/geometry.ts';
import { recordsById } from '../core/records.ts';
import { Fault } from '../fault.ts';
import { actAs } from '../platform/actor.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import type { StoredBoard } from '../schema/boards/boards.ts';
import {
  contentOf,
  type Favourite,
  type FavouriteChange,
  type FavouriteCreate,
  type FavouriteList,
  type FavouriteSendAnswer,
  type StoredFavourite,
} from '../schema/content/favourites.ts';
import { MOST_FAVOURITE_TOKENS } from '../schema/limits.ts';
import { MESSAGE_CONTENT } from '../schema/content/messages.ts';
import type { State, StoredAuth } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import { hashOf, newToken, openedBy } from './auth/tokens.ts';
import { boardIdsOf, newId, requireFound } from './lookup.ts';
import { misfitOf, sizeText } from './pages/showable.ts';
import type { MessageService } from './messages/messages.ts';

/** What favourites work with. */
export interface FavouriteServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly messages: MessageService;
}

type Result = FavouriteSendAnswer['boards'][number];

/** What is told of a favourite that changed nothing anywhere. */
const NONE = { sent: false, reason: null, code: null };

const favouriteIn = ({ favourites }: State, id: string): StoredFavourite =>
  requireFound(recordsById(favourites).get(id), 'favourite', id);

const boardsOf = (state: State, boards: StoredFavourite['boards']): readonly StoredBoard[] =>
  boards === 'all' ? state.boards : state.boards.filter(({ id }) => boards.includes(id));

/** Messages that are shown often, each with one tap (rules, N2). */
export class FavouriteService {
  readonly #options: FavouriteServiceOptions;

  constructor(options: FavouriteServiceOptions) {
    this.#options = options;
  }

  /** Every favourite, in the order in which they were made. */
  list(): FavouriteList {
    const favourites = this.#options.store.state.favourites.map((one) => this.#told(one));
    return { favourites, total: favourites.length };
  }

  /** Makes a favourite: 404 for boards and pages that are not there, 400 for what fits none, 409 for too many. */
  async create({ boards, minutes = null, ...body }: FavouriteCreate): Promise<Favourite> {
    const { store, clock, messages } = this.#options;
    const favourite: StoredFavourite = {
      ...body,
      id: newId(),
      boards: boardIdsOf(store.state, boards ?? ['primary']),
      minutes,
      created_at: toInstant(clock.now()),
      updated_at: null,
    };
    messages.check(body);
    this.#check(favourite);
    await store.update((state) => ({ favourites: [...state.favourites, favourite] }));
    return this.#told(favourite);
  }

  /** Changes what was sent; a new content takes the place of the old one. As `create`. */
  async update(id: string, { name, boards, minutes, transition, ...content }: FavouriteChange): Promise<Favourite> {
    const { store, clock, messages } = this.#options;
    const isNew = contentOf(content).length > 0;
    const change = (before: StoredFavourite): StoredFavourite => ({
      ...(isNew ? withoutContent(before) : before),
      ...(isNew ? content : {}),
      ...(name == null ? {} : { name }),
      ...(boards == null ? {} : { boards: boardIdsOf(store.state, boards, before.boards) }),
      ...(minutes === undefined ? {} : { minutes }),
      ...(transition === undefined ? {} : { transition }),
      updated_at: toInstant(clock.now()),
    });
    const changed = change(favouriteIn(store.state, id));
    messages.check({ transition });
    // A page or board that is another by now must not stand in the way of other changes.
    if (isNew || boards != null) this.#check(changed);
    await store.update((state) => {
      favouriteIn(state, id);
      return { favourites: state.favourites.map((one) => (one.id === id ? change(one) : one)) };
    });
    return this.#told(favouriteIn(store.state, id));
  }

  /** Removes a favourite and all its tokens: 404 unknown. */
  async remove(id: string): Promise<void> {
    await this.#options.store.update((state) => {
      favouriteIn(state, id);
      return {
        favourites: state.favourites.filter((one) => one.id !== id),
        auth: keepTokens(state.auth, (one) => one !== id),
      };
    });
  }

  /**
   * Shows a favourite on its boards. What one board refuses does not hold up the others; 404 unknown or without a
   * board, otherwise the refusal of the first board when all refuse.
   */
  async send(id: string): Promise<FavouriteSendAnswer> {
    const { store } = this.#options;
    const favourite = favouriteIn(store.state, id);
    const boards = boardsOf(store.state, favourite.boards);
    if (boards.length === 0) throw new Fault(404, `The favourite "${favourite.name}" has no board any more.`);
    const { minutes, transition } = favourite;
    const message = {
      ...Object.fromEntries(contentOf(favourite)),
      boards: boards.map((board) => board.id),
      duration_minutes: minutes,
      transition,
      force: false,
    };
    const { boards: answers = [] } = await actAs({ why: 'favourite' }, () => this.#options.messages.post('-', message));
    const { sent, reason, code } =
      answers.find((one) => one.sent) ?? answers.find((one) => one.reason !== null) ?? NONE;
    return { favourite_id: id, sent, reason, code, boards: answers.map(toResult) };
  }

  /**
   * A token that can send this favourite and nothing else, and that cannot be read again: 404 unknown, 409 too many.
   */
  async addToken(id: string): Promise<string> {
    const { store, clock } = this.#options;
    const token = newToken();
    await store.update((state) => {
      favouriteIn(state, id);
      const tokens = state.auth.favourite_tokens ?? [];
      if (tokens.filter(({ favourite_id }) => favourite_id === id).length >= MOST_FAVOURITE_TOKENS)
        throw new Fault(409, `There are ${MOST_FAVOURITE_TOKENS} tokens already: revoke them first.`);
      const added = { favourite_id: id, token_hash: hashOf(token), created_at: toInstant(clock.now()) };
      return { auth: { ...state.auth, favourite_tokens: [...tokens, added] } };
    });
    return token;
  }

  /** Revokes every token of a favourite: 404 unknown. */
  async revokeTokens(id: string): Promise<void> {
    await this.#options.store.update((state) => {
      favouriteIn(state, id);
      return { auth: keepTokens(state.auth, (one) => one !== id) };
    });
  }

  /** The favourite that a token opens: 404 for any other token. */
  byToken(token: string): StoredFavourite {
    const { auth, favourites } = this.#options.store.state;
    const id = openedBy(auth.favourite_tokens, token)?.favourite_id;
    const found = favourites.find((one) => one.id === id);
    if (!found) throw new Fault(404, 'This address does not exist, or is no longer valid.');
    return found;
  }

  #told(favourite: StoredFavourite): Favourite {
    const { favourite_tokens = [] } = this.#options.store.state.auth;
    return {
      ...favourite,
      tokens: favourite_tokens.filter(({ favourite_id }) => favourite_id === favourite.id).length,
    };
  }

  /** A page and a grid have to fit each board; on all boards, at least one. */
  #check(favourite: StoredFavourite): void {
    const { state } = this.#options.store;
    const problems = boardsOf(state, favourite.boards).map((board) => problemOn(state, favourite, board));
    const isFit = favourite.boards === 'all' ? problems.includes(null) : problems.every((one) => one === null);
    const problem = problems.find((one) => one !== null);
    if (!isFit && problem) throw problem;
  }
}

const toResult = ({ board_id, sent, reason, code, expires_at }: Result): Result => ({
  board_id,
  sent,
  reason,
  code,
  expires_at,
});

const withoutContent = (favourite: StoredFavourite): StoredFavourite =>
  Object.fromEntries(
    Object.entries(favourite).filter(([name]) => !Object.hasOwn(MESSAGE_CONTENT, name)),
  ) as StoredFavourite;

/** The account without the tokens of favourites that are not kept; the same where none goes. */
export const keepTokens = (auth: StoredAuth, isKept: (favouriteId: string) => boolean): StoredAuth => {
  const { favourite_tokens = [] } = auth;
  const kept = favourite_tokens.filter(({ favourite_id }) => isKept(favourite_id));
  return kept.length === favourite_tokens.length ? auth : { ...auth, favourite_tokens: kept };
};

const problemOn = (state: State, { page_id, characters }: StoredFavourite, board: StoredBoard): Fault | null => {
  const { rows, cols } = geometryOf(board);
  if (characters && (characters.length !== rows || characters.some((row) => row.length !== cols)))
    return new Fault(400, `characters: the board "${board.name}" has ${sizeText({ rows, cols })}.`);
  return page_id ? misfitOf(state, page_id, board) : null;
};
