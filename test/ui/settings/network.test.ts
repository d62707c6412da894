import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Network } from '../../../ui/settings/devices/network.tsx';
import { system } from '../../../ui/strings/settings/system.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/settings/devices/network');

const texts = system.network;
const SET_UP = { phase: 'off', access_point: null, address: 'http://10.42.0.1', failure: null };
const STATUS = { connected: true, ssid: 'Home', ip_address: '10.0.0.7', gateway: null, signal: 61, setup: SET_UP };

const draw = (use: (drawn: Drawn, answers: Record<string, ServiceAnswer>) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    'GET /network/wifi/capability': { available: true, reason: null },
    'GET /network/wifi/status': { ...STATUS, internet_reachable: true },
    'GET /network/wifi/saved': [
      { name: 'Home', in_use: true },
      { name: 'Old café', in_use: false },
    ],
    'POST /network/wifi/disconnect': { message: 'It is left.' },
    'DELETE /network/wifi/saved/Old%20caf%C3%A9': { message: 'It is forgotten.' },
  };
  return drawView(
    h(Network, {}),
    ({ method, path }: AskedOf) => answers[`${method} ${path}`] ?? {},
    (drawn) => use(drawn, answers),
  );
};

/** Presses a button, and answers the question that it asks. */
const confirm = async (drawn: Drawn, name: string): Promise<void> => {
  await drawn.press(name);
  drawn.find('.dialog .button-danger').click();
  await drawn.settle();
};
const changes = ({ asked }: Drawn) =>
  asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const looks = ({ asked }: Drawn, path: string) =>
  asked.filter((one) => one.method === 'GET' && one.path.endsWith(path)).length;
const reports = ({ all }: Drawn) => all('.report').flatMap(({ textContent }) => textContent || []);

test('a connection is told as far as it is known, and left once that is confirmed', () =>
  draw(async (drawn) => {
    assert.equal(
      drawn.all('dd').map(({ textContent }) => textContent),
      ['10.0.0.7', texts.percent(61), texts.reachable],
    );
    await drawn.press(texts.leave);
    assert.equal(changes(drawn), []);
    drawn.find('.dialog .button-danger').click();
    await drawn.settle();
    assert.equal(changes(drawn), ['POST /network/wifi/disconnect']);
    assert.equal(reports(drawn), ['It is left.']);
    assert.equal([looks(drawn, '/status'), looks(drawn, '/saved')], [2, 2]);
  }));

test('without a connection there is none to leave, and why the last one failed is told', () =>
  draw(async (drawn, answers) => {
    const setup = { ...SET_UP, failure: 'The password was wrong.' };
    answers['GET /network/wifi/status'] = { ...STATUS, connected: false, ssid: null, setup };
    await drawn.settle(5000);
    assert.ok(drawn.text.includes(texts.notConnected));
    assert.is(drawn.find('.notice-bad').textContent, setup.failure);
    assert.not(drawn.all('button').some(({ textContent }) => textContent === texts.leave));
  }));

test('a known network is forgotten by its name', () =>
  draw(async (drawn) => {
    await confirm(drawn, texts.forgetOf('Old café'));
    assert.equal(changes(drawn), ['DELETE /network/wifi/saved/Old%20caf%C3%A9']);
    assert.equal(reports(drawn), ['It is forgotten.']);
    assert.is(looks(drawn, '/saved'), 2);
  }));

const SET_UPS: readonly [what: string, begun: object, later: ServiceAnswer, said: string][] = [
  ['at once', { ...SET_UP, access_point: 'Flapbox' }, {}, texts.setUpOpen('Flapbox', SET_UP.address)],
  ['later', SET_UP, { setup: { ...SET_UP, access_point: 'Mine' } }, texts.setUpOpen('Mine', SET_UP.address)],
  ['never', SET_UP, { status: 503, detail: 'Gone.' }, texts.setUpUnnamed(SET_UP.address)],
];
for (const [what, begun, later, said] of SET_UPS)
  test(`the network of the appliance is named as soon as its name is known: ${what}`, () =>
    draw(async (drawn, answers) => {
      answers['POST /network/wifi/setup'] = begun;
      answers['GET /network/wifi/status'] = { ...STATUS, ...later };
      await confirm(drawn, texts.setUp);
      await drawn.settle(10_500);
      assert.equal(reports(drawn), [said]);
    }));

test('where nobody manages the Wi-Fi, that is said', () =>
  drawView(
    h(Network, {}),
    () => ({ available: false, reason: 'There is no Wi-Fi here.' }),
    async ({ text, asked }) => {
      assert.ok(text.includes('There is no Wi-Fi here.'));
      assert.is(asked.length, 1);
    },
  ));

test.run();
