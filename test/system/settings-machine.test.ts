// needs: chromium mosquitto
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteReader } from '../../image/helper/byte-reader.ts';
import { openNotes } from '../../image/helper/notes.ts';
import { answerRequest, type RequestPort } from '../../image/helper/request.ts';
import { makeBundle, MAKER, manifestOf } from '../image/fake-bundle.ts';
import { makeFakeCard } from '../image/fake-card.ts';
import { PASSWORD, startMosquitto, USER } from '../hw/panel/mqtt-text/mosquitto.ts';
import { SCREEN_NAMES, startBrowser, type Screen, type TestBrowser } from '../support/browser.ts';
import { createFakeNetwork, seen, type FakeNetwork } from '../support/fake-network.ts';
import { startFakeSystem } from '../support/fake-system.ts';
import { startMachineRig, type MachineRig } from '../support/machine-rig.ts';

let browser: TestBrowser;

const test = suite('Wi-Fi, updates, the broker and the pins in a browser');

test.before(async () => {
  browser = await startBrowser();
});
test.after(() => browser.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** An appliance on its own card, at home in the network `Home`. */
const visit = async (
  address: string,
  screen: Screen,
  act: (page: Page, machine: { network: FakeNetwork; rig: MachineRig; done: string[] }) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'flapbox-notes-'));
  const card = makeFakeCard();
  const done: string[] = [];
  const port: RequestPort = {
    viewCard: (work) => work(card.card),
    withCard: (work) => work(card.card),
    keys: () => Promise.resolve([MAKER.publicKey]),
    notes: openNotes(folder),
    release: () => Promise.resolve({ version: '0.1.0', built_at: null }),
    isOnTrial: () => Promise.resolve(false),
    setHostname: () => Promise.resolve(),
    setCountry: () => Promise.resolve(),
    isSynchronized: () => Promise.resolve(false),
    setClock: async (seconds) => void done.push(`clock ${seconds}`),
    reboot: async () => void done.push('reboot'),
    now: () => new Date().toISOString(),
  };
  const system = await startFakeSystem((socket) => {
    const bytes = new PassThrough();
    socket.pipe(bytes);
    socket.once('close', () => bytes.end());
    void answerRequest(port, new ByteReader(bytes as AsyncIterable<Buffer>), (answer) =>
      socket.write(`${JSON.stringify(answer)}\n`),
    ).then(() => socket.end());
  });
  const network = Object.assign(createFakeNetwork(), {
    hasClients: false,
    online: true,
    known: [{ ssid: 'Home', in_use: true }],
    networks: [
      seen('Home', { in_use: true }),
      seen('Cafe', { signal: 40, security: 'open', label: 'open' }),
      seen('Garden', { signal: 20 }),
    ],
  });
  const rig = await startMachineRig({
    network,
    env: { FLAPBOX_HELPER: system.path },
    restart: () => void done.push('restart'),
  });
  const page = await browser.open(`${rig.url}${address}`, { screen, hurried: true });
  try {
    await act(page, { network, rig, done });
  } finally {
    await page.context().close();
    await rig.close();
    await system.close();
    card.remove();
    rmSync(folder, { recursive: true, force: true });
  }
};

