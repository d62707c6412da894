import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatMoment } from '../../../ui/kit/language.ts';
import { Inboxes } from '../../../ui/settings/inboxes/inboxes.tsx';
import { inboxes as texts } from '../../../ui/strings/settings/inboxes.ts';
import { kit } from '../../../ui/strings/kit.ts';
import type { AskedOf } from '../../support/fake-service.ts';

const test = suite('ui/settings/inboxes/inboxes');

const AT = '2026-03-11T08:00:00.000Z';
const inbox = (id: string, kind: string, state: object, enabled = true) => ({
  id,
  kind,
  name: `Of ${id}`,
  enabled,
  boards: 'all',
  priority: 'normal',
  minutes: null,
  most_per_hour: 30,
  senders: [],
  ...Object.fromEntries(
    ['server', 'topic', 'room', 'mailbox', 'username', 'token', 'password'].map((name) => [name, '']),
  ),
  subject: null,
  state: { connected: true, problem: null, last_message_at: null, ...state },
  created_at: AT,
});
const LISTED = [
  inbox('a/1', 'webhook', {}),
  inbox('b', 'ntfy', { last_message_at: AT }),
  inbox('c', 'mail', { connected: false, problem: 'the server refuses' }),
  inbox('d', 'mail', { connected: false }, false),
];

const draw = (use: (drawn: Drawn) => Promise<void>, receive: object | null = { path: '/api/in/secret' }) =>
  drawView(
    h(Inboxes, {}),
    ({ method }: AskedOf) => (method === 'POST' ? { id: 'new', receive } : { inboxes: LISTED }),
    use,
  );
const changes = ({ asked }: Drawn) => asked.filter(({ method }) => method !== 'GET');
const lines = ({ all }: Drawn) => all('.found .meta').map(({ textContent }) => textContent);

test('each inbox tells what it is, how it stands and when it was heard of last', () =>
  draw(async (drawn) => {
    assert.equal(lines(drawn), [
      `${texts.shortKinds.webhook} · ${texts.ready} · ${texts.noMessage}`,
      `${texts.shortKinds.ntfy} · ${texts.connected} · ${texts.lastMessage(formatMoment(AT))}`,
      `${texts.shortKinds.mail} · ${texts.connecting} · ${texts.noMessage}`,
      `${texts.shortKinds.mail} · ${texts.off} · ${texts.noMessage}`,
    ]);
    assert.equal(
      drawn.all('.found .is-wrong').map(({ textContent }) => textContent),
      ['The server refuses.'],
    );
    await drawn.settle(5000);
    assert.is(drawn.asked.length, 2);
  }));

test('the address of a new webhook is shown until its owner is done with it', () =>
  draw(async (drawn) => {
    await drawn.press(texts.add);
    assert.not(drawn.all('button').some(({ textContent, type }) => textContent === texts.add && type === 'button'));
    await drawn.enter(texts.name, ' Bell ');
    drawn.find('form').do({ type: 'submit' });
    await drawn.settle();
    assert.equal(
      changes(drawn).map(({ method, path, body }) => [method, path, (body as { name: string }).name]),
      [['POST', '/inboxes', 'Bell']],
    );
    assert.equal(
      drawn.all('code').map(({ textContent }) => textContent),
      ['http://flapbox.local/api/in/secret'],
    );
    assert.equal(drawn.all('form'), []);
    await drawn.press(texts.done);
    assert.equal(drawn.all('code'), []);
  }));

test('one that has no address of its own is there without a word, and one that is not wanted is forgotten', () =>
  draw(async (drawn) => {
    await drawn.press(texts.add);
    await drawn.enter(texts.name, 'Bell');
    drawn.find('form').do({ type: 'submit' });
    await drawn.settle();
    assert.equal(drawn.all('code'), []);
    await drawn.press(texts.add);
    await drawn.enter(texts.name, 'Gate');
    await drawn.press(kit.cancel);
    assert.is(drawn.all('form').length, 0);
    await drawn.press(texts.add);
    assert.is(drawn.field(texts.name).value, '');
  }, null));

test('one that is there is changed without its kind, and removed once that is confirmed', () =>
  draw(async (drawn) => {
    await drawn.press(texts.changeOf('Of a/1'));
    await drawn.enter(texts.name, 'Bell');
    drawn.find('form').do({ type: 'submit' });
    await drawn.settle();
    await drawn.press(texts.removeOf('Of a/1'));
    drawn.find('.dialog .button-danger').click();
    await drawn.settle();
    const [change, removal] = changes(drawn);
    assert.equal([change?.method, change?.path], ['PATCH', '/inboxes/a%2F1']);
    const { name, kind } = Object(change?.body) as { name?: string; kind?: string };
    assert.equal([name, kind], ['Bell', undefined]);
    assert.equal([removal?.method, removal?.path], ['DELETE', '/inboxes/a%2F1']);
    assert.ok(drawn.text.includes(texts.removed));
  }));

test.run();
