import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clockTimeOf, normaliseTime, parseEdge, silenceAt as readSilence, silenceOf } from '../../src/core/silence.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Silence } from '../../src/schema/appliance/silence.ts';
import { NOWHERE } from '../support/rules.ts';

const test = suite('silence');
const silenceAt = (silence: Silence, at: number, zone: string) => readSilence(silence, at, zone, NOWHERE);
const windowWith = (fields: Partial<Silence>): Silence => ({ ...defaultSettings().silence, enabled: true, ...fields });
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

/** [what, members, zone, at, active, next change] */
const CASES: [
  name: string,
  fields: Partial<Silence>,
  zone: string,
  at: string,
  active: boolean,
  next: string | null,
][] = [
  ['off', { enabled: false }, 'UTC', '2025-06-02T23:00Z', false, null],
  ['before it begins', {}, 'UTC', '2025-06-02T19:59:59Z', false, '2025-06-02T20:00'],
  ['when it begins', {}, 'UTC', '2025-06-02T20:00Z', true, '2025-06-03T07:00'],
  ['after midnight', {}, 'UTC', '2025-06-03T00:00Z', true, '2025-06-03T07:00'],
  ['before it ends', {}, 'UTC', '2025-06-03T06:59:59Z', true, '2025-06-03T07:00'],
  ['when it ends', {}, 'UTC', '2025-06-03T07:00Z', false, '2025-06-03T20:00'],
  ['within a day', { start_time: '12:00', end_time: '13:00' }, 'UTC', '2025-06-02T12:30Z', true, '2025-06-02T13:00'],
  ['until midnight', { start_time: '12:00', end_time: '00:00' }, 'UTC', '2025-06-02T23:59Z', true, '2025-06-03T00:00'],
  ['start is end', { start_time: '12:00', end_time: '12:00' }, 'UTC', '2025-06-02T12:00Z', false, null],
  ['no days', { days: [] }, 'UTC', '2025-06-02T23:00Z', false, null],
  ['unreadable start', { start_time: '25:00' }, 'UTC', '2025-06-02T23:00Z', false, null],
  ['unreadable end', { end_time: '7' }, 'UTC', '2025-06-02T23:00Z', false, null],
  [
    'a window of friday goes on on saturday',
    { days: ['friday'] },
    'UTC',
    '2025-06-07T03:00Z',
    true,
    '2025-06-07T07:00',
  ],
  ['saturday has none of its own', { days: ['friday'] }, 'UTC', '2025-06-07T21:00Z', false, '2025-06-13T20:00'],
  ['friday morning belongs to thursday', { days: ['friday'] }, 'UTC', '2025-06-06T03:00Z', false, '2025-06-06T20:00'],
  ['local time in winter', {}, 'Europe/Berlin', '2025-01-10T19:00Z', true, '2025-01-11T06:00'],
  ['local time in summer', {}, 'Europe/Berlin', '2025-07-10T18:00Z', true, '2025-07-11T05:00'],
  ['the night of the spring change', {}, 'Europe/Berlin', '2025-03-29T19:00Z', true, '2025-03-30T05:00'],
  ['the night of the autumn change', {}, 'Europe/Berlin', '2025-10-25T18:00Z', true, '2025-10-26T06:00'],
  [
    'an end that is skipped',
    { start_time: '22:00', end_time: '02:30' },
    'Europe/Berlin',
    '2025-03-30T00:30Z',
    true,
    '2025-03-30T01:00',
  ],
  [
    'a repeated hour counts once',
    { start_time: '02:10', end_time: '02:50' },
    'Europe/Berlin',
    '2025-10-26T01:30Z',
    false,
    '2025-10-27T01:10',
  ],
];
for (const [name, fields, zone, at, active, next] of CASES) {
  test(name, () => {
    const reading = silenceAt(windowWith(fields), Date.parse(at), zone);
    assert.is(reading.active, active);
    assert.is(iso(reading.next_change), next);
    assert.is(reading.since !== null, active);
  });
}

test('since when it is silent', () => {
  assert.is(iso(silenceAt(windowWith({}), Date.parse('2025-06-03T03:00Z'), 'UTC').since), '2025-06-02T20:00');
});

test('a board without settings of its own has those of the install', () => {
  const settings = defaultSettings();
  assert.equal(silenceOf('b1', settings), settings.silence);
});

test('a board has its own settings key by key', () => {
  const settings = { ...defaultSettings(), silence_by_board: { b1: { enabled: true, end_time: '06:00' } } };
  assert.equal(silenceOf('b1', settings), { ...settings.silence, enabled: true, end_time: '06:00' });
  assert.equal(silenceOf('b2', settings), settings.silence);
});

const BERLIN = { latitude: 52.5, longitude: 13.4 };
const TROMSO = { latitude: 69.65, longitude: 18.96 };
const two = windowWith({
  start_time: '20:00',
  end_time: '22:00',
  mode: 'indicator',
  further: [
    { start: '22:00', end: '07:00', days: ['monday', 'tuesday'], mode: 'page', page_id: 'night' },
    { start: '12:00', end: '13:00', days: ['monday'], mode: 'freeze', page_id: null },
  ],
});

