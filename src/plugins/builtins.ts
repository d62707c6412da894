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
import type { Plugin } from './plugin.ts';
import { dissolve } from './transitions/dissolve.ts';
import { slotMachine } from './transitions/slot-machine.ts';
import { typewriter } from './transitions/typewriter.ts';
import { wipe } from './transitions/wipe.ts';

/** Everything that comes with flapbox. */
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
