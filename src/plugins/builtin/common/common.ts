import { calendar } from './calendar.ts';
import { countdown } from './countdown.ts';
import { guestWifi } from './guest-wifi.ts';
import { homeAssistant } from './home-assistant.ts';
import { json } from './json.ts';
import { mqtt } from './mqtt.ts';
import { quotes } from './quotes.ts';
import { random } from './random.ts';
import { rss } from './rss.ts';
import { stocks } from './stocks.ts';
import { sun } from './sun.ts';
import { system } from './system.ts';
import { weather } from './weather.ts';
import { webhook } from './webhook.ts';
import type { Plugin } from '../../contract/plugin.ts';

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
