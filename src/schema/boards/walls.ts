import * as v from 'valibot';
import { IdSchema, command, maybe, whole } from '../common.ts';

/** Most walls that are remembered as declined. */
export const MOST_DECLINED = 500;
/** Most walls that one command names. */
const MOST_NAMED = 500;

/** A wall of another appliance that asks to join; all that it says of itself is its name and size. */
export const AskingWallSchema = v.object({
  id: v.string(),
  /** What the wall calls itself, cut to 60 characters. */
  name: v.string(),
  rows: whole(),
  cols: whole(),
  /** Address of the broker at which it asks. */
  broker: v.string(),
  /** The board whose topic it gets unless another one is named. */
  board_id: v.nullable(v.string()),
  /** The topic of that board. */
  topic: v.nullable(v.string()),
  /** The topic that it was given, and has not taken yet; null before. */
  given: v.nullable(v.string()),
});

/** Answer of `GET /walls`. */
export const WallListSchema = v.object({
  /** Walls that ask, at most 200 of each broker. */
  asking: v.array(AskingWallSchema),
  /** How many more ask than are listed. */
  left_out: whole(),
  /** How many were declined, and are not listed. */
  declined: whole(),
});
/** Answer of `GET /walls`. */
export type WallList = v.InferOutput<typeof WallListSchema>;

const ids = maybe(v.pipe(v.array(IdSchema), v.minLength(1), v.maxLength(MOST_NAMED)));

/** Body of `POST /walls/join`: every wall that asks unless some are named; each gets the topic of the board. */
export const WallsJoinSchema = command({
  /** Ids of walls; every wall that asks unless given. */
  ids,
  /** The board whose frames they show; for each the first of its own size unless given. */
  board_id: maybe(IdSchema),
});
/** Body of `POST /walls/join`. */
export type WallsJoin = v.InferOutput<typeof WallsJoinSchema>;

/** Body of `POST /walls/decline`: every wall that asks unless some are named. */
export const WallsDeclineSchema = command({ ids });
/** Body of `POST /walls/decline`. */
export type WallsDecline = v.InferOutput<typeof WallsDeclineSchema>;

/** Answer of `POST /walls/join`: the topic that each was given; null where its broker did not take it. */
export const WallsJoinedSchema = v.object({
  /** What became of each wall. */
  walls: v.array(
    v.object({
      id: v.string(),
      /** What the wall calls itself. */
      name: v.string(),
      /** The topic that it was given; null where its broker did not take it. */
      topic: v.nullable(v.string()),
    }),
  ),
});
/** Answer of `POST /walls/join`. */
export type WallsJoined = v.InferOutput<typeof WallsJoinedSchema>;
