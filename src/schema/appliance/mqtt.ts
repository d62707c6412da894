import * as v from 'valibot';
import { OWN_TOPIC } from '../../core/topic.ts';
import { InstantSchema, maybeEach, portNumber, setting, unbounded } from '../common.ts';
import { LONGEST_HOST, LONGEST_PASSWORD, LONGEST_CERTIFICATE, LONGEST_MQTT_INSTANCE, LONGEST_NAME } from '../limits.ts';

const TopicSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LONGEST_NAME),
  v.regex(OWN_TOPIC, 'expected a topic such as flapbox/kitchen, without # and +'),
);

const mqtt = {
  enabled: v.boolean(),
  /** Name or address of the broker. */
  broker_host: v.pipe(v.string(), v.maxLength(LONGEST_HOST)),
  /** Port of the broker. */
  broker_port: portNumber(),
  /** Whether the connection is encrypted. */
  tls: v.boolean(),
  /** User name at the broker. */
  username: v.pipe(v.string(), v.maxLength(LONGEST_HOST)),
  /** Password at the broker, masked as `***` when it is read. `***` keeps it, an empty text removes it. */
  password: v.pipe(v.string(), v.maxLength(LONGEST_PASSWORD)),
  /** Topic below which everything of the appliance lies. */
  base_topic: TopicSchema,
  /** Topic below which Home Assistant looks for devices. */
  discovery_prefix: TopicSchema,
  /** Id of the appliance among others at the same broker. */
  instance_id: v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^[A-Za-z0-9_-]{1,${LONGEST_MQTT_INSTANCE}}$`),
      `expected 1 to ${LONGEST_MQTT_INSTANCE} letters, digits, _ and -`,
    ),
  ),
  /** Address that Home Assistant links to; empty is the address in the home network. */
  external_url: v.pipe(v.string(), v.maxLength(LONGEST_HOST)),
  /**
   * Certificates of the authority that vouches for the broker: a text in PEM form, or the absolute path of a file
   * with one. Empty trusts the usual authorities.
   */
  ca_certificate: v.pipe(v.string(), v.maxLength(LONGEST_CERTIFICATE)),
  /** Whether each board is sent to the broker as a picture too, when it changes. */
  pictures: v.boolean(),
};
const { password: _secret, ...plain } = mqtt;
/** The broker as it is stored: what was written under other bounds stays readable. */
export const StoredMqttShape = v.object({
  ...unbounded(plain),
  secrets: v.object({ password: v.optional(v.string()) }),
});
/** The broker, without its password. */
export type MqttSettings = v.InferOutput<typeof StoredMqttShape>;

/** Answer of `/settings/mqtt`: the broker, its password as `***` when there is one. */
export const MqttPreferenceSchema = v.object(mqtt);
/** The broker. */
export type MqttPreference = v.InferOutput<typeof MqttPreferenceSchema>;
/** Body of `PUT /settings/mqtt`: only sent fields apply; `***` keeps the password. */
export const MqttWriteSchema = setting(maybeEach(mqtt));
/** Body of `PUT /settings/mqtt`. */
export type MqttWrite = v.InferOutput<typeof MqttWriteSchema>;

/** Answer of `GET /mqtt/status`. */
export const MqttStatusSchema = v.object({
  enabled: v.boolean(),
  running: v.boolean(),
  /** Whether there is a connection. */
  connected: v.boolean(),
  /** Address of the broker; null when none is set. */
  broker: v.nullable(v.string()),
  /** Whether settings or environment name the broker. */
  source: v.picklist(['settings', 'environment']),
  /** What went wrong, in a sentence; null when nothing did. */
  error: v.nullable(v.string()),
  /** When a connection was last made; null before the first time. */
  last_connected_at: v.nullable(InstantSchema),
});
/** How it stands with the broker. */
export type MqttStatus = v.InferOutput<typeof MqttStatusSchema>;

/** Answer of `POST /mqtt/republish-discovery`. */
export const RepublishedSchema = v.object({ message: v.string() });
