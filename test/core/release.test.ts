import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compareVersions, isOlder, refuseOlder } from '../../src/core/release.ts';

const test = suite('releases');

const ORDER = [
  '0.9.9',
  '0.10.0-alpha',
  '0.10.0-alpha.1',
  '0.10.0-alpha.2',
  '0.10.0-alpha.10',
  '0.10.0-alpha.x',
  '0.10.0-beta',
  '0.10.0',
  '0.10.1',
  '1.0.0-rc-1',
  '1.0.0',
  '2.0.0',
  '10.0.0',
];

test('versions are ordered by their numbers, then by what comes before a release', () => {
  for (const [i, a] of ORDER.entries())
    for (const [j, b] of ORDER.entries())
      assert.is(Math.sign(compareVersions(a, b)), Math.sign(i - j), `${a} and ${b}`);
});

for (const [a, b] of [
  ['1.2', '1.2.0'],
  ['1.0.0+build', '1.0.0'],
  ['1.0.0+a', '1.0.0+b'],
  ['x', '0'],
] as const) {
  test(`${a} is as old as ${b}`, () => assert.is(compareVersions(a, b), 0));
}

for (const [offered, running, older] of [
  [['0.1.0', '2026-03-01T00:00:00Z'], ['0.2.0', '2026-02-01T00:00:00Z'], true],
  [['0.3.0', '2026-01-01T00:00:00Z'], ['0.2.0', '2026-02-01T00:00:00Z'], false],
  [['0.2.0', '2026-01-31T23:59:59Z'], ['0.2.0', '2026-02-01T00:00:00Z'], true],
  [['0.2.0', '2026-02-01T00:00:00Z'], ['0.2.0', '2026-02-01T00:00:00Z'], false],
  [['0.2.0', '2026-02-01T00:00:01Z'], ['0.2.0', '2026-02-01T00:00:00Z'], false],
  [['0.2.0', '2020-01-01T00:00:00Z'], ['0.2.0', null], false],
  [['0.1.9', null], ['0.2.0', null], true],
] as const) {
  const release = ([version, built_at]: readonly [string, string | null]) => ({ version, built_at });
  test(`${offered.join(' of ')} is ${older ? '' : 'not '}older than ${running.join(' of ')}`, () =>
    assert.is(isOlder(release(offered), release(running)), older));
}

test('the refusal names both versions and what to type', () => {
  const sentence = refuseOlder(
    { version: '0.1.0', built_at: '2026-01-01T00:00:00Z' },
    { version: '0.2.0', built_at: null },
  );
  assert.is(
    sentence,
    'The update (0.1.0 of 2026-01-01) is older than what runs (0.2.0). To go back all the same, send the field "downgrade" with the words "install the older version".',
  );
});

test.run();
