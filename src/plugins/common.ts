import { calendar } from './builtin/calendar.ts';
import { countdown } from './builtin/countdown.ts';
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

/** The built-in sources that most pages use: weather, calendars, feeds, whatever a device at home reports. */
export const commonPlugins: readonly Plugin[] = [
  calendar,
  countdown,
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
];
