import { MINUTE_MS } from '../core/time/durations.ts';
import { Fault } from '../fault.ts';
import { toInstant, type Clock } from '../platform/clock.ts';
import { putNewest } from '../platform/newest.ts';
import type { Asker } from '../picture/queue.ts';
import { MOST_SHARE_LINKS } from '../schema/limits.ts';
import {
  PREVIEW_SIZE,
  type ShareLink,
  type ShareLinkCreate,
  type StoredShareLink,
} from '../schema/appliance/share-links.ts';
import type { State } from '../schema/state.ts';
import type { Store } from '../store/store.ts';
import type { Actor, Audit } from './auth/audit.ts';
import { AttemptLimit } from './auth/attempt-limit.ts';
import { hashOf, newToken, openedBy } from './auth/tokens.ts';
import { boardOf, clip, newId } from './lookup.ts';
import { pageOf } from './pages/showable.ts';
import type { PictureFile, PictureService } from './pictures.ts';
import type { TimelineService } from './timeline.ts';

/** What links are made with. */
export interface ShareLinkServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly pictures: PictureService;
  readonly timeline: TimelineService;
}

/** What whoever has a link sees. */
export interface SharedView {
  readonly name: string | null;
  readonly picture: PictureFile;
}

/** How long a drawing is good for all who look: a page is not laid out anew for each of them. */
const FRESH_MS = 2000;
const MOST_KEPT = 8;
const NOBODY: Actor = { username: null, client: null };
const GONE = 'This link does not exist, or is no longer valid.';

const toPublic = ({ token_hash: _hash, ...link }: StoredShareLink): ShareLink => link;

const isThere = ({ boards, pages }: State, { board_id, page_id }: ShareLink): boolean =>
  board_id === null ? pages.some(({ id }) => id === page_id) : boards.some(({ id }) => id === board_id);

/** Links under which anybody sees one board or one page, and nothing else (rules, A7). */
export class ShareLinkService {
  readonly #options: ShareLinkServiceOptions;
  readonly #guesses: AttemptLimit;
  readonly #views = new Map<string, { readonly at: number; readonly view: Promise<PictureFile> }>();
  readonly #files = new Map<string, Promise<Buffer>>();

  constructor(options: ShareLinkServiceOptions) {
    this.#options = options;
    this.#guesses = new AttemptLimit(options.clock);
    // A board or page that is made anew under the id of one that was shared is another one.
    options.store.onChange((state, _previous, changed) => {
      if ((changed.has('boards') || changed.has('pages')) && state.auth.shares.some((one) => !isThere(state, one)))
        void this.#prune().catch(() => undefined);
    });
  }

  /** Every link that still opens something, the newest first. */
  list(): ShareLink[] {
    return this.#valid().map(toPublic).toReversed();
  }

  /**
   * A link to a board or page, and its token, which cannot be read again. 404 for what does not exist, 400 for an end
   * that has passed, 409 when there are too many.
   */
  async create(body: ShareLinkCreate, actor: Actor): Promise<{ link: ShareLink; token: string }> {
    const { clock, audit, store } = this.#options;
    const token = newToken();
    const target = targetOf(store.state, body);
    const link: StoredShareLink = {
      id: newId(),
      name: body.name ?? null,
      ...target,
      created_at: toInstant(clock.now()),
      expires_at: this.#endOf(body.expires_at ?? null),
      token_hash: hashOf(token),
    };
    await audit.change('share_created', actor, ({ shares }) => {
      const valid = shares.filter((one) => this.#isValid(one));
      if (valid.length >= MOST_SHARE_LINKS)
        throw new Fault(409, `There are ${MOST_SHARE_LINKS} share links already: end one first.`);
      return { shares: [...valid, link] };
    });
    return { link: toPublic(link), token };
  }

  /** Ends a link at once: 404 unknown. */
  async remove(id: string, actor: Actor): Promise<void> {
    await this.#options.audit.change('share_revoked', actor, ({ shares }) => {
      if (!shares.some((one) => one.id === id)) throw new Fault(404, `There is no share link "${clip(id)}".`);
      return { shares: shares.filter((one) => one.id !== id) };
    });
  }

  /**
   * What a link shows: the picture of a link preview or, with a width, the board alone. 404 for a token that opens
   * nothing, 429 for a client that tried ten of those within a minute, 503 when it cannot be drawn.
   */
  async open(token: string, client: string, width?: number): Promise<SharedView> {
    const link = openedBy(this.#options.store.state.auth.shares, token);
    if (!link || !this.#isValid(link)) {
      this.#guesses.admit(client);
      this.#guesses.fail(client);
      throw new Fault(404, GONE);
    }
    const picture = await this.#draw(link, width).catch(() => {
      throw new Fault(503, 'The picture cannot be drawn at the moment.');
    });
    return { name: link.name, picture: { ...picture, bytes: (asker) => this.#bytesOf(picture, asker) } };
  }

  #draw(link: StoredShareLink, width: number | undefined): Promise<PictureFile> {
    const now = this.#options.clock.monotonic();
    const key = `${link.id} ${width ?? ''}`;
    const known = this.#views.get(key);
    // What a board shows is at hand.
    if (known && link.board_id === null && now - known.at < FRESH_MS) return known.view;
    const { pictures } = this.#options;
    const query = width === undefined ? PREVIEW_SIZE : { width };
    const view =
      link.board_id === null
        ? pictures.ofPage(link.page_id ?? '', 'png', query)
        : pictures.ofBoard(link.board_id, 'png', query);
    putNewest(this.#views, key, { at: now, view }, MOST_KEPT);
    return view;
  }

  /** One drawing for all who look: it goes on when the first of them has gone away. */
  #bytesOf(picture: PictureFile, { address }: Asker): Promise<Buffer> {
    const known = this.#files.get(picture.etag);
    if (known) return known;
    const drawn = picture.bytes({ address });
    putNewest(this.#files, picture.etag, drawn, MOST_KEPT);
    void drawn.catch(() => this.#files.get(picture.etag) === drawn && this.#files.delete(picture.etag));
    return drawn;
  }

  #valid(): StoredShareLink[] {
    return this.#options.store.state.auth.shares.filter((one) => this.#isValid(one));
  }

  #isValid(link: ShareLink): boolean {
    const { clock, store } = this.#options;
    return isThere(store.state, link) && (link.expires_at === null || clock.now() < Date.parse(link.expires_at));
  }

  #endOf(expiresAt: string | null): string | null {
    if (expiresAt === null) return null;
    const instant = this.#options.timeline.instantOf('expires_at', expiresAt);
    if (instant < this.#options.clock.now() + MINUTE_MS)
      throw new Fault(400, 'expires_at: it has to lie at least a minute ahead.');
    return toInstant(instant);
  }

  #prune(): Promise<void> {
    const { audit, store } = this.#options;
    return audit.change('share_revoked', NOBODY, ({ shares }) => ({
      shares: shares.filter((one) => isThere(store.state, one)),
    }));
  }
}

const targetOf = (state: State, { board_id, page_id }: ShareLinkCreate): Pick<ShareLink, 'board_id' | 'page_id'> =>
  board_id == null
    ? { board_id: null, page_id: pageOf(state, page_id ?? '').id }
    : { board_id: boardOf(state, board_id).id, page_id: null };
