import * as v from 'valibot';
import { BoardRuntimeStatusSchema } from '../boards/boards.ts';
import { InstantSchema, JsonObjectSchema } from '../common.ts';

/** Answer of `GET /v1/health`. */
export const HealthSchema = v.object({
  /** Whether all is well, as a word. */
  status: v.string(),
  /** Whether the display loop runs. */
  service_running: v.boolean(),
  version: v.string(),
});
/** Answer of `GET /v1/health`. */
export type Health = v.InferOutput<typeof HealthSchema>;

/** Answer of `POST /status/damage/dismiss`. */
export const DamageDismissedSchema = v.object({
  /** How many files were listed. */
  dismissed: v.number(),
});

/** Answer of `GET /v1/status`. */
export const StatusSchema = v.object({
  running: v.boolean(),
  /** Whether the start is over. */
  initialized: v.boolean(),
  /**
   * The most important settings and figures at a glance. `clock_chip` is the chip that keeps the time without power
   * and network; null for none, and for one that has lost the time.
   */
  config_summary: JsonObjectSchema,
  /** How each board runs, by its id. */
  boards: v.record(v.string(), BoardRuntimeStatusSchema),
});
/** Answer of `GET /v1/status`. */
export type Status = v.InferOutput<typeof StatusSchema>;

/** What is off after unplanned ends, and why. */
export const SafeStartSchema = v.object({
  /** When the safe start began. */
  since: InstantSchema,
  /** What was worked on at the last end, by name; null where nobody knows. */
  suspected: v.nullable(v.string()),
  /** Everything that is off, by name. */
  switched_off: v.array(v.string()),
});
/** What is off after unplanned ends, and why. */
export type SafeStartStatus = v.InferOutput<typeof SafeStartSchema>;

/** Answer of `GET /status`; `safe_start` is null while everything is on. */
export const FlatStatusSchema = v.object({
  ...StatusSchema.entries,
  /** What is off after two unplanned ends, and why; null while everything is on. */
  safe_start: v.nullable(SafeStartSchema),
});

/** Answer of `POST /status/safe-start/end`. */
export const SafeStartEndedSchema = v.object({ safe_start: v.nullable(SafeStartSchema) });

/** Answer of `GET /logs`: the newest entries first. */
export const LogsSchema = v.object({
  /** Lines of the log, the newest first. */
  logs: v.array(
    v.object({
      /** When the line was written. */
      timestamp: InstantSchema,
      /** Weight of the line. */
      level: v.string(),
      /** Part of the service that wrote it. */
      logger: v.string(),
      /** What the line says. */
      message: v.string(),
    }),
  ),
  total: v.number(),
  /** The most lines that were asked for. */
  limit: v.number(),
  /** How many lines were left out. */
  offset: v.number(),
});
/** Answer of `GET /logs`. */
export type Logs = v.InferOutput<typeof LogsSchema>;

/** Answer of `GET /version`. */
export const VersionSchema = v.object({
  /** Version of the program. */
  package_version: v.string(),
  /** Version of the build. */
  build_version: v.string(),
  /** Whether it runs from its sources. */
  is_dev: v.boolean(),
  /** What machine it is; null when it does not say. */
  hardware_model: v.nullable(v.string()),
});
/** Answer of `GET /version`. */
export type Version = v.InferOutput<typeof VersionSchema>;

/** Answer of `GET /discover`: which appliance this is. */
export const DiscoverSchema = v.object({
  /** What kind of appliance answers. */
  product: v.string(),
  version: v.string(),
  /** Id of the appliance, which stays the same for its life. */
  id: v.string(),
  /** Name that the owner gave the appliance. */
  name: v.string(),
});

/** Answer of `GET /config` and `GET /config/full`. */
export const ConfigSchema = JsonObjectSchema;

/** Answer of `GET /config/validate`: what keeps the appliance from doing what it is set to. */
export const ConfigCheckSchema = v.object({
  valid: v.boolean(),
  /** What is wrong. */
  errors: v.array(v.string()),
  warnings: v.array(v.string()),
});
/** Answer of `GET /config/validate`. */
export type ConfigCheck = v.InferOutput<typeof ConfigCheckSchema>;
