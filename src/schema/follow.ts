import * as v from 'valibot';
import { BrokerAddressSchema, InstantSchema, SecretSchema, maybe, whole } from './common.ts';
import { LONGEST_CERTIFICATE, LONGEST_NAME } from './limits.ts';
import { OutcomeCodeSchema } from './outcomes.ts';

/** What a board follows, as it is stored; its password is among the secrets of the board. */
export interface FollowSettings {
  /** The topic of a hub, below which its frames are; null: it asks the hubs at the broker for one. */
  topic: string | null;
  /** The broker; null: that of the appliance's own MQTT settings. */
  url: string | null;
  username: string;
  /** Certificates of the authority that vouches for the broker, as PEM or as a path; empty: the usual authorities. */
  ca_certificate: string;
}

/** A topic that can be followed. */
export const TopicSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LONGEST_NAME),
  v.regex(/^[^$#+\0/\s](?:[^#+\0]*[^#+\0/\s])?$/),
);
const CertificateSchema = v.pipe(v.string(), v.maxLength(LONGEST_CERTIFICATE));

/** `follow` of a board in answers: its password is `***` when set and empty when not. */
export const FollowSchema = v.object({
  topic: v.nullable(v.string()),
  url: v.nullable(v.string()),
  username: v.string(),
  password: v.string(),
  ca_certificate: v.string(),
});
/** `follow` of a board in answers. */
export type Follow = v.InferOutput<typeof FollowSchema>;

/** `follow` of a board in bodies: it replaces what was there; `***` keeps the password at the same broker. */
export const FollowWriteSchema = v.object({
  topic: v.nullable(TopicSchema),
  url: maybe(BrokerAddressSchema),
  username: maybe(SecretSchema),
  password: maybe(SecretSchema),
  ca_certificate: maybe(CertificateSchema),
});
/** `follow` of a board in bodies. */
export type FollowWrite = v.InferOutput<typeof FollowWriteSchema>;

/** Answer of `GET /settings/board/{id}/follow`: how it stands with what a board follows. */
export const FollowStatusSchema = v.object({
  board_id: v.string(),
  /** Null: the board follows nothing, or asks for a topic. */
  topic: v.nullable(v.string()),
  /** Whether it asks the hubs at its broker for a topic. */
  asks: v.boolean(),
  /** The address of the broker, without credentials. */
  broker: v.nullable(v.string()),
  connected: v.boolean(),
  /** The id under which the board tells what it shows. */
  follower: v.nullable(v.string()),
  /** The newest frame that came. */
  sequence: v.nullable(whole()),
  at: v.nullable(InstantSchema),
  /** When it ends; null for never. */
  expires_at: v.nullable(InstantSchema),
  /** How it lies on the board: a smaller one in the middle, of a larger one the first rows and columns. */
  fit: v.nullable(v.picklist(['exact', 'cropped', 'centered'])),
  /** Whether the board shows it. */
  shows: v.boolean(),
  /** How, or why not; null while the flaps are on their way. */
  code: v.nullable(OutcomeCodeSchema),
  reason: v.nullable(v.string()),
  /** What keeps the topic from being followed. */
  error: v.nullable(v.string()),
});
/** How it stands with what a board follows. */
export type FollowStatus = v.InferOutput<typeof FollowStatusSchema>;

/**
 * Answer of `GET /settings/board/follow/discover`: brokers nearby, and the hubs that are known to those that answer.
 */
export const FollowDiscoverySchema = v.object({
  brokers: v.array(
    v.object({
      /** Null: the broker of the appliance's own MQTT settings. */
      url: v.nullable(v.string()),
      name: v.string(),
      /** Why nothing is known of its hubs; null when it answered. */
      error: v.nullable(v.string()),
    }),
  ),
  hubs: v.array(v.object({ url: v.nullable(v.string()), topic: v.string(), rows: whole(), cols: whole() })),
});
/** What can be followed nearby. */
export type FollowDiscovery = v.InferOutput<typeof FollowDiscoverySchema>;