test('several windows: the first that is open counts, and silence ends where none follows', () => {
  const read = (text: string) => silenceAt(two, Date.parse(`2025-06-${text}Z`), 'UTC');
  const evening = read('02T21:00');
  assert.equal(
    [evening.window?.mode, iso(evening.next_edge), iso(evening.next_change)],
    ['indicator', '2025-06-02T22:00', '2025-06-03T07:00'],
  );
  const night = read('02T23:00');
  assert.equal([night.window?.mode, night.window?.page_id, iso(night.since)], ['page', 'night', '2025-06-02T22:00']);
  assert.is(read('02T12:30').active, true);
  assert.is(read('03T12:30').active, false);
  // Wednesday: the second window is not of that day.
  assert.is(iso(read('04T21:00').next_change), '2025-06-04T22:00');
});

test('windows without a gap between them have no end', () => {
  const [start_time, end_time] = ['00:00', '12:00'];
  const halves = windowWith({ start_time, end_time, further: [{ ...two, start: '12:00', end: '00:00' }] });
  for (const zone of ['UTC', 'Europe/Berlin']) {
    const reading = silenceAt(halves, Date.parse('2025-03-29T19:00Z'), zone);
    assert.equal([reading.active, reading.next_change], [true, null]);
  }
});

test('windows without a gap end with the last day that has them', () => {
  const days: Silence['days'] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const further = Array.from({ length: 9 }, (_, at) => ({
    ...two,
    days,
    start: `0${at + 1}:00`,
    end: at === 8 ? '00:00' : `0${at + 2}:00`,
  }));
  const week = windowWith({ days, start_time: '00:00', end_time: '01:00', further });
  assert.is(iso(silenceAt(week, Date.parse('2025-06-02T00:30Z'), 'UTC').next_change), '2025-06-08T00:00');
});

test('windows by the sun, with and without a place, and in polar day', () => {
  const silence = windowWith({ start_time: 'sunset-30', end_time: 'sunrise+15' });
  const zone = 'Europe/Berlin';
  const at = Date.parse('2025-06-02T21:00Z');
  assert.is(clockTimeOf('sunset-30', at, zone, BERLIN), '20:51');
  assert.is(readSilence(silence, at, zone, BERLIN).active, true);
  assert.is(iso(readSilence(silence, at, zone, BERLIN).since), '2025-06-02T18:51');
  assert.is(clockTimeOf('sunset-30', at, zone, NOWHERE), '17:30');
  assert.is(clockTimeOf('sunrise+15', at, 'Europe/Oslo', TROMSO), '06:15');
  const polar = readSilence(silence, Date.parse('2025-06-02T18:00Z'), 'Europe/Oslo', TROMSO);
  assert.equal([polar.active, iso(polar.next_change)], [true, '2025-06-03T04:15']);
});

test('what is no edge of a window is none', () => {
  for (const text of ['24:00', 'moonrise', 'sunset+', 'sunset+1000', '']) assert.is(parseEdge(text), null, text);
  assert.equal(parseEdge('sunrise-720'), { type: 'sunrise', minute: 0, offset: -720 });
});

test('a board can be exempt from the silence of the install', () => {
  const settings = { ...defaultSettings(), silence: windowWith({}), silence_by_board: { b1: { enabled: false } } };
  assert.is(silenceAt(silenceOf('b1', settings), Date.parse('2025-06-02T23:00Z'), 'UTC').active, false);
  assert.is(silenceAt(silenceOf('b2', settings), Date.parse('2025-06-02T23:00Z'), 'UTC').active, true);
});

const WINTER = '2025-01-10T12:00Z';
const SUMMER = '2025-07-10T12:00Z';
const TIMES: [text: string, zone: string, at: string, local: string][] = [
  ['20:00', 'Europe/Berlin', WINTER, '20:00'],
  ['20:00+00:00', 'UTC', WINTER, '20:00'],
  ['20:00+00:00', 'Europe/Berlin', WINTER, '21:00'],
  ['20:00+00:00', 'Europe/Berlin', SUMMER, '22:00'],
  ['23:30+00:00', 'Europe/Berlin', SUMMER, '01:30'],
  ['03:00+00:00', 'America/New_York', WINTER, '22:00'],
  ['20:00+00:00', 'Asia/Kathmandu', WINTER, '01:45'],
  ['20:00Z', 'Europe/Berlin', WINTER, '21:00'],
  ['20:00-00:00', 'Europe/Berlin', WINTER, '21:00'],
  ['20:00+02:00', 'Europe/Berlin', WINTER, '19:00'],
  ['20:00-05:00', 'Europe/Berlin', WINTER, '02:00'],
  ['25:00+00:00', 'Europe/Berlin', WINTER, '25:00+00:00'],
  ['20:00+25:00', 'Europe/Berlin', WINTER, '20:00+25:00'],
  ['25:00', 'Europe/Berlin', WINTER, '25:00'],
  ['noon', 'Europe/Berlin', WINTER, 'noon'],
];
for (const [text, zone, at, local] of TIMES) {
  test(`${text} is ${local} in ${zone} in ${at.slice(0, 7)}`, () =>
    assert.is(normaliseTime(text, Date.parse(at), zone), local));
}

test.run();
