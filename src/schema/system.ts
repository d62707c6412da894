import * as v from 'valibot';
import { InstantSchema, JsonObjectSchema } from './common.ts';

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
