import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { SilenceWrite } from '../../src/schema/appliance/silence.ts';
import type { State } from '../../src/schema/state.ts';
import { SilenceService } from '../../src/service/silence.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleBoard, samplePage } from '../support/sample-state.ts';
import { refusalOf, storeWith } from './rig.ts';

const test = suite('service/silence');

// A Monday, 11:00 in Berlin.
const NOW = '2026-03-02T10:00:00.000Z';
const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const open = (change: (state: State) => Partial<State> = () => ({})) => {
  const clock = createFakeClock(NOW);
  const { store, state } = storeWith((before) => ({
    boards: [sampleBoard('b1'), { ...sampleBoard('b2'), device_type: 'note' }],
    pages: [samplePage('p1'), { ...samplePage('small'), device_type: 'note' }],
    ...change(before),
  }));
  return { clock, store, state, service: new SilenceService(store, clock, () => 'Europe/Berlin') };
};
const write = (more: object): SilenceWrite => more as SilenceWrite;

test('what a board has of its own goes over what all have', async () => {
  const { service, state } = open();
  await service.update(write({ enabled: true, start_time: '22:00', end_time: '07:00' }));
  const own = await service.update(write({ board_id: 'b2', end_time: '06:00', days: ['friday', 'monday'] }));
  assert.is(own.board_id, 'b2');
  const { enabled, start_time, end_time, days } = own.config;
  assert.equal([enabled, start_time, end_time, days], [true, '22:00', '06:00', ['monday', 'friday']]);
  assert.equal(state().settings.silence_by_board, { b2: { end_time: '06:00', days: ['monday', 'friday'] } });
  const all = service.get(null);
  assert.is(all.board_id, null);
  assert.equal([all.config.end_time, all.config.by_board], ['07:00', state().settings.silence_by_board]);
  const other = service.get('b1').config;
  assert.equal([other.end_time, 'by_board' in other], ['07:00', false]);
  assert.is((await service.reset('b2')).config.end_time, '07:00');
  assert.equal(state().settings.silence_by_board, {});
});

test('with one board there is nothing of its own once all are set', async () => {
  const { service, state } = open(() => ({ boards: [sampleBoard('b1')] }));
  await service.update(write({ board_id: 'b1', end_time: '06:00' }));
  assert.equal(Object.keys(state().settings.silence_by_board), ['b1']);
  await service.update(write({ end_time: '07:00' }));
  assert.equal(state().settings.silence_by_board, {});
});

test('times of another zone are converted, null leaves a field, an empty page clears it', async () => {
  const { service } = open();
  const { config } = await service.update(
    write({ start_time: '20:30+00:00', end_time: '05:00Z', mode: 'page', page_id: 'p1' }),
  );
  assert.equal([config.start_time, config.end_time, config.mode, config.page_id], ['21:30', '06:00', 'page', 'p1']);
  const kept = (await service.update(write({ start_time: null, mode: 'freeze' }))).config;
  assert.equal([kept.start_time, kept.mode, kept.page_id], ['21:30', 'freeze', 'p1']);
  assert.is((await service.update(write({ page_id: '' }))).config.page_id, null);
});

const refusals: [body: object, refusal: RegExp][] = [
  [{ start_time: '24:00' }, /^400 start_time: 24:00 is not a time/],
  [{ end_time: '12:60' }, /^400 end_time: 12:60 is not a time/],
  [{ days: [] }, /^400 days: /],
  [{ enabled: true, start_time: '10:00', end_time: '10:00' }, /^400 start_time and end_time are both 10:00/],
  [{ mode: 'page', page_id: null }, /^400 page_id: mode "page" needs a page/],
  [{ mode: 'page', page_id: 'gone' }, /^404 /],
  [{ board_id: 'gone', enabled: true }, /^404 /],
  [{ board_id: 'b2', mode: 'page', page_id: 'p1' }, /^400 /],
  [{ windows: [{ start: '25:00', end: '10:00' }] }, /^400 windows\[0\]\.start: 25:00/],
  [{ windows: [{ start: '09:00', end: 'sunset+721' }] }, /^400 windows\[0\]\.end: sunset\+721/],
  [
    {
      enabled: true,
      windows: [
        { start: '01:00', end: '02:00' },
        { start: '03:00', end: '03:00' },
      ],
    },
    /^400 windows\[1\]: /,
  ],
  [{ windows: [{ start: '01:00', end: '02:00', days: [] }] }, /^400 days: /],
  [{ mode: 'freeze', windows: [{ start: '01:00', end: '02:00', mode: 'page' }] }, /^400 windows\[0\]\.page_id: /],
];
for (const [body, refusal] of refusals)
  test(`${JSON.stringify(body)} is refused`, async () => {
    const { service, state } = open();
    const before = state();
    assert.match(await refusalOf(() => service.update(write(body))), refusal);
    assert.is(state(), before);
  });

