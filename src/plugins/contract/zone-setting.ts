import { isZone } from '../../core/time/zone.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { PluginMoment } from './plugin.ts';

/** The setting `timezone`, which is empty to follow the appliance. */
export const ZONE_SETTING: Readonly<Record<string, JsonObject>> = {
  timezone: {
    type: 'string',
    title: 'Time zone',
    description: 'Such as Europe/Berlin; empty follows the appliance',
    default: '',
    'ui:widget': 'timezone',
  },
};

/** The zone that a plugin works in: its own setting, or that of the appliance. */
export const zoneOf = ({ config, zone }: Pick<PluginMoment, 'config' | 'zone'>): string => {
  const own = config['timezone'];
  return typeof own === 'string' && own !== '' ? own : zone;
};

/** What is wrong with the setting `timezone`. */
export const zoneProblems = ({ timezone }: JsonObject): string[] =>
  timezone === undefined || timezone === '' || isZone(String(timezone))
    ? []
    : ['timezone: must be an IANA time zone such as Europe/Berlin'];