for (const screen of SCREEN_NAMES) {
  test(`${screen}: the clock is taken from this device where no network tells the time`, () =>
    visit('/settings/general', screen, async (page, { done }) => {
      await button(page, 'Take this device’s time').click();
      await page.getByText('The clock is set.').waitFor();
      const seconds = Number(done[0]?.replace('clock ', ''));
      assert.ok(Math.abs(seconds - Date.now() / 1000) < 60, done.join());
    }));

  test(`${screen}: a network is found, joined with its password, and forgotten`, () =>
    visit('/settings/network', screen, async (page, { network }) => {
      await page.getByText('Connected to Home.').waitFor();
      await page.getByText('192.168.1.9').waitFor();
      await button(page, 'Search for networks').click();
      await button(page, 'Join Garden').click();
      await page.getByLabel('Password of the network').fill('roses are red');
      network.outcome = { joined: false, failure: 'wrong-password' };
      await page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
      await page.getByRole('dialog').locator('.notice-bad').waitFor();
      network.outcome = { joined: true };
      await page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
      await page.getByText('Connected to Garden.').waitFor();
      assert.equal(
        network.requests.map(({ ssid, password }) => [ssid, password]),
        [
          ['Garden', 'roses are red'],
          ['Garden', 'roses are red'],
        ],
      );
      await button(page, 'Forget Home').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
      await page.getByText('The network is forgotten.').waitFor();
      assert.equal(
        network.known.map(({ ssid }) => ssid),
        ['Garden'],
      );
    }));

  test(`${screen}: a network that hides is joined by its name, and set-up is opened`, () =>
    visit('/settings/network', screen, async (page, { network }) => {
      await button(page, 'Join a hidden network').click();
      await page.getByLabel('Name of the network').fill('Cellar');
      await page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
      await page.getByText('Connected to Cellar.').waitFor();
      assert.equal(
        [network.requests[0]?.ssid, network.requests[0]?.password, network.requests[0]?.hidden],
        ['Cellar', null, true],
      );
      await button(page, 'Open Wi-Fi set-up').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Open Wi-Fi set-up' }).click();
      await page.getByText(/^Join the network flapbox-12AB and open /).waitFor();
    }));

  test(`${screen}: an update is written from a file, one that cannot be is refused in words, and the restart is asked for`, () =>
    visit('/settings/update', screen, async (page, { done }) => {
      await page.getByText('Up and running.').waitFor();
      const choose = (bytes: Buffer) =>
        page
          .getByLabel('Update file')
          .setInputFiles({ name: 'flapbox.update', mimeType: 'application/octet-stream', buffer: bytes });
      await choose(makeBundle({ manifest: { ...manifestOf(), version: '0.0.9' } }));
      await button(page, 'Write the update').click();
      await page.getByText('is older than what runs').waitFor();
      await page.getByLabel(/To go back to this older version/).fill('install the older version');
      await button(page, 'Write the update').click();
      await page.getByText('Version 0.0.9 is written. Restart to try it.').first().waitFor();
      await choose(Buffer.from('no update at all'));
      await button(page, 'Write the update').click();
      await page.locator('.notice-bad').first().waitFor();
      await choose(makeBundle());
      await button(page, 'Write the update').click();
      await page.getByText('Version 0.2.0 is written. Restart to try it.').first().waitFor();
      await page.getByText('An update is written. The next start tries it.').waitFor();
      await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:1/update');
      await button(page, 'Fetch and write').click();
      await page.getByText('There is no update at that address').waitFor();
      await button(page, 'Restart the machine').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Restart the machine' }).click();
      await page.getByText('It starts again.').waitFor();
      assert.equal(done, ['reboot']);
    }));

  test(`${screen}: a broker that is not there is said, and one that is there is connected to`, () =>
    visit('/settings/mqtt', screen, async (page) => {
      const broker = await startMosquitto();
      try {
        await page.getByRole('switch', { name: 'Connect to a broker' }).check();
        await page.getByLabel('Broker', { exact: true }).fill('127.0.0.1');
        await page.getByLabel('Port', { exact: true }).fill('1');
        await page.getByLabel('Id of this appliance').fill('no such id!');
        await page.getByText('Only letters, digits, _ and -, at most 64 characters.').waitFor();
        await button(page, 'Save').click();
        assert.ok(await page.getByLabel('Id of this appliance').evaluate((field) => field === document.activeElement));
        await page.getByLabel('Id of this appliance').fill('flapbox_test');
        await button(page, 'Save').click();
        await page.getByText('Not connected yet.').waitFor();
        const told = page.getByText('Saved. Nothing listens at the address of the broker.');
        await told.waitFor();
        const [below, high] = [await told.boundingBox(), page.viewportSize()?.height ?? 0];
        assert.ok(below && below.y >= 0 && below.y + below.height <= high, 'what came of it is in sight');
        await page.locator('.panel > .is-wrong').first().waitFor();
        await page.getByRole('switch', { name: 'Encrypted (TLS)' }).check();
        await page.getByLabel('Certificate of your own authority').fill('nonsense');
        await button(page, 'Save').click();
        await page.getByText(/^Certificate: expected a certificate/).waitFor();
        await page.getByLabel('Certificate of your own authority').fill('');
        await page.getByRole('switch', { name: 'Encrypted (TLS)' }).uncheck();
        await page.getByLabel('Port', { exact: true }).fill(new URL(broker.url).port);
        await page.getByLabel('User name').fill(USER);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await button(page, 'Save').click();
        await page.getByText(/^Connected to mqtt:/).waitFor();
        await button(page, 'Announce devices again').click();
        await page.getByText('Every device is announced again.').waitFor();
        await broker.kill();
        await page.getByText(/^Last connected/).waitFor();
      } finally {
        await broker.close();
      }
    }));

  test(`${screen}: pins are chosen, and what is not there is said`, () =>
    visit('/settings/gpio', screen, async (page, { rig }) => {
      await page.getByText('The kernel has no key device for a button at GPIO17.').waitFor();
      await page.getByLabel('GPIO number of the button').fill('');
      await page.getByLabel('GPIO number of the button').fill('22');
      await page.getByLabel('A press').selectOption({ label: 'does nothing' });
      await page.getByRole('switch', { name: 'Use the light' }).uncheck();
      await button(page, 'Save').click();
      await page.getByText('Saved.').waitFor();
      await page.getByText('The kernel has no key device for a button at GPIO22.').waitFor();
      const { button: stored, led } = rig.app.store.state.settings.gpio;
      assert.equal([stored.pin, stored.press, led.enabled], [22, 'none', false]);
    }));
}

test('the console stays silent but for what the service refused', () =>
  assert.equal(
    browser.complaints.filter((said) => !/status of (?:400|409|422)/.test(said)),
    [],
  ));

test.run();