test('a window that is off may begin when it ends', async () => {
  const { service } = open();
  const { config } = await service.update(write({ enabled: false, start_time: '10:00', end_time: '10:00' }));
  assert.equal([config.start_time, config.end_time], ['10:00', '10:00']);
});

test('a page that fits some boards is taken, and the others are named', async () => {
  const { service } = open();
  const { warnings } = await service.update(write({ mode: 'page', page_id: 'p1' }));
  assert.equal(warnings, ['The page does not fit the board "Board b2", which shows the text instead.']);
  assert.equal((await service.update(write({ enabled: true }))).warnings, [], 'what was not sent is not told again');
});

test('another page is looked at without its mode, too', async () => {
  const { service } = open();
  await service.update(write({ mode: 'page', page_id: 'p1' }));
  assert.match(await refusalOf(() => service.update(write({ page_id: 'gone' }))), /^404 /);
  const { warnings } = await service.update(write({ page_id: 'small' }));
  assert.equal(warnings, ['The page does not fit the board "Board b1", which shows the text instead.']);
});

test('an answer can be sent back though its page is gone: that is told, and another one is refused', async () => {
  const { service, store } = open();
  await service.update(write({ mode: 'page', page_id: 'p1' }));
  await store.update(({ pages, settings }) => ({
    pages: pages.slice(1),
    settings: { ...settings, silence: { ...settings.silence, page_id: null } },
  }));
  const { by_board: _own, ...config } = service.get(null).config;
  const { warnings, config: next } = await service.update(write({ ...config, start_time: '21:00' }));
  assert.equal([next.start_time, warnings], ['21:00', ['windows[0].page_id: mode "page" needs a page.']]);
  assert.match(await refusalOf(() => service.update(write({ page_id: 'p1' }))), /^404 /);
  assert.match(await refusalOf(() => service.update(write({ board_id: 'b1', mode: 'page', page_id: 'p1' }))), /^404 /);
});

test('boards with a page of their own do not count for that of all', async () => {
  const { service } = open();
  await service.update(write({ board_id: 'b2', mode: 'page', page_id: 'small' }));
  assert.equal((await service.update(write({ mode: 'page', page_id: 'p1' }))).warnings, []);
});

test('several windows follow each other, the first where the only one was', async () => {
  const { service, state } = open();
  const { config } = await service.update(
    write({
      enabled: true,
      windows: [
        { start: '22:00', end: '06:00', days: ['sunday', 'monday'] },
        { start: '12:00', end: '13:00', mode: 'page', page_id: 'p1' },
      ],
    }),
  );
  const windows = [
    { start: '22:00', end: '06:00', days: ['monday', 'sunday'], mode: 'freeze', page_id: null },
    { start: '12:00', end: '13:00', days: [...EVERY_DAY], mode: 'page', page_id: 'p1' },
  ];
  assert.equal(config.windows, windows);
  assert.equal([config.start_time, config.end_time, config.days], ['22:00', '06:00', ['monday', 'sunday']]);
  assert.equal(state().settings.silence.further, windows.slice(1));
  const { further: _further, ...rest } = { ...config } as Record<string, unknown>;
  assert.equal(Object.keys(rest).includes('further'), false);
  // A client that knows the first alone sends the others as it got them.
  const changed = await service.update(write({ start_time: '21:00', end_time: '06:00', windows }));
  assert.equal([changed.config.start_time, changed.config.windows.length], ['21:00', 2]);
  const paged = await service.update(write({ mode: 'page', page_id: 'p1', windows: changed.config.windows }));
  assert.equal([paged.config.mode, paged.config.page_id], ['page', 'p1']);
  const emptied = await service.update(write({ windows: [{ start: '01:00', end: '02:00' }] }));
  assert.equal([emptied.config.windows.length, emptied.config.mode, emptied.config.page_id], [1, 'freeze', null]);
});

