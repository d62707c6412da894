import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endIn, readEnd, readMoment, requireEdge } from '../../src/service/moments.ts';
import { refusalOf } from './rig.ts';

const test = suite('service/moments');

const times: [text: string, instant: string][] = [
  ['2026-03-02T10:00', '2026-03-02T09:00:00.000Z'],
  ['2026-03-02T10:00:30', '2026-03-02T09:00:30.000Z'],
  ['2026-07-02T10:00:00.5', '2026-07-02T08:00:00.500Z'],
  ['2026-03-02T10:00:00.123456', '2026-03-02T09:00:00.123Z'],
  ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.000Z'],
  ['2026-03-02T10:00:00.25Z', '2026-03-02T10:00:00.250Z'],
  ['2026-03-02T10:00:00+02:00', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02T10:00:00 02:00', '2026-03-02T08:00:00.000Z'],
  ['2026-03-02T10:00:00-05:30', '2026-03-02T15:30:00.000Z'],
  ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['9000-12-31T00:00:00Z', '9000-12-31T00:00:00.000Z'],
];
for (const [text, instant] of times)
  test(`${text} in Berlin`, () => assert.is(new Date(readMoment('at', text, 'Europe/Berlin')).toISOString(), instant));

const NONE = [
  '',
  'soon',
  '2026-02-29T10:00',
  '2026-13-01T10:00',
  '2026-00-01T10:00',
  '2026-03-32T10:00',
  '2026-03-00T10:00',
  '2026-03-02T24:00',
  '2026-03-02T10:60',
  '2026-03-02T10:00:60',
  '1969-12-31T23:59:59Z',
  '9001-01-01T00:00:00Z',
];
for (const text of NONE)
  test(`${text || 'nothing'} is no time`, async () =>
    assert.is(await refusalOf(() => readMoment('at', text, 'UTC')), `400 at: "${text}" does not exist.`));

test('of a long text the beginning is repeated', async () =>
  assert.is(
    await refusalOf(() => readMoment('at', 'x'.repeat(200), 'UTC')),
    `400 at: "${'x'.repeat(80)}" does not exist.`,
  ));

const NOW = Date.parse('2026-03-02T10:00:00Z');
const DAY = 86_400_000;
const FAR = 366;

test('an end lies ahead, and not too far', async () => {
  assert.equal(readEnd('until', NOW + 1, NOW), { until: '2026-03-02T10:00:00.001Z' });
  assert.is(await refusalOf(() => readEnd('until', NOW, NOW)), '400 until: 2026-03-02T10:00:00.000Z has passed.');
  assert.is(await refusalOf(() => readEnd('until', NOW + FAR * DAY, NOW)), 'done');
  assert.match(await refusalOf(() => readEnd('until', NOW + FAR * DAY + 1, NOW)), `400 until: at most ${FAR} days`);
});

for (const [edge, isOne] of [
  ['00:00', true],
  ['23:59', true],
  ['sunrise', true],
  ['sunset-720', true],
  ['sunrise+720', true],
  ['sunset-721', false],
  ['sunrise+721', false],
  ['24:00', false],
  ['noon', false],
] as const)
  test(`${edge} is ${isOne ? 'an' : 'no'} edge of a window`, async () =>
    assert.is(
      await refusalOf(() => requireEdge('start', edge)),
      isOne ? 'done' : `400 start: ${edge} is no time between 00:00 and 23:59, nor near the sun.`,
    ));

test('an end after minutes keeps them', () =>
  assert.equal(endIn(90, NOW), { until: '2026-03-02T11:30:00.000Z', minutes: 90 }));

test.run();
