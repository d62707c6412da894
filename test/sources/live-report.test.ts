import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resultLine, writeReport, type LiveResult } from './live-report.ts';

const test = suite('the report of real answers');

const FAILS: LiveResult = {
  id: 'tides',
  outcome: 'fails',
  why: 'https://api.example.org/?key=abc says no to 0123456789abcdef0123: the answer holds no number "now"',
  asked: [
    ['api.example.org', '403'],
    ['192.168.1.20:8080', 'no answer'],
    ['house', 'answered'],
  ],
  missing: [],
};
const FITS: LiveResult = {
  id: 'moon',
  outcome: 'fits',
  why: '',
  asked: [['moon.example', 'answered']],
  missing: ['age'],
};

test('a line names hosts, statuses and what was missing', () =>
  assert.is(resultLine(FITS), 'moon: fits; moon.example answered; nothing in age'));

test('no address, no key and no host at home is in it', () => {
  const text = writeReport([FITS, FAILS], '2026-11-24');
  assert.match(text, 'tides: fails; (address) says no to (…): the answer holds no number "now"; api.example.org 403');
  assert.match(text, 'a host at home no answer, a host at home answered');
  assert.not.match(text, /key=|0123456789|192\.168|house/);
});

test('what fails comes first, and each group is counted', () => {
  const text = writeReport([FITS, FAILS], '2026-11-24');
  assert.ok(text.startsWith('# Sources that were asked on 2026-11-24\n\n1 fails, 1 fits, 0 left out\n\n## fails\n'));
});

test.run();
