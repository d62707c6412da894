import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRedactor } from '../../src/platform/redactor.ts';

const test = suite('platform/redactor');

const KEY = 'Tôp-s3cret,"9/';
const base64 = (text: string, form: BufferEncoding = 'base64'): string => Buffer.from(text).toString(form);

/** How a secret is sent, and what is left of it. */
const FORMS: readonly (readonly [what: string, sent: string, left: string])[] = [
  ['plain', `no ${KEY}!`, 'no ***!'],
  ['in small letters', `no ${KEY.toLowerCase()}!`, 'no ***!'],
  ['in capitals', `no ${KEY.toUpperCase()}!`, 'no ***!'],
  ['in JSON', JSON.stringify({ key: KEY }), '{"key":"***"}'],
  ['in an address', `?key=${encodeURIComponent(KEY)}&b`, '?key=***&b'],
  ['in an address, in small letters', `?key=${encodeURIComponent(KEY).toLowerCase()}&b`, '?key=***&b'],
  ['in an address, with a comma', `?key=${encodeURIComponent(KEY).replace('%2C', ',')}&b`, '?key=***&b'],
  ['in hexadecimal digits', `x ${Buffer.from(KEY).toString('hex').toUpperCase()} y`, 'x *** y'],
  ['alone in Base64', `Basic ${base64(KEY)} y`, 'Basic *** y'],
  ['behind a name of any length', `Basic ${base64(`a:${KEY}`)} y`, 'Basic *** y'],
  ['behind a longer name', `Basic ${base64(`ab:${KEY}`)} y`, 'Basic *** y'],
  ['behind one that is longer still', `Basic ${base64(`abc:${KEY}`)} y`, 'Basic *** y'],
  ['in front of something', `x ${base64(`${KEY}:more of it`)} y`, 'x *** y'],
  ['in Base64 for addresses', `x ${base64(`ab:${KEY}`, 'base64url')} y`, 'x *** y'],
];
for (const [what, sent, left] of FORMS)
  test(`a secret that is sent ${what} is hidden`, () => assert.is(createRedactor([KEY]).hide(sent), left));

test('a secret in the name of a host is hidden as the name is written', () => {
  const { hide } = createRedactor(['MyKéy42']);
  assert.is(hide(new URL('https://MyKéy42.example.com/').host), '***.example.com');
});

test('a secret with spaces is hidden in a form, too', () => {
  assert.is(createRedactor(['all too well']).hide('user=a&password=all+too+well&b'), 'user=a&password=***&b');
});

test('a secret is hidden in Base64 for addresses wherever signs of its own stand in there', () => {
  const secret = '>>>???>>>???';
  for (const name of ['', 'a:', 'ab:']) {
    const sent = base64(name + secret, 'base64url');
    assert.match(sent, /_.*-|-.*_/);
    assert.is(createRedactor([secret]).hide(`x ${sent} y`), 'x *** y');
  }
});

test('other texts stay', () => {
  const text = 'the server answers with status 401: bad credentials QWxhZGRpbjpvcGVu';
  assert.is(createRedactor([KEY, 'abc']).hide(text), text);
});

test.run();
