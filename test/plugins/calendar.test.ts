import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCalendar } from '../../src/plugins/builtin/calendar-document.ts';
import type { StoredPlugins } from '../../src/plugins/configuration.ts';
import { countCells } from '../../src/core/cells.ts';
import { createHost, FLAGSHIP, SIZES } from './fixture.ts';
import { serveText, withServer } from './loopback.ts';

const test = suite('plugins/calendar');

const calendarOf = (...events: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string => ['BEGIN:VEVENT', ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:1']), ...lines, 'END:VEVENT'].join('\r\n');

const NOW = Date.parse('2026-11-20T13:30:00Z');
const DAY = 86_400_000;
const SPAN = { from: NOW - DAY, to: NOW + 366 * DAY, most: 100, zone: 'Europe/Berlin' };
const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');
const found = (...events: string[]) => (readCalendar(calendarOf(...events), SPAN) ?? []).map(({ name, start, end }) => `${name} ${iso(start)} ${iso(end)}`);

const CUSTOM_ZONE = `BEGIN:VTIMEZONE\r\nTZID:My Zone\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE`;

for (const [name, events, expected] of [
  ['a time in UTC', [event('DTSTART:20261121T100000Z', 'DTEND:20261121T110000Z', 'SUMMARY:A')], ['A 2026-11-21T10:00:00Z 2026-11-21T11:00:00Z']],
  ['a time in an IANA zone', [event('DTSTART;TZID=America/New_York:20261121T100000', 'DTEND;TZID=America/New_York:20261121T110000', 'SUMMARY:A')], ['A 2026-11-21T15:00:00Z 2026-11-21T16:00:00Z']],
  ['a time in a zone of its own', [CUSTOM_ZONE, event('DTSTART;TZID=My Zone:20261121T100000', 'DTEND;TZID=My Zone:20261121T110000', 'SUMMARY:A')], ['A 2026-11-21T07:00:00Z 2026-11-21T08:00:00Z']],
  ['a time without a zone is local', [event('DTSTART:20261121T100000', 'DTEND:20261121T110000', 'SUMMARY:A')], ['A 2026-11-21T09:00:00Z 2026-11-21T10:00:00Z']],
  ['a zone that nobody knows is local', [event('DTSTART;TZID=Nowhere:20261121T100000', 'SUMMARY:A')], ['A 2026-11-21T09:00:00Z 2026-11-21T09:00:00Z']],
  ['a whole day', [event('DTSTART;VALUE=DATE:20261121', 'DTEND;VALUE=DATE:20261122', 'SUMMARY:A')], ['A 2026-11-20T23:00:00Z 2026-11-21T23:00:00Z']],
  ['a whole day without an end', [event('DTSTART;VALUE=DATE:20261121', 'SUMMARY:A')], ['A 2026-11-20T23:00:00Z 2026-11-21T23:00:00Z']],
  ['a duration', [event('DTSTART:20261121T100000Z', 'DURATION:PT90M', 'SUMMARY:A')], ['A 2026-11-21T10:00:00Z 2026-11-21T11:30:00Z']],
  ['a daily rule with a count', [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A')], ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-22T10:00:00Z 2026-11-22T10:00:00Z']],
  ['a rule with an end', [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;UNTIL=20261122T100000Z', 'SUMMARY:A')], ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-22T10:00:00Z 2026-11-22T10:00:00Z']],
  ['a rule that began long ago', [event('DTSTART:20100101T100000Z', 'RRULE:FREQ=YEARLY', 'SUMMARY:A')], ['A 2027-01-01T10:00:00Z 2027-01-01T10:00:00Z']],
  ['an excluded date', [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20261122T100000Z', 'SUMMARY:A')], ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-23T10:00:00Z 2026-11-23T10:00:00Z']],
  ['an added date', [event('DTSTART:20261121T100000Z', 'RDATE:20261125T100000Z', 'SUMMARY:A')], ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'A 2026-11-25T10:00:00Z 2026-11-25T10:00:00Z']],
  [
    'a moved occurrence',
    [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A'), event('RECURRENCE-ID:20261122T100000Z', 'DTSTART:20261124T120000Z', 'SUMMARY:B')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z', 'B 2026-11-24T12:00:00Z 2026-11-24T12:00:00Z'],
  ],
  [
    'a cancelled occurrence',
    [event('DTSTART:20261121T100000Z', 'RRULE:FREQ=DAILY;COUNT=2', 'SUMMARY:A'), event('RECURRENCE-ID:20261122T100000Z', 'DTSTART:20261122T100000Z', 'STATUS:CANCELLED', 'SUMMARY:A')],
    ['A 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z'],
  ],
  ['a cancelled event', [event('DTSTART:20261121T100000Z', 'STATUS:CANCELLED', 'SUMMARY:A')], []],
  ['an event that is over', [event('DTSTART:20261101T100000Z', 'DTEND:20261101T110000Z', 'SUMMARY:A')], []],
  ['an event beyond the year', [event('DTSTART:20280101T100000Z', 'SUMMARY:A')], []],
  ['an event without a start', [event('SUMMARY:A')], []],
  [
    'a weekly rule over the end of summer time keeps its wall clock',
    [event('DTSTART;TZID=Europe/Berlin:20261120T180000', 'RRULE:FREQ=WEEKLY;COUNT=20', 'SUMMARY:A')],
    Array.from({ length: 20 }, (_, week) => {
      const at = Date.parse('2026-11-20T17:00:00Z') + week * 7 * DAY - (week >= 19 ? 3_600_000 : 0);
      return `A ${iso(at)} ${iso(at)}`;
    }),
  ],
] as const) {
  test(name, () => assert.equal(found(...events), expected));
}

test('events come in order, at most as many as asked for', () => {
  const events = [3, 1, 2].map((day) => event(`UID:${day}`, `DTSTART:2026112${day}T100000Z`, `SUMMARY:${day}`));
  assert.equal(readCalendar(calendarOf(...events), { ...SPAN, most: 2 })?.map(({ name }) => name), ['1', '2']);
});

test('a text with several calendars', () => {
  const text = calendarOf(event('DTSTART:20261121T100000Z', 'SUMMARY:A')) + calendarOf(event('DTSTART:20261122T100000Z', 'SUMMARY:B'));
  assert.equal(readCalendar(text, SPAN)?.map(({ name }) => name), ['A', 'B']);
});

test('escapes and folded lines', () => assert.equal(readCalendar(calendarOf(event('DTSTART:20261121T100000Z', 'SUMMARY:One\\, two\\; thr', ' ee', 'LOCATION:Line\\none')), SPAN)?.map(({ name, location }) => [name, location]), [['One, two; three', 'Line\none']]));

for (const text of ['', 'hello', '<html>', 'BEGIN:VCARD\r\nEND:VCARD', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:x']) test(`no calendar: ${JSON.stringify(text)}`, () => assert.is(readCalendar(text, SPAN), null));

test('a rule for 31 February does not hang the appliance', () => {
  assert.is(readCalendar(calendarOf(event('DTSTART:20200101T100000Z', 'RRULE:FREQ=DAILY;BYMONTHDAY=31;BYMONTH=2', 'SUMMARY:A')), SPAN), null);
});

test('a rule of every second that began long ago gives up without a result of its own', () => assert.equal(found(event('DTSTART:20200101T100000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:A'), event('UID:2', 'DTSTART:20261121T100000Z', 'SUMMARY:B')), ['B 2026-11-21T10:00:00Z 2026-11-21T10:00:00Z']));

const on = (config: Record<string, unknown>): StoredPlugins => ({ calendar: { enabled: true, config, secrets: {} } });

const AGENDA = calendarOf(
  event('UID:a', 'DTSTART:20261120T130000Z', 'DTEND:20261120T140000Z', 'SUMMARY:Standup', 'LOCATION:Room 1', 'DESCRIPTION:Bring coffee'),
  event('UID:b', 'DTSTART:20261120T140000Z', 'DTEND:20261120T150000Z', 'SUMMARY:Dentist at the other end of town', 'LOCATION:Main Street 1'),
  event('UID:c', 'DTSTART;VALUE=DATE:20261121', 'SUMMARY:Holiday'),
);

test('the next events as variables; what is over leaves, what comes nearer counts down, without a fetch', () =>
  withServer(serveText(AGENDA, 'text/calendar'), async (base, requests) => {
    const { host, clock } = createHost({}, on({ url: base }));
    const { data } = await host.data('calendar', FLAGSHIP);
    assert.equal(
      [data?.['event_name'], data?.['event_start'], data?.['event_start_date'], data?.['event_end'], data?.['event_location'], data?.['event_description'], data?.['minutes_until'], data?.['is_now']],
      ['Standup', '14:00', '2026-11-20', '15:00', 'Room 1', 'Bring coffee', 0, true],
    );
    assert.equal([data?.['event2_name'], data?.['event2_start'], data?.['event2_start_date'], data?.['event2_location'], data?.['event_count']], ['Dentist at the other e', '15:00', '2026-11-20', 'Main Street 1', 3]);
    await clock.advance(30 * 60_000 - 1);
    assert.is(host.source('calendar', FLAGSHIP, clock.now())?.data['event_name'], 'Standup');
    const coming = (host.source('calendar', FLAGSHIP, clock.now())?.data['events'] ?? []) as { minutes_until: number }[];
    assert.is(coming[1]?.minutes_until, 1);
    await clock.advance(1);
    const later = host.source('calendar', FLAGSHIP, clock.now())?.data;
    assert.equal([later?.['event_name'], later?.['is_now'], later?.['event2_name'], later?.['event2_start']], ['Dentist at the other e', true, 'Holiday', 'ALL DAY']);
    assert.is(requests.length, 1);
  }));

test('max_events, another zone, 12 hours', () =>
  withServer(serveText(AGENDA), async (base) => {
    const { host } = createHost({}, on({ url: base, max_events: 1, timezone: 'America/New_York', time_format: '12h' }));
    const { data } = await host.data('calendar', FLAGSHIP);
    assert.equal([data?.['event_count'], data?.['event_start'], data?.['event2_name']], [1, '8:00 AM', '']);
  }));

test('an empty calendar is available and says nothing', () =>
  withServer(serveText(calendarOf()), async (base) => {
    const { host } = createHost({}, on({ url: base }));
    const { available, data, lines } = await host.data('calendar', FLAGSHIP);
    assert.equal([available, data?.['event_count'], data?.['event_name']], [true, 0, '']);
    assert.ok(lines.join('').includes('NO EVENTS'));
  }));

test('what is no calendar is an error', () => withServer(serveText('<html>'), async (base) => assert.match((await createHost({}, on({ url: base })).host.data('calendar', FLAGSHIP)).error ?? '', /no calendar/)));

test('lines fit every board', () =>
  withServer(serveText(AGENDA), async (base) => {
    const { host } = createHost({}, on({ url: base }));
    for (const size of SIZES) for (const line of (await host.data('calendar', size)).lines) assert.ok(countCells(line) <= size.cols);
  }));

for (const [minutes_before, display, at, until] of [[5, 15, '2026-11-20T13:55:00Z', '2026-11-20T14:15:00Z'], [10, 0, '2026-11-20T13:50:00Z', '2026-11-20T14:00:00Z'], [1, 30, '2026-11-20T13:59:00Z', '2026-11-20T14:30:00Z']] as const) {
  test(`a reminder ${minutes_before} minutes before, for ${display} minutes`, () =>
    withServer(serveText(AGENDA), async (base) => {
      const { host, clock } = createHost({}, on({ url: base, enable_triggers: true, minutes_before, display_duration_minutes: display }));
      await host.start();
      await host.data('calendar', FLAGSHIP);
      const due = Date.parse(at);
      await clock.advance(due - clock.now() - 60_000);
      assert.is(host.triggers.current(), null);
      await clock.advance(60_000);
      assert.is(host.triggers.current()?.message, `Dentist at the other e IN ${minutes_before} MIN`);
      assert.is(iso(host.triggers.current()?.until ?? 0), until);
      await host.stop();
    }));
}

test('no reminder unless it is asked for', () =>
  withServer(serveText(AGENDA), async (base) => {
    const { host, clock } = createHost({}, on({ url: base }));
    await host.start();
    await host.data('calendar', FLAGSHIP);
    await clock.advance(25 * 60_000);
    assert.is(host.triggers.current(), null);
    await host.stop();
  }));

for (const config of [{ url: 'x' }, { max_events: 0 }, { max_events: 21 }, { minutes_before: 4 }, { display_duration_minutes: 121 }, { timezone: 'Mars' }]) {
  test(`calendar refuses ${JSON.stringify(config)}`, async () => {
    const { host } = createHost();
    const problem = await host.update('calendar', { config }).catch((thrown: { status?: number }) => thrown);
    assert.is('status' in problem && problem.status, 400);
  });
}

test.run();
