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
];

export const launchChromium = () =>
  chromium.launch({ executablePath: PLACES.find((path) => existsSync(path)) ?? PLACES[1], args: ARGS });
