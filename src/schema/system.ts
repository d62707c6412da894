import * as v from 'valibot';
import { BoardRuntimeStatusSchema } from './boards.ts';
import { InstantSchema, JsonObjectSchema } from './common.ts';

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

/** What is off after unplanned ends, and why. */
export const SafeStartSchema = v.object({
  since: InstantSchema,
  /** What was worked on at the last end; null where nobody knows. */
  suspected: v.nullable(v.string()),
  /** Everything that is off, by name. */
  switched_off: v.array(v.string()),
});
/** What is off after unplanned ends, and why. */
export type SafeStartStatus = v.InferOutput<typeof SafeStartSchema>;

/** Answer of `GET /status`; `safe_start` is null while everything is on. */
export const FlatStatusSchema = v.object({ ...StatusSchema.entries, safe_start: v.nullable(SafeStartSchema) });

/** Answer of `POST /status/safe-start/end`. */
export const SafeStartEndedSchema = v.object({ safe_start: v.nullable(SafeStartSchema) });

/** Answer of `GET /logs`: the newest entries first. */
export const LogsSchema = v.object({
  logs: v.array(v.object({ timestamp: InstantSchema, level: v.string(), logger: v.string(), message: v.string() })),
  total: v.number(),
  limit: v.number(),
  offset: v.number(),
});

/** Answer of `GET /version`. */
export const VersionSchema = v.object({
  package_version: v.string(),
  build_version: v.string(),
  is_dev: v.boolean(),
  hardware_model: v.nullable(v.string()),
});
/** Answer of `GET /version`. */
export type Version = v.InferOutput<typeof VersionSchema>;

/** Answer of `GET /discover`: which appliance this is. */
export const DiscoverSchema = v.object({ product: v.string(), version: v.string(), id: v.string(), name: v.string() });

/** Answer of `GET /config` and `GET /config/full`. */
export const ConfigSchema = JsonObjectSchema;

/** Answer of `GET /config/validate`: what keeps the appliance from doing what it is set to. */
export const ConfigCheckSchema = v.object({
  valid: v.boolean(),
  errors: v.array(v.string()),
  warnings: v.array(v.string()),
});
/** Answer of `GET /config/validate`. */
export type ConfigCheck = v.InferOutput<typeof ConfigCheckSchema>;
