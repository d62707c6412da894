import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isAccepted, pauseOf, quote, statusAndText } from '../../../hw/vestaboard/answer.ts';

const test = suite('answers of boards');
const NOW = Date.parse('2026-03-01T12:00:00Z');

const PAUSES: readonly (readonly [string | undefined, number])[] = [
  ['1', 1000],
  ['15', 15_000],
  [' 20 ', 20_000],
  ['0', 1000],
  ['0.2', 1000],
  ['2.5', 2500],
  ['3600', 3_600_000],
  [undefined, 15_000],
  ['', 15_000],
  ['soon', 15_000],
  ['-5', 15_000],
  ['1e3', 15_000],
  ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 11:59:00 GMT', 1000],
  ['Mon, 02 Mar 2026 12:00:00 GMT', 86_400_000],
  ['Mon, 02 Mar 2026 12:00:01 GMT', 15_000],
  // A clock that was not set yet, and an answer that means never.
  ['Sun, 01 Mar 2035 12:00:00 GMT', 15_000],
  ['999999999', 86_400_000],
];
for (const [header, ms] of PAUSES)
  test(`Retry-After ${JSON.stringify(header)} is ${ms} ms`, () => assert.is(pauseOf(header, NOW), ms));

for (const [status, accepted] of [
  [199, false],
  [200, true],
  [201, true],
  [299, true],
  [300, false],
  [304, false],
] as const) {
  test(`${status} is ${accepted ? '' : 'not '}a success`, () => assert.is(isAccepted(status), accepted));
}

const answer = (body: string, status = 500) => ({ kind: 'answer', status, headers: {}, body }) as const;

test('a text is quoted on one line', () => assert.is(quote(answer(' a\r\n\tb\u0000c '), ''), 'a b c'));
test('a text of 200 characters is quoted in full', () => assert.is(quote(answer('x'.repeat(200)), '').length, 200));
test('a longer text is cut to 200 characters', () =>
  assert.is(quote(answer('x'.repeat(201)), ''), `${'x'.repeat(199)}…`));
test('a secret that comes back is not quoted', () =>
  assert.is(quote(answer('bad key s3cret, s3cret'), 's3cret'), 'bad key ***, ***'));
test('a status without text stands alone', () => assert.is(statusAndText(answer('', 503), 'k'), '(status 503)'));
test('a status with text tells both', () => assert.is(statusAndText(answer('busy', 503), 'k'), '(status 503: busy)'));

test.run();
