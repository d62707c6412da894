import { dateTime } from './builtin/date-time.ts';
import { webhook } from './builtin/webhook.ts';
import type { Plugin } from './plugin.ts';

/** Everything that comes with flapbox. */
export const builtinPlugins = (): Plugin[] => [dateTime, webhook];
