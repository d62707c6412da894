import * as v from 'valibot';
import { InstantSchema, maybeEach, portNumber, setting } from './common.ts';
import { LONGEST_HOST, LONGEST_PASSWORD, LONGEST_CERTIFICATE, LONGEST_MQTT_INSTANCE, LONGEST_NAME } from './limits.ts';

/** The broker, without its password. */
export interface MqttSettings {
  enabled: boolean;
  broker_host: string;
  broker_port: number;
  tls: boolean;
  username: string;
  base_topic: string;
  discovery_prefix: string;
  instance_id: string;
  external_url: string;
  /** Certificates of the authority that vouches for the broker, as PEM or as a path; empty: the usual authorities. */
  ca_certificate: string;
  /** Whether boards are sent as pictures too. */
  pictures: boolean;
  secrets: { password?: string };
}

const TopicSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(LONGEST_NAME),
  v.regex(/^[^#+\0/\s](?:[^#+\0]*[^#+\0\s])?$/),
);

const mqtt = {
  enabled: v.boolean(),
  broker_host: v.pipe(v.string(), v.maxLength(LONGEST_HOST)),
  broker_port: portNumber(),
  tls: v.boolean(),
  username: v.pipe(v.string(), v.maxLength(LONGEST_HOST)),
  password: v.pipe(v.string(), v.maxLength(LONGEST_PASSWORD)),
  base_topic: TopicSchema,
  discovery_prefix: TopicSchema,
  instance_id: v.pipe(v.string(), v.regex(new RegExp(`^[A-Za-z0-9_-]{1,${LONGEST_MQTT_INSTANCE}}$`))),
  external_url: v.pipe(v.string(), v.maxLength(LONGEST_HOST)),
  ca_certificate: v.pipe(v.string(), v.maxLength(LONGEST_CERTIFICATE)),
  pictures: v.boolean(),
};
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
  connected: v.boolean(),
  /** The address of the broker, without credentials. */
  broker: v.nullable(v.string()),
  source: v.picklist(['settings', 'environment']),
  /** Why there is no connection. */
  error: v.nullable(v.string()),
  last_connected_at: v.nullable(InstantSchema),
});
/** How it stands with the broker. */
export type MqttStatus = v.InferOutput<typeof MqttStatusSchema>;

/** Answer of `POST /mqtt/republish-discovery`. */
export const RepublishedSchema = v.object({ message: v.string() });