test('times of the sun are told as the clock has them, with a warning where the sun is not known', async () => {
  const windows = [{ start: 'sunset+30', end: 'sunrise' }];
  const unknown = open();
  const { config, warnings } = await unknown.service.update(write({ enabled: true, windows }));
  assert.equal([config.start_time, config.end_time], ['18:30', '06:00']);
  assert.equal([config.windows[0]?.start, config.windows[0]?.end], ['sunset+30', 'sunrise']);
  assert.match(warnings.join(), 'The sun of today is not known');
  assert.is(unknown.service.get('b1').warnings.length, 1);
  const known = open(({ settings }) => ({
    settings: { ...settings, location: { ...settings.location, latitude: 52.5, longitude: 13.4 } },
  }));
  assert.equal((await known.service.update(write({ enabled: true, windows }))).warnings, []);
  assert.match(known.service.get(null).config.start_time, /^18:(?:0|1|2)\d$/);
  assert.equal((await unknown.service.update(write({ windows: [{ start: '10:00', end: '11:00' }] }))).warnings, []);
});

test('the sun counts where one of both edges is its own', async () => {
  for (const window of [
    { start: 'sunset', end: '23:00' },
    { start: '03:00', end: 'sunrise' },
  ]) {
    const { warnings } = await open().service.update(write({ windows: [window] }));
    assert.is(warnings.length, 1, window.start);
  }
});

test('what a client sends as it got it does not count against the windows that it changed', async () => {
  const { service } = open();
  const page = { mode: 'page', page_id: 'p1' } as const;
  const { config: told } = await service.update(
    write({ windows: [{ start: '22:00', end: '06:00', days: ['monday'], ...page }] }),
  );
  const { start_time, end_time, days, mode, page_id } = told;
  const first = { start: '20:00', end: '05:00', days: ['friday'], mode: 'freeze', page_id: null };
  const { config } = await service.update(write({ start_time, end_time, days, mode, page_id, windows: [first] }));
  assert.equal(config.windows, [first]);
});

test('where the window of a board stands', async () => {
  const { service, clock } = open();
  await service.update(
    write({ enabled: true, start_time: '11:30', end_time: '12:00', mode: 'indicator', indicator_text: 'PSST' }),
  );
  const before = service.status('b1');
  assert.equal(before, {
    board_id: 'b1',
    enabled: true,
    active: false,
    start_time: '11:30',
    end_time: '12:00',
    days: before.days,
    start_time_utc: '10:30+00:00',
    end_time_utc: '11:00+00:00',
    current_time_utc: NOW,
    next_change_utc: '2026-03-02T10:30:00.000Z',
    seconds_until_next_change: 1800,
    mode: 'indicator',
    page_id: null,
    indicator_text: 'PSST',
    indicator_position: before.indicator_position,
  });
  await clock.advance(1_800_500);
  const during = service.status('b1');
  assert.equal(
    [during.active, during.next_change_utc, during.seconds_until_next_change],
    [true, '2026-03-02T11:00:00.000Z', 1800],
  );
  await service.update(write({ enabled: false }));
  const off = service.status('b1');
  assert.equal([off.active, off.next_change_utc, off.seconds_until_next_change], [false, null, null]);
  assert.match(await refusalOf(() => service.status('gone')), /^404 /);
});

test('of several windows the one that is open says what is shown', async () => {
  const { service } = open();
  await service.update(
    write({
      enabled: true,
      windows: [
        { start: '22:00', end: '06:00' },
        { start: '10:30', end: '12:00', mode: 'page', page_id: 'p1' },
      ],
    }),
  );
  const { active, mode, page_id, start_time } = service.status('b1');
  assert.equal([active, mode, page_id, start_time], [true, 'page', 'p1', '22:00']);
});

test.run();
