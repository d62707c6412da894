// The built-in sources that most pages use: weather, calendars, feeds, what a device at home reports. Loaded together.
export { calendar } from './calendar.ts';
export { countdown } from './countdown.ts';
export { guestWifi } from './guest-wifi.ts';
export { homeAssistant } from './home-assistant.ts';
export { json } from './json.ts';
export { mqtt } from './mqtt.ts';
export { quotes } from './quotes.ts';
export { random } from './random.ts';
export { rss } from './rss.ts';
export { stocks } from './stocks.ts';
export { sun } from './sun.ts';
export { system } from './system.ts';
export { weather } from './weather.ts';
export { webhook } from './webhook.ts';
