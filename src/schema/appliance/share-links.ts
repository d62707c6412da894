import * as v from 'valibot';
import {
  IdSchema,
  InstantSchema,
  NameSchema,
  countSaid,
  integerFrom,
  maybe,
  MomentSchema,
  unbounded,
} from '../common.ts';

/** Widths of the picture behind a link, in pixels: few, so that each is drawn once for all who look. */
export const SHARED_WIDTHS = ['300', '600', '1200', '2400'] as const;

/** The size of the picture that a link preview shows. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** Body of `POST /shares`: what is shared, what the link is called, and when it ends; never unless given. */
export const ShareLinkCreateSchema = v.pipe(
  v.object({
    /** The board to share, or `primary`. */
    board_id: maybe(IdSchema),
    /** The page to share. */
    page_id: maybe(IdSchema),
    /** What its page is called; null leaves that to the words on it. */
    name: maybe(NameSchema),
    /** When the link ends, an ISO 8601 time; never unless given. */
    expires_at: maybe(MomentSchema),
  }),
  v.check(
    (body) => countSaid(body, ['board_id', 'page_id']) === 1,
    'exactly one of board_id, page_id says what to share',
  ),
);
/** Body of `POST /shares`. */
export type ShareLinkCreate = v.InferOutput<typeof ShareLinkCreateSchema>;

/** A link under which anybody sees one board or page. */
export const ShareLinkSchema = v.object({
  id: v.string(),
  /** What its page is called; null leaves that to the words on it. */
  name: v.nullable(v.string()),
  /** The board that it shows; null when it shows a page. */
  board_id: v.nullable(v.string()),
  /** The page that it shows; null when it shows a board. */
  page_id: v.nullable(v.string()),
  created_at: InstantSchema,
  /** When it ends; null is never. */
  expires_at: v.nullable(InstantSchema),
});
/** A link under which anybody sees one board or page. */
export type ShareLink = v.InferOutput<typeof ShareLinkSchema>;

/** A link as it is stored: what was written under other bounds stays readable. */
export const StoredShareLinkShape = v.object({
  ...unbounded(ShareLinkSchema.entries),
  expires_at: v.nullable(v.string()),
  /** SHA-256 of the token, hex. */
  token_hash: v.string(),
});
/** A link as it is stored: of its token only the hash. */
export type StoredShareLink = v.InferOutput<typeof StoredShareLinkShape>;

/** Answer of `POST /shares`: the only time that the link can be read. */
export const CreatedShareLinkSchema = v.object({
  ...ShareLinkSchema.entries,
  /** Where it lies on the appliance. */
  path: v.string(),
  /** The whole link, with the address under which the appliance was called. */
  url: v.string(),
});

/** A link that was just made. */
export type CreatedShareLink = v.InferOutput<typeof CreatedShareLinkSchema>;

/** Answer of `GET /shares`, the newest first. */
export const ShareLinkListSchema = v.object({
  /** The links. */
  shares: v.array(ShareLinkSchema),
  total: integerFrom(0),
});

/** Answer of `DELETE /shares/{id}`. */
export const ShareLinkDeleteAnswerSchema = v.object({ id: v.string() });
