// needs: chromium
import AxeBuilder from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';
import { createFakeNetwork, seen, type FakeNetwork } from '../support/fake-network.ts';
import { startMachineRig, type MachineRig } from '../support/machine-rig.ts';
import { until } from '../support/until.ts';
import { untilQuiet } from '../support/quiet.ts';
import { launchChromium } from '../support/chromium.mjs';

const PHONE = { width: 360, height: 640 };
/** A folder for pictures to look at; none are taken without it. */
const PICTURES = process.env['PORTAL_PICTURES'];

const test = suite('the set-up page in a phone');

let browser: Browser;
let clock: FakeClock;
let network: FakeNetwork;
let rig: MachineRig;
let context: BrowserContext;
let complaints: string[];

test.before(async () => {
  browser = await launchChromium();
});
test.after(() => browser.close());
test.before.each(async () => {
  complaints = [];
  clock = createFakeClock('2026-03-01T10:00:00Z');
  network = createFakeNetwork();
  network.outcome = null;
  network.networks = [
    seen('Home', { signal: 88 }),
    seen('A very long name of a network', { signal: 55, security: 'wpa3', label: 'WPA3' }),
    seen('Cafe', { signal: 30, security: 'open', label: 'open' }),
    seen('Neighbour', { signal: 8 }),
  ];
  rig = await startMachineRig({ clock, network });
  await clock.advance(20_000);
});
test.after.each(async () => {
  await context.close();
  await rig.close();
});

const open = async (
  javaScriptEnabled: boolean,
  colorScheme: 'light' | 'dark' = 'light',
  language = 'de-DE',
): Promise<Page> => {
  context = await browser.newContext({
    viewport: PHONE,
    javaScriptEnabled,
    colorScheme,
    locale: language,
    timezoneId: 'Europe/Vienna',
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${rig.url}/`);
  return page;
};

const picture = async (page: Page, name: string): Promise<void> => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
};

const isWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

for (const scripts of [true, false]) {
  const way = scripts ? 'with scripts' : 'without scripts';

  test(`${way}: a network is chosen, and what happens next is said`, async () => {
    const page = await open(scripts);
    await picture(page, `form-${way.replace(' ', '-')}`);
    assert.is(await page.getByRole('radio', { name: /Home/ }).isChecked(), true);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'flapbox now joins “Home”' }).waitFor();
    await picture(page, `next-${way.replace(' ', '-')}`);
    await untilQuiet();
    await clock.advance(3000);
    await until(() => network.requests.length === 1);
    assert.equal(network.requests[0], { ssid: 'Home', password: 'correct horse', hidden: false, security: 'wpa' });
    assert.is(rig.app.store.state.settings.general.timezone, scripts ? 'Europe/Vienna' : 'Europe/Berlin');
    assert.equal(complaints, []);
  });

  test(`${way}: a wrong password comes back with the reason`, async () => {
    const page = await open(scripts);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'flapbox now joins' }).waitFor();
    await untilQuiet();
    await clock.advance(3000);
    network.finish({ joined: false, failure: 'wrong-password' });
    await untilQuiet();
    await clock.advance(1000);
    await page.goto(`${rig.url}/`);
    assert.match((await page.getByRole('alert').textContent()) ?? '', /did not accept the password/);
    await picture(page, `failed-${way.replace(' ', '-')}`);
    assert.is(await page.getByRole('radio', { name: /Home/ }).isChecked(), true);
  });

  test(`${way}: another search shows what is new`, async () => {
    const page = await open(scripts);
    network.networks = [seen('Fresh')];
    await page.getByRole('button', { name: 'Search again' }).click();
    await page.getByRole('radio', { name: /Fresh/ }).waitFor();
    assert.is(await page.getByRole('radio', { name: /Cafe/ }).count(), 0);
    assert.equal(complaints, []);
  });

  test(`${way}: what is missing is said, and the choice stays`, async () => {
    const page = await open(scripts);
    await page.getByRole('radio', { name: /A very long name/ }).check();
    await page.getByRole('button', { name: 'Connect' }).click();
    assert.match((await page.getByRole('alert').textContent()) ?? '', /needs its password/);
    assert.is(await page.getByRole('radio', { name: /A very long name/ }).isChecked(), true);
  });
}

test('the password can be shown, with scripts', async () => {
  const page = await open(true);
  const password = page.getByLabel('Password', { exact: true });
  assert.is(await password.getAttribute('type'), 'password');
  await page.getByLabel('Show the password').check();
  assert.is(await password.getAttribute('type'), 'text');
  await picture(page, 'shown');
});

test('without scripts there is no switch that does nothing', async () => {
  const page = await open(false);
  assert.is(await page.getByLabel('Show the password').isVisible(), false);
});

test('a network that is not in the list is chosen by typing its name', async () => {
  const page = await open(true);
  await page.getByLabel('Name, if it is another network').fill('Attic');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByRole('heading', { name: 'flapbox now joins “Attic”' }).waitFor();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`${scheme}: nothing overflows, and it can be read and used by everybody`, async () => {
    const page = await open(true, scheme, 'xx');
    await picture(page, scheme);
    assert.is(await isWide(page), false);
    // The policy of the page admits no foreign script: the check comes in beside it.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await page.evaluate(AxeBuilder.source);
    const violations = (await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ html }) => html).join(" | ")))',
    )) as string[];
    assert.equal(violations, []);
    const heights = (await page.evaluate(
      '[...document.querySelectorAll("button,.n,.f input,summary")].map((one) => one.getBoundingClientRect().height)',
    )) as number[];
    assert.ok(
      heights.every((height) => height >= 44),
      String(heights),
    );
  });
}

test('any address that is typed leads to the page', async () => {
  const page = await open(false);
  const answer = await page.goto(`${rig.url}/generate_204`);
  assert.is(answer?.url(), `${rig.url}/`);
});

test.run();
