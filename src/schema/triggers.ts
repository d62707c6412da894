import * as v from 'valibot';
import { InstantSchema, JsonObjectSchema } from './common.ts';

/** A trigger of a plugin that runs. */
export const TriggerSchema = v.object({
  id: v.string(),
  plugin_id: v.string(),
  priority: v.number(),
  page_id: v.nullable(v.string()),
  lines: v.nullable(v.array(v.string())),
  message: v.nullable(v.string()),
  data: v.nullable(JsonObjectSchema),
  expires_at: InstantSchema,
  remaining_seconds: v.number(),
});

/** Answer of `GET /triggers`: all that run, the winning one first. */
export const TriggerListSchema = v.object({ triggers: v.array(TriggerSchema), total: v.number() });

/** Answer of `GET /triggers/active`: the one that the primary board shows, or would show. */
export const ActiveTriggerSchema = v.object({ trigger: v.nullable(TriggerSchema) });

/** Answer of `POST /triggers/check`: how many run after every plugin was asked. */
export const TriggerCheckSchema = v.object({ active: v.number() });

/** Answer of `POST /triggers/clear`: how many were ended. */
export const TriggerClearSchema = v.object({ dismissed: v.number() });

/** Answer of `POST /triggers/{id}/dismiss`. */
export const TriggerDismissSchema = v.object({ id: v.string(), dismissed: v.boolean() });
