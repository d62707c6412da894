import * as v from 'valibot';
import { InstantSchema, JsonObjectSchema } from '../common.ts';

/** A trigger of a plugin that runs. */
export const TriggerSchema = v.object({
  /** Id of the trigger. */
  id: v.string(),
  plugin_id: v.string(),
  /** Which trigger wins: the highest. */
  priority: v.number(),
  /** The page to show; null when lines or a message are shown instead. */
  page_id: v.nullable(v.string()),
  /** Lines to show; null when a page or message is shown instead. */
  lines: v.nullable(v.array(v.string())),
  /** The text to show; null when lines or a page are shown instead. */
  message: v.nullable(v.string()),
  /** What the source reports; null when it reports nothing. */
  data: v.nullable(JsonObjectSchema),
  /** When the trigger ends. */
  expires_at: InstantSchema,
  /** Seconds until it ends. */
  remaining_seconds: v.number(),
});

/** Answer of `GET /triggers`: all that run, the winning one first. */
export const TriggerListSchema = v.object({
  /** The triggers, the one that wins first. */
  triggers: v.array(TriggerSchema),
  total: v.number(),
});

/** Answer of `GET /triggers/active`: the one that the primary board shows, or would show. */
export const ActiveTriggerSchema = v.object({
  /** The trigger that wins; null while none runs. */
  trigger: v.nullable(TriggerSchema),
});

/** Answer of `POST /triggers/check`: how many run after every plugin was asked. */
export const TriggerCheckSchema = v.object({
  /** How many triggers run. */
  active: v.number(),
});

/** Answer of `POST /triggers/clear`: how many were ended. */
export const TriggerClearSchema = v.object({
  /** How many triggers were ended. */
  dismissed: v.number(),
});

/** Answer of `POST /triggers/{id}/dismiss`. */
export const TriggerDismissSchema = v.object({
  id: v.string(),
  /** Whether a trigger was ended. */
  dismissed: v.boolean(),
});
