import { NOTHING } from '../../schema/common.ts';
import { Fault } from '../../fault.ts';
import { toInstant, type Clock } from '../../platform/clock.ts';
import type { PluginHost } from '../../plugins/host.ts';
import type { ActiveTrigger } from '../../plugins/running/triggers.ts';
import {
  ActiveTriggerSchema,
  TriggerCheckSchema,
  TriggerClearSchema,
  TriggerDismissSchema,
  TriggerListSchema,
} from '../../schema/plugins/triggers.ts';
import { counted, ok, routesIn, type Route } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'plugins' });

/** What plugins want to be seen at once. */
export const triggerRoutes = (plugins: Pick<PluginHost, 'triggers' | 'triggerWatch'>, clock: Clock): Route[] => [
  route('GET /triggers', {
    summary: 'All triggers that run, the winning one first',
    success: ok(TriggerListSchema, 'The triggers.'),
    handle: () =>
      counted(
        'triggers',
        plugins.triggers.list().map((trigger) => describe(trigger, clock.now())),
      ),
  }),
  route('GET /triggers/active', {
    summary: 'The trigger that wins now; null while none runs',
    success: ok(ActiveTriggerSchema, 'The trigger.'),
    handle: () => {
      const trigger = plugins.triggers.current();
      return { trigger: trigger && describe(trigger, clock.now()) };
    },
  }),
  route('POST /triggers/check', {
    summary: 'Ask every enabled plugin now whether it wants to be seen',
    ...NOTHING,
    success: ok(TriggerCheckSchema, 'How many triggers run.'),
    handle: async () => ({ active: await plugins.triggerWatch.checkAll() }),
  }),
  route('POST /triggers/clear', {
    summary: 'End all triggers for the time that they had left',
    ...NOTHING,
    success: ok(TriggerClearSchema, 'How many were ended.'),
    handle: () => ({ dismissed: plugins.triggers.dismissAll() }),
  }),
  route('POST /triggers/{id}/dismiss', {
    summary: 'End a trigger for the time that it had left',
    ...NOTHING,
    success: ok(TriggerDismissSchema, 'It no longer runs.'),
    errors: [404],
    handle: ({ params }) => {
      if (!plugins.triggers.dismiss(params.id)) throw new Fault(404, `No trigger "${params.id.slice(0, 80)}" runs.`);
      return { id: params.id, dismissed: true };
    },
  }),
];

const describe = ({ id, key, priority, page_id, lines, message, data, until }: ActiveTrigger, now: number) => ({
  id,
  plugin_id: key,
  priority,
  page_id,
  lines,
  message,
  data,
  expires_at: toInstant(until),
  remaining_seconds: Math.max(0, Math.ceil((until - now) / 1000)),
});
