import * as v from 'valibot';
import { InstantSchema } from './common.ts';

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
