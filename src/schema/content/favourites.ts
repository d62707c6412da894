import * as v from 'valibot';
import { InstantSchema, NameSchema, command, integerBetween, maybe, whole } from '../common.ts';
import { MESSAGE_MINUTES } from '../limits.ts';
import {
  BoardsSchema,
  MESSAGE_CONTENT,
  MessageAnswerSchema,
  ONE_CONTENT,
  TransitionSchema,
  hasOneContent,
} from './messages.ts';
import { OutcomeCodeSchema } from '../boards/outcomes.ts';

const transition = maybe(TransitionSchema);
const MinutesSchema = v.nullable(integerBetween(...MESSAGE_MINUTES));

/** A message that is shown often, as it is stored. */
export const StoredFavouriteSchema = v.object({
  id: v.string(),
  name: NameSchema,
  /** Ids of the boards that it is shown on, or `all`. */
  boards: BoardsSchema,
  /** How long it is shown; null: until something else replaces it. */
  minutes: MinutesSchema,
  ...MESSAGE_CONTENT,
  /** How the flaps turn to this message; null is the usual way. */
  transition,
  created_at: InstantSchema,
  updated_at: v.nullable(InstantSchema),
});
/** A message that is shown often, as it is stored. */
export type StoredFavourite = v.InferOutput<typeof StoredFavouriteSchema>;

/** What opens one favourite and nothing else, as it is stored. */
export const StoredFavouriteTokenShape = v.object({
  favourite_id: v.string(),
  token_hash: v.string(),
  created_at: v.string(),
});

/** A message that is shown often. */
export const FavouriteSchema = v.object({
  ...StoredFavouriteSchema.entries,
  /** How many tokens can send it. */
  tokens: whole(),
});
/** A message that is shown often. */
export type Favourite = v.InferOutput<typeof FavouriteSchema>;

/** Answer of `GET /favourites`. */
export const FavouriteListSchema = v.object({
  /** The favourites. */
  favourites: v.array(FavouriteSchema),
  total: whole(),
});
/** Answer of `GET /favourites`. */
export type FavouriteList = v.InferOutput<typeof FavouriteListSchema>;

const change = {
  name: maybe(NameSchema),
  /** Ids of the boards that it is shown on, or `all`. */
  boards: maybe(BoardsSchema),
  minutes: v.optional(MinutesSchema),
  ...MESSAGE_CONTENT,
  transition,
};

/** Body of `POST /favourites`: the primary board, until something else replaces it, unless said otherwise. */
export const FavouriteCreateSchema = v.pipe(
  command({
    ...change,
    name: NameSchema,
    /** Ids of the boards that it is shown on, or `all`; the primary one unless given. */
    boards: change.boards,
  }),
  v.check((body) => hasOneContent(body), ONE_CONTENT),
);
/** Body of `POST /favourites`. */
export type FavouriteCreate = v.InferOutput<typeof FavouriteCreateSchema>;

/** Body of `PATCH /favourites/{id}`: what is sent applies; a new content replaces the old one. */
export const FavouriteChangeSchema = v.pipe(
  command(change),
  v.check(
    (body) => contentOf(body).length <= 1,
    `at most one of ${Object.keys(MESSAGE_CONTENT).join(', ')} can be given`,
  ),
);
/** Body of `PATCH /favourites/{id}`. */
export type FavouriteChange = v.InferOutput<typeof FavouriteChangeSchema>;

/** The content that a favourite or a change of one has, by name. */
export const contentOf = (body: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.keys(MESSAGE_CONTENT).flatMap((name): [string, unknown][] =>
    (body[name] ?? null) === null ? [] : [[name, body[name]]],
  );

/** What became of a favourite on one board; without what was shown where the board refused it. */
const FavouriteResultSchema = v.object({
  board_id: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  code: v.nullable(OutcomeCodeSchema),
  /** When the message ends; null when it does not end by itself. */
  expires_at: MessageAnswerSchema.entries.expires_at,
});

/** Answer of `POST /favourites/{id}/send`: `sent` when flaps moved on any board, otherwise why not on the first. */
export const FavouriteSendAnswerSchema = v.object({
  /** The favourite that was sent. */
  favourite_id: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  code: v.nullable(OutcomeCodeSchema),
  /** What became of it, board by board. */
  boards: v.array(FavouriteResultSchema),
});
/** Answer of `POST /favourites/{id}/send`. */
export type FavouriteSendAnswer = v.InferOutput<typeof FavouriteSendAnswerSchema>;

/** Answer of `POST /favourites/{id}/token`: the token, which cannot be read again, and the page that sends with it. */
export const FavouriteTokenSchema = v.object({
  /** The token, which cannot be read again. */
  token: v.string(),
  /** Path of the page that sends it, with the token. */
  path: v.string(),
  /** Address of the page that sends it, with the token. */
  url: v.string(),
});

/** Answer of `DELETE /favourites/{id}` and of its tokens. */
export const FavouriteRemovedSchema = v.object({ id: v.string() });
