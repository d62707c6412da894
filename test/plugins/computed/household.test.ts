import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { flagship, note, refusal, values } from './rig.ts';

const test = suite('plugins/computed/household');

const EVENTS = {
  events: [
    { name: 'SPRING', date: '03-20' },
    { name: 'TRIP', date: '2026-11-30' },
    { name: 'OVER', date: '2026-11-19' },
    { name: 'LEAP', date: '02-29' },
  ],
  span_days: 100,
};

test('events in the order in which they come, what is over left out', async () => {
  assert.equal(await flagship('countdown_bars', { config: EVENTS }), [
    '',
    'TRIP      rrrrrrr   10',
    'LEAP               101',
    'SPRING             120',
  ]);
  assert.equal(await note('countdown_bars', { config: EVENTS }), [
    'TRIP   rrrr  10',
    'LEAP        101',
    'SPRING      120',
  ]);
  assert.is((await values('countdown_bars', { config: EVENTS }))['count'], 3);
});

for (const [count_up, days, text] of [
  [false, 0, ['MOVED IN', 'NOW']],
  [true, 12, ['MOVED IN', '12 DAYS', '01:00 HOURS']],
] as const) {
  test(`after its time a countdown ${count_up ? 'counts up' : 'stays 0'}`, async () => {
    const how = { at: '2026-11-20T12:00:00Z', zone: 'UTC' };
    const config = { event_name: 'MOVED IN', target_datetime: '2026-11-08T11:00', count_up };
    const data = await values('countdown', { ...how, config });
    assert.equal([data['days'], data['is_expired']], [days, true]);
    const rows = await flagship('countdown', { ...how, config });
    assert.equal(
      rows.map((row) => row.trim()).filter((row) => row !== ''),
      text,
    );
  });
}

for (const [at, left] of [
  ['2026-11-06T11:00:00Z', ['2 DAYS', '00:00 HOURS']],
  ['2026-11-07T11:00:00Z', ['1 DAY', '00:00 HOURS']],
  ['2026-11-07T11:01:00Z', ['23:59 HOURS']],
  ['2026-11-08T10:59:59Z', ['00:00 HOURS']],
  ['2026-11-08T11:00:00Z', ['NOW']],
] as const) {
  test(`a countdown to a move shows at ${at} ${left.join(', ')}`, async () => {
    const config = { event_name: 'MOVE', target_datetime: '2026-11-08T11:00' };
    const rows = await flagship('countdown', { at, zone: 'UTC', config });
    assert.equal(
      rows.map((row) => row.trim()).filter((row) => row !== ''),
      ['MOVE', ...left],
    );
  });
}

for (const [at, zone, date, days] of [
  ['2026-12-24T23:30:00Z', 'Europe/Berlin', '12-25', 0],
  ['2026-12-24T22:30:00Z', 'Europe/Berlin', '12-25', 1],
  ['2026-12-26T12:00:00Z', 'Europe/Berlin', '12-25', 364],
  ['2027-12-26T12:00:00Z', 'Europe/Berlin', '12-25', 365],
  ['2024-02-28T12:00:00Z', 'UTC', '02-29', 1],
  ['2026-02-28T12:00:00Z', 'UTC', '02-29', 1],
  ['2026-03-28T12:00:00Z', 'Europe/Berlin', '2026-03-30', 2],
  ['2026-12-31T12:00:00Z', 'Pacific/Kiritimati', '01-01', 0],
] as const) {
  test(`at ${at} in ${zone} there are ${days} days until ${date}`, async () =>
    assert.is(
      (await values('countdown_bars', { at, zone, config: { events: [{ name: 'A', date }] } }))['next_days'],
      days,
    ));
}

test('without any event ahead it says so', async () => {
  assert.equal(await flagship('countdown_bars', { config: { events: [] } }), ['', '', '   NO EVENTS AHEAD']);
  assert.is((await values('countdown_bars', { config: { events: [] } }))['next_days'], null);
});

for (const date of ['02-30', '2026-02-29', '13-01', 'soon']) {
  test(`the date "${date}" is refused`, async () =>
    assert.match((await refusal('countdown_bars', { events: [{ name: 'A', date }] })) ?? '', /events\.0\.date/));
}

const bins = (moved: readonly object[] = []) => ({
  collections: [
    { name: 'WASTE', color: 'white', first: '2026-01-06', every_weeks: 2 },
    { name: 'PAPER', color: 'blue', first: '2026-11-25', every_weeks: 4 },
  ],
  moved,
});

