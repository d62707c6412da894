import { calendar } from './builtin/calendar.ts';
import { countdown } from './builtin/countdown.ts';
import { dateTime } from './builtin/date-time.ts';
import { guestWifi } from './builtin/guest-wifi.ts';
import { homeAssistant } from './builtin/home-assistant.ts';
import { json } from './builtin/json.ts';
import { mqtt } from './builtin/mqtt.ts';
import { quotes } from './builtin/quotes.ts';
import { random } from './builtin/random.ts';
import { rss } from './builtin/rss.ts';
import { stocks } from './builtin/stocks.ts';
import { sun } from './builtin/sun.ts';
import { system } from './builtin/system.ts';
import { weather } from './builtin/weather.ts';
import { webhook } from './builtin/webhook.ts';
import { homeZone } from '../core/zone.ts';
import type { Plugin } from './plugin.ts';
import type { LatePlugins } from './registry.ts';
import { dissolve } from './transitions/dissolve.ts';
import { slotMachine } from './transitions/slot-machine.ts';
import { typewriter } from './transitions/typewriter.ts';
import { wipe } from './transitions/wipe.ts';

/** What comes with flapbox and is there from the start; `latePlugins` are the others. */
export const builtinPlugins = (): Plugin[] => [
  calendar,
  countdown,
  dateTime,
  guestWifi,
  homeAssistant,
  json,
  mqtt,
  quotes,
  random,
  rss,
  stocks,
  sun,
  system,
  weather,
  webhook,
  dissolve,
  slotMachine,
  typewriter,
  wipe,
];

/** Ids of the plugins that compute and draw; their code is in a file of its own until one of them is used. */
const COMPUTED = [
  'chores',
  'color_fields',
  'countdown_bars',
  'day_progress',
  'element_of_day',
  'game_of_life',
  'holidays',
  'menu_of_week',
  'moon',
  'pride',
  'santa_tracker',
  'stardate',
  'sun_art',
  'trash_day',
  'visual_clock',
  'white_noise',
  'word_clock',
] as const;

/** What comes with flapbox and is loaded at its first use. */
export const latePlugins = (): LatePlugins => ({
  ids: new Set(COMPUTED),
  load: () => (require('./computed.ts') as typeof import('./computed.ts')).computedPlugins(homeZone),
});
