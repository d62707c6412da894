import * as v from 'valibot';
import { BoardRuntimeStatusSchema } from './boards.ts';
import { JsonObjectSchema } from './common.ts';

/** Answer of `GET /v1/health`. */
export const HealthSchema = v.object({ status: v.string(), service_running: v.boolean(), version: v.string() });
/** Answer of `GET /v1/health`. */
export type Health = v.InferOutput<typeof HealthSchema>;

/** Answer of `POST /status/damage/dismiss`. */
export const DamageDismissedSchema = v.object({ dismissed: v.number() });

/** Answer of `GET /v1/status`. */
export const StatusSchema = v.object({
  running: v.boolean(),
  initialized: v.boolean(),
  config_summary: JsonObjectSchema,
  boards: v.record(v.string(), BoardRuntimeStatusSchema),
});
/** Answer of `GET /v1/status`. */
export type Status = v.InferOutput<typeof StatusSchema>;