for (const [at, moved, name, day, tonight] of [
  ['2026-11-20T13:30:00Z', [], 'WASTE', 'TUESDAY', false],
  ['2026-11-23T13:30:00Z', [], 'WASTE', 'TOMORROW', true],
  ['2026-11-24T22:59:00Z', [], 'WASTE', 'TODAY', true],
  ['2026-11-24T23:00:00Z', [], 'PAPER', 'TODAY', false],
  ['2026-11-26T12:00:00Z', [], 'WASTE', '2026-12-08', false],
  ['2026-11-20T13:30:00Z', [{ from: '2026-11-24', to: '2026-11-21' }], 'WASTE', 'TOMORROW', true],
  ['2026-11-25T12:00:00Z', [{ from: '2026-11-24', to: '2026-11-25' }], 'WASTE, PAPER', 'TODAY', false],
  ['2026-12-31T12:00:00Z', [], 'WASTE', 'TUESDAY', false],
  ['2025-12-31T12:00:00Z', [], 'WASTE', 'TUESDAY', false],
] as const) {
  test(`bins at ${at} with ${JSON.stringify(moved)}`, async () => {
    const data = await values('trash_day', { at, config: bins(moved) });
    assert.equal([data['next_name'], data['next_day'], data['is_tonight']], [name, day, tonight]);
  });
}

test('bins on both boards', async () => {
  assert.equal(await flagship('trash_day', { config: bins() }), [
    '',
    '',
    'w WASTE        TUESDAY',
    'b PAPER      WEDNESDAY',
  ]);
  assert.equal(await note('trash_day', { at: '2026-11-24T12:00:00Z', config: bins() }), [
    'w WASTE   TODAY',
    'b PAPER    TMRW',
  ]);
  assert.equal(await note('trash_day', { config: { collections: [] } }), ['', 'NO COLLECTIONS']);
});

test('a day that does not exist is refused', async () => {
  const collections = [{ name: 'A', first: '2026-02-29' }];
  assert.match((await refusal('trash_day', { collections })) ?? '', /collections\.0\.first/);
  assert.match((await refusal('trash_day', { moved: [{ from: '2026-01-01', to: 'x' }] })) ?? '', /moved\.0\.to/);
});

const HOUSE = { chores: ['DISHES', 'PLANTS'], people: ['ANN', 'BEN', 'CLEO'] };

test('chores go round every Monday, also over a new year', async () => {
  const people = async (at: string) => {
    const { turns } = await values('chores', { at, config: HOUSE });
    return (turns as { person: string }[]).map(({ person }) => person).join(' ');
  };
  assert.is(await people('2026-12-22T12:00:00Z'), await people('2026-12-27T12:00:00Z'));
  const weeks = await Promise.all(['2026-12-22', '2026-12-29', '2027-01-05'].map((day) => people(`${day}T12:00:00Z`)));
  assert.equal([...weeks].sort(), ['ANN BEN', 'BEN CLEO', 'CLEO ANN']);
  assert.is(await people('2027-01-12T12:00:00Z'), weeks[0]);
});

test('chores of every day change at midnight of the zone', async () => {
  const person = async (at: string) =>
    (await values('chores', { at, config: { ...HOUSE, rotation: 'daily' } }))['person'];
  assert.is(await person('2026-03-28T23:30:00Z'), await person('2026-03-29T21:30:00Z'));
  assert.is.not(await person('2026-03-29T21:30:00Z'), await person('2026-03-29T22:00:00Z'));
});

test('chores on both boards, and shifted by one', async () => {
  assert.equal(await flagship('chores', { config: HOUSE }), [
    '',
    '',
    'DISHES             ANN',
    'PLANTS             BEN',
  ]);
  assert.equal(await note('chores', { config: { ...HOUSE, shift: 1 } }), ['DISHES      BEN', 'PLANTS     CLEO']);
});

test('chores without people are refused', async () =>
  assert.match((await refusal('chores', { people: [] })) ?? '', /people/));

test('the menu begins with today', async () => {
  assert.equal((await flagship('menu_of_week'))[0], 'FR FISH');
  assert.equal(
    await flagship('menu_of_week', { at: '2026-12-31T12:00:00Z', config: { friday: 'FRIED EGGS WITH SPINACH' } }),
    ['TH SALAD', 'FR FRIED EGGS WITH SPI', 'SA PIZZA', 'SU ROAST VEGETABLES', 'MO PASTA', 'TU LENTIL SOUP'],
  );
  assert.equal(await note('menu_of_week', { at: '2026-11-18T12:00:00Z' }), ['     TODAY', 'RICE AND BEANS']);
  assert.equal(await note('menu_of_week', { config: { friday: '' } }), ['    FRIDAY', '    NO DISH']);
});

test('dishes of one weekday take turns', async () => {
  const config = { friday: 'FISH | EGGS' };
  const dish = async (day: string) => (await values('menu_of_week', { at: `${day}T12:00:00Z`, config }))['today'];
  assert.is.not(await dish('2026-12-25'), await dish('2027-01-01'));
  assert.is(await dish('2026-12-25'), await dish('2027-01-08'));
});

test.run();
