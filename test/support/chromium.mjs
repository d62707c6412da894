import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Where a browser may lie. Without windows of its own it takes half the processor time. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of tests do not live long enough for the best code: to compile it took a twentieth of the processor time.
  '--js-flags=--no-turbofan',
];

export const launchChromium = () =>
  chromium.launch({ executablePath: PLACES.find((path) => existsSync(path)) ?? PLACES[1], args: ARGS });
