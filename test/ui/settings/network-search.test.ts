import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NetworkSearch } from '../../../ui/settings/devices/network-search.tsx';
import { system } from '../../../ui/strings/settings/system.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/settings/devices/network-search');

const texts = system.network;
const HOME = { ssid: 'Home', signal: 61, security: 'WPA2', in_use: false };
const CAFE = { ssid: 'Café', signal: 20, security: 'open', in_use: false };

const draw = (use: (drawn: Drawn, answers: Record<string, ServiceAnswer>, changes: () => number) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    scan: [HOME, CAFE, { ...HOME, ssid: 'Upstairs', in_use: true }],
    connect: { message: 'Joined.' },
  };
  let changes = 0;
  return drawView(
    h(NetworkSearch, { known: [{ name: 'Home', in_use: false }], onChange: () => void changes++ }),
    ({ path }: AskedOf) => answers[path.split('/').at(-1) ?? ''] ?? {},
    (drawn) => use(drawn, answers, () => changes),
  );
};
const reportOf = ({ all }: Drawn): string => all('.report').at(-1)?.textContent ?? '';
const joined = ({ asked }: Drawn): unknown => asked.findLast(({ path }) => path.endsWith('/connect'))?.body;

test('networks in reach are listed with what they are, and can be joined but for the one in use', () =>
  draw(async (drawn) => {
    await drawn.press(texts.scan);
    assert.equal(
      drawn.all('.found li').map(({ textContent }) => textContent),
      [
        `Home WPA2, ${texts.percent(61)}${texts.join}`,
        `Café ${texts.open}, ${texts.percent(20)}${texts.join}`,
        `Upstairs WPA2, ${texts.percent(61)}${texts.inUse}`,
      ],
    );
    assert.is(reportOf(drawn), '');
  }));

test('one that is joined is said until the next search, and what was found is gone', () =>
  draw(async (drawn, answers, changes) => {
    await drawn.press(texts.scan);
    await drawn.press(texts.joinOf('Café'));
    assert.equal(drawn.all('label'), []);
    await drawn.press(texts.join);
    assert.equal(joined(drawn), { ssid: 'Café', password: null, hidden: false });
    assert.equal([reportOf(drawn), drawn.all('.found'), drawn.all('form'), changes()], ['Joined.', [], [], 1]);
    answers['scan'] = [];
    await drawn.press(texts.scan);
    assert.is(reportOf(drawn), texts.none);
  }));

test('a password that is stored need not be typed, another one has to be', () =>
  draw(async (drawn, answers) => {
    answers['scan'] = [HOME, { ...HOME, ssid: 'Other' }];
    await drawn.press(texts.scan);
    await drawn.press(texts.joinOf('Home'));
    assert.is(drawn.field(texts.password).hasAttribute('required'), false);
    assert.ok(drawn.text.includes(texts.stored));
    await drawn.press('Cancel');
    await drawn.press(texts.joinOf('Other'));
    assert.is(drawn.field(texts.password).hasAttribute('required'), true);
    assert.not.ok(drawn.text.includes(texts.stored));
    await drawn.enter(texts.password, 'secret');
    answers['connect'] = { status: 409, detail: 'The password is wrong.' };
    await drawn.press(texts.join);
    assert.equal(joined(drawn), { ssid: 'Other', password: 'secret', hidden: false });
    assert.is(drawn.all('form .report').at(-1)?.textContent, 'The password is wrong.');
    assert.is(drawn.all('.found').length, 1);
  }));

test('one that hides is joined by its name', () =>
  draw(async (drawn) => {
    await drawn.press(texts.other);
    await drawn.enter(texts.name, 'Hidden');
    assert.is(drawn.field(texts.password).hasAttribute('required'), false);
    await drawn.press(texts.join);
    assert.equal(joined(drawn), { ssid: 'Hidden', password: null, hidden: true });
  }));

test.run();
