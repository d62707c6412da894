import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Silence } from '../../../src/schema/appliance/silence.ts';
import { DAYS } from '../../../src/schema/content/schedules.ts';
import type { State } from '../../../src/schema/state.ts';
import { restorePage, type Removal } from '../../../src/service/pages/removal.ts';
import { sampleBoard, samplePage, sampleState } from '../../support/sample-state.ts';

const test = suite('service/pages/removal');

const [first, gone, last] = [samplePage('p1'), samplePage('gone'), samplePage('p2')];
const sample = sampleState();
const { silence } = sample.settings;

/** A page that was shown everywhere, what took its place, and the state of now. */
const removal = (): Removal & { now: State } => {
  const before: State = {
    ...sample,
    pages: [first, gone, last],
    boards: [
      { ...sampleBoard('b1'), default_page_id: 'gone' },
      { ...sampleBoard('b2'), default_page_id: 'p1' },
    ],
    programmes: {
      b1: { active_page_id: 'gone', messages: [] },
      b2: { active_page_id: 'p1', messages: [] },
    },
    settings: {
      ...sample.settings,
      silence: { ...silence, page_id: 'gone' },
      silence_by_board: { b1: { page_id: 'gone' }, b2: { page_id: 'p1' } },
    },
  };
  const after: State = {
    ...before,
    pages: [first, last],
    boards: before.boards.map((one) => ({ ...one, default_page_id: one.id === 'b1' ? null : one.default_page_id })),
    programmes: { ...before.programmes, b1: { active_page_id: 'p1', messages: [] } },
    settings: {
      ...before.settings,
      silence: { ...silence, page_id: null },
      silence_by_board: { b1: { page_id: null }, b2: { page_id: 'p1' } },
    },
  };
  return { page: gone, before, after, now: after };
};
const told = ({ pages, boards, programmes, settings }: Partial<State>) => ({
  pages: pages?.map(({ id }) => id).join(),
  defaults: boards?.map(({ default_page_id }) => default_page_id).join(),
  pins: Object.values(programmes ?? {})
    .map(({ active_page_id }) => active_page_id)
    .join(),
  silence: settings?.silence.page_id,
  ownSilence: Object.values(settings?.silence_by_board ?? {})
    .map(({ page_id }) => page_id)
    .join(),
});

test('a page comes back where it was, and is shown where it was shown', () => {
  const { now, ...one } = removal();
  assert.equal(told(restorePage(one, now)), {
    pages: 'p1,gone,p2',
    defaults: 'gone,p1',
    pins: 'gone,p1',
    silence: 'gone',
    ownSilence: 'gone,p1',
  });
});

test('a page that was chosen for a while is shown for the rest of it, unless somebody chose another', () => {
  const { now, before, after, ...one } = removal();
  const passing = { page_id: 'gone', ends: { until: '2026-03-02T12:00:00.000Z' } };
  const b2 = { active_page_id: 'p1', messages: [] };
  const was = { ...before, programmes: { ...before.programmes, b2: { ...b2, passing } } };
  const restored = (state: object) =>
    restorePage({ ...one, before: was, after }, { ...now, programmes: { ...now.programmes, b2: { ...b2, ...state } } })
      .programmes?.['b2']?.passing;
  assert.equal(restored({ passing: null }), passing);
  assert.equal(restored({ passing: { ...passing, page_id: 'p2' } })?.page_id, 'p2');
  assert.is(restored({ active_page_id: 'p2', passing: null }), null);
});

test('further windows of a silence show it again, but for those that an owner changed since', () => {
  const window = { start: '12:00', end: '13:00', days: [...DAYS], mode: 'page' as const };
  const { now, before, ...one } = removal();
  const withWindows = (state: State, ...further: NonNullable<Silence['further']>): State => ({
    ...state,
    settings: { ...state.settings, silence: { ...state.settings.silence, further } },
  });
  const night = { ...window, start: '22:00', end: '06:00' };
  const was = withWindows(before, { ...window, page_id: 'gone' }, { ...night, page_id: 'gone' });
  const shows = (...further: NonNullable<Silence['further']>) =>
    restorePage({ ...one, before: was }, withWindows(now, ...further)).settings?.silence.further?.map(
      ({ page_id }) => page_id,
    );
  assert.equal(shows({ ...window, page_id: null }, { ...night, page_id: null }), ['gone', 'gone']);
  assert.equal(shows({ ...night, page_id: null }, { ...window, page_id: 'p2' }), ['gone', 'p2']);
  assert.equal(shows({ ...window, end: '14:00', page_id: null }), [null]);
});

const changes: [what: string, change: (now: State) => State, expected: object][] = [
  [
    'another pin',
    (now) => ({ ...now, programmes: { ...now.programmes, b1: { active_page_id: 'p2', messages: [] } } }),
    { pins: 'p2,p1' },
  ],
  [
    'another default page',
    (now) => ({ ...now, boards: now.boards.map((one) => ({ ...one, default_page_id: 'p2' })) }),
    { defaults: 'p2,p2' },
  ],
  [
    'another page for the silence',
    (now) => ({
      ...now,
      settings: {
        ...now.settings,
        silence: { ...silence, page_id: 'p2' },
        silence_by_board: { b1: { page_id: 'p2' }, b3: { page_id: null } },
      },
    }),
    { silence: 'p2', ownSilence: 'p2,' },
  ],
  ['a new page', (now) => ({ ...now, pages: [...now.pages, samplePage('new')] }), { pages: 'p1,gone,p2,new' }],
  ['a new board', (now) => ({ ...now, boards: [...now.boards, sampleBoard('b3')] }), { defaults: 'gone,p1,' }],
];
for (const [what, change, expected] of changes)
  test(`${what} since then stays`, () => {
    const { now, ...one } = removal();
    const after: Readonly<Record<string, unknown>> = told(restorePage(one, change(now)));
    assert.equal(Object.fromEntries(Object.keys(expected).map((name) => [name, after[name]])), expected);
  });

test('a page that stood in for it goes', () => {
  const { now, ...one } = removal();
  const welcome = samplePage('welcome');
  const pages = [welcome];
  const alone = { ...one, before: { ...one.before, pages: [gone] }, after: { ...one.after, pages } };
  assert.is(told(restorePage(alone, { ...now, pages: [...pages, last] })).pages, 'gone,p2');
});

test.run();
