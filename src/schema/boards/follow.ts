import * as v from 'valibot';
import { FOLLOWED_TOPIC } from '../../core/topic.ts';
import { BrokerAddressSchema, InstantSchema, SecretSchema, maybe, whole } from '../common.ts';
import { LONGEST_CERTIFICATE, LONGEST_NAME } from '../limits.ts';
import { OutcomeCodeSchema } from './outcomes.ts';

/** A topic that can be followed. */
export const TopicSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LONGEST_NAME),
  v.regex(FOLLOWED_TOPIC, 'expected a topic such as home/kitchen, without # and +'),
);
const CertificateSchema = v.pipe(v.string(), v.maxLength(LONGEST_CERTIFICATE));

/** `follow` of a board in answers: its password is `***` when set and empty when not. */
export const FollowSchema = v.object({
  /** Topic of a hub, below which its frames are. */
  topic: v.nullable(v.string()),
  /** Address of the broker; null is that of the appliance's own MQTT settings. */
  url: v.nullable(v.string()),
  /** User name at the broker. */
  username: v.string(),
  /** Password. */
  password: v.string(),
  /**
   * Certificates of the authority that vouches for the broker: a text in PEM form, or the absolute path of a file
   * with one. Empty trusts the usual authorities.
   */
  ca_certificate: v.string(),
});
/** What a board follows, as it is stored. */
export const StoredFollowShape = v.omit(FollowSchema, ['password']);
/** `follow` of a board in answers. */
export type Follow = v.InferOutput<typeof FollowSchema>;

/** `follow` of a board in bodies: it replaces what was there; `***` keeps the password at the same broker. */
export const FollowWriteSchema = v.object({
  /** Topic of a hub, below which its frames are; null asks the hubs at the broker for one. */
  topic: v.nullable(TopicSchema),
  /** Address of the broker, without user and password; null is that of the appliance's own MQTT settings. */
  url: maybe(BrokerAddressSchema),
  username: maybe(SecretSchema),
  password: maybe(SecretSchema),
  ca_certificate: maybe(CertificateSchema),
});

/** Answer of `GET /settings/board/{id}/follow`: how it stands with what a board follows. */
export const FollowStatusSchema = v.object({
  board_id: v.string(),
  /** The topic that is followed; null when there is none. */
  topic: v.nullable(v.string()),
  /** Whether the board asks the hubs at its broker to join. */
  asks: v.boolean(),
  /** Address of the broker; null when none is set. */
  broker: v.nullable(v.string()),
  /** Whether there is a connection. */
  connected: v.boolean(),
  /** Id under which the board tells what it shows; null while it follows nothing. */
  follower: v.nullable(v.string()),
  /** Number of the newest frame that came; null before the first. */
  sequence: v.nullable(whole()),
  /** When that frame was published; null before the first. */
  at: v.nullable(InstantSchema),
  /** When that frame ends; null when it does not end by itself. */
  expires_at: v.nullable(InstantSchema),
  /**
   * How the frame lies on the board: `exact`, `centered` on a larger one, `cropped` to its first rows and columns.
   */
  fit: v.nullable(v.picklist(['exact', 'cropped', 'centered'])),
  /** Whether the board shows that frame. */
  shows: v.boolean(),
  /** Why the board does not show it, or `sent`; null while its flaps are on their way. */
  code: v.nullable(OutcomeCodeSchema),
  reason: v.nullable(v.string()),
  /** What keeps the topic from being followed; null when nothing does. */
  error: v.nullable(v.string()),
});
/** How it stands with what a board follows. */
export type FollowStatus = v.InferOutput<typeof FollowStatusSchema>;

/**
 * Answer of `GET /settings/board/follow/discover`: brokers nearby, and the hubs that are known to those that answer.
 */
export const FollowDiscoverySchema = v.object({
  /** Brokers that were found. */
  brokers: v.array(
    v.object({
      /** Address of the broker; null is that of the appliance's own MQTT settings. */
      url: v.nullable(v.string()),
      /** What the broker calls itself. */
      name: v.string(),
      /** Why it tells of no hubs; null when it answered. */
      error: v.nullable(v.string()),
    }),
  ),
  /** Topics that can be followed, with the size of their frames. */
  hubs: v.array(
    v.object({
      /** Address of the broker; null is that of the appliance's own MQTT settings. */
      url: v.nullable(v.string()),
      /** Topic of a hub, below which its frames are. */
      topic: v.string(),
      rows: whole(),
      cols: whole(),
    }),
  ),
});
/** What can be followed nearby. */
export type FollowDiscovery = v.InferOutput<typeof FollowDiscoverySchema>;
