import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { StoredPlugins } from '../../src/plugins/keeping/configuration.ts';
import { countCells } from '../../src/core/flaps/cells.ts';
import { createHost, FLAGSHIP, SIZES, startHost } from './fixture.ts';
import { serveText, withServer } from './loopback.ts';

const test = suite('plugins/calendar');

const calendarOf = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:1']), ...lines, 'END:VEVENT'].join(
    '\r\n',
  );

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

const on = (config: Record<string, unknown>): StoredPlugins => ({ calendar: { enabled: true, config, secrets: {} } });

const AGENDA = calendarOf(
  event(
    'UID:a',
    'DTSTART:20261120T130000Z',
    'DTEND:20261120T140000Z',
    'SUMMARY:Standup',
    'LOCATION:Room 1',
    'DESCRIPTION:Bring coffee',
  ),
  event(
    'UID:b',
    'DTSTART:20261120T140000Z',
    'DTEND:20261120T150000Z',
    'SUMMARY:Dentist at the other end of town',
    'LOCATION:Main Street 1',
  ),
  event('UID:c', 'DTSTART;VALUE=DATE:20261121', 'SUMMARY:Holiday'),
);

test('a calendar that did not change is not sent again, and read anew once a day', () => {
  const asked: (string | undefined)[] = [];
  const serve = (request: { headers: Record<string, unknown> }, response: ServerResponse): void => {
    const known = request.headers['if-none-match'] as string | undefined;
    asked.push(known);
    response.setHeader('etag', '"one"');
    response.setHeader('last-modified', 'Fri, 20 Nov 2026 10:00:00 GMT');
    if (known !== undefined) response.statusCode = 304;
    response.end(known === undefined ? AGENDA : '');
  };
  return withServer(serve as never, async (base, requests) => {
    const { host, clock } = createHost({}, on({ url: base, refresh_seconds: 300 }));
    const name = async () => (await host.data('calendar', FLAGSHIP)).data?.['event_name'];
    assert.is(await name(), 'Standup');
    await clock.advance(301_000);
    assert.is(await name(), 'Standup');
    assert.is(requests.at(-1)?.headers['if-modified-since'], 'Fri, 20 Nov 2026 10:00:00 GMT');
    await clock.advance(86_400_000);
    await name();
    assert.equal(asked, [undefined, '"one"', undefined]);
  });
});

test('the next events as variables; what is over leaves, what comes nearer counts down, without a fetch', () =>
  withServer(serveText(AGENDA, 'text/calendar'), async (base, requests) => {
    const { host, clock } = createHost({}, on({ url: base }));
    const { data } = await host.data('calendar', FLAGSHIP);
    assert.equal(
      [
        data?.['event_name'],
        data?.['event_start'],
        data?.['event_start_date'],
        data?.['event_end'],
        data?.['event_location'],
        data?.['event_description'],
        data?.['minutes_until'],
        data?.['is_now'],
      ],
      ['Standup', '14:00', '2026-11-20', '15:00', 'Room 1', 'Bring coffee', 0, true],
    );
    assert.equal(
      [
        data?.['event2_name'],
        data?.['event2_start'],
        data?.['event2_start_date'],
        data?.['event2_location'],
        data?.['event_count'],
      ],
      ['Dentist at the other e', '15:00', '2026-11-20', 'Main Street 1', 3],
    );
    await clock.advance(30 * 60_000 - 1);
    assert.is(host.values.source('calendar', FLAGSHIP, clock.now())?.data['event_name'], 'Standup');
    const coming = (host.values.source('calendar', FLAGSHIP, clock.now())?.data['events'] ?? []) as {
      minutes_until: number;
    }[];
    assert.is(coming[1]?.minutes_until, 1);
    await clock.advance(1);
    const later = host.values.source('calendar', FLAGSHIP, clock.now())?.data;
    assert.equal(
      [later?.['event_name'], later?.['is_now'], later?.['event2_name'], later?.['event2_start']],
      ['Dentist at the other e', true, 'Holiday', 'ALL DAY'],
    );
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

test('what is no calendar is an error', () =>
  withServer(serveText('<html>'), async (base) =>
    assert.match((await createHost({}, on({ url: base })).host.data('calendar', FLAGSHIP)).error ?? '', /no calendar/),
  ));

test('what could not be read is a variable', () =>
  withServer(
    serveText(
      calendarOf(event('UID:bad', 'DTSTART:nonsense'), event('UID:a', 'DTSTART:20261120T140000Z', 'SUMMARY:Tea')),
    ),
    async (base) => {
      const { data } = await createHost({}, on({ url: base })).host.data('calendar', FLAGSHIP);
      assert.equal([data?.['event_name'], data?.['note']], ['Tea', 'One event cannot be read.']);
    },
  ));

test('a calendar of more than 5 MiB is fetched', () =>
  withServer(
    serveText(
      calendarOf(
        ...Array.from({ length: 12_000 }, (_, index) =>
          event(`UID:${index}`, 'DTSTART:20200101T100000Z', `DESCRIPTION:${'x'.repeat(420)}`),
        ),
        event('UID:a', 'DTSTART:20261120T140000Z', 'SUMMARY:Tea'),
      ),
    ),
    async (base) => {
      const { data } = await createHost({}, on({ url: base })).host.data('calendar', FLAGSHIP);
      assert.is(data?.['event_name'], 'Tea');
    },
  ));

test('lines fit every board', () =>
  withServer(serveText(AGENDA), async (base) => {
    const { host } = createHost({}, on({ url: base }));
    for (const size of SIZES)
      for (const line of (await host.data('calendar', size)).lines) assert.ok(countCells(line) <= size.cols);
  }));

for (const [minutes_before, display, at, until] of [
  [5, 15, '2026-11-20T13:55:00Z', '2026-11-20T14:15:00Z'],
  [10, 0, '2026-11-20T13:50:00Z', '2026-11-20T14:00:00Z'],
  [1, 30, '2026-11-20T13:59:00Z', '2026-11-20T14:30:00Z'],
] as const) {
  test(`a reminder ${minutes_before} minutes before, for ${display} minutes`, () =>
    withServer(serveText(AGENDA), async (base) => {
      const { host, clock } = createHost(
        {},
        on({ url: base, enable_triggers: true, minutes_before, display_duration_minutes: display }),
      );
      await startHost(host);
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
    await startHost(host);
    await host.data('calendar', FLAGSHIP);
    await clock.advance(25 * 60_000);
    assert.is(host.triggers.current(), null);
    await host.stop();
  }));

for (const config of [
  { url: 'x' },
  { max_events: 0 },
  { max_events: 21 },
  { minutes_before: 4 },
  { display_duration_minutes: 121 },
  { timezone: 'Mars' },
]) {
  test(`calendar refuses ${JSON.stringify(config)}`, async () => {
    const { host } = createHost();
    const problem = await host.installation.update('calendar', { config }).catch((error: { status?: number }) => error);
    assert.is('status' in problem && problem.status, 400);
  });
}

test.run();
