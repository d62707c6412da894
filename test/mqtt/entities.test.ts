import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FittingChoices } from '../../src/mqtt/fitting-choices.ts';
import {
  applianceEntities,
  boardEntities,
  boardStates,
  choicesFor,
  favouriteEntity,
  updateState,
  type BoardFacts,
  type Entity,
} from '../../src/mqtt/entities.ts';
import type { Collection } from '../../src/schema/content/collections.ts';
import type { Page } from '../../src/schema/content/pages.ts';

const test = suite('mqtt/entities');

const ALL = { hasPicture: true, hasHome: true, hasLight: true };
const board = { rows: 6, cols: 22, device_type: 'flagship' } as const;

/** What an entity is to Home Assistant: what it is, what it tells and what it takes. */
const lineOf = (one: Entity): string =>
  [
    one.object,
    one.platform,
    one.hasState && 'state',
    one.takesCommands && `set${one.commandsOf ? ` ${one.commandsOf}` : ''}`,
    one.hasAttributes && 'attributes',
    one.hasBrightness && 'brightness',
    one.hasImage && 'image',
    one.isAbsent && 'absent',
    JSON.stringify(one.more ?? {}) === '{}' ? '' : JSON.stringify(one.more),
  ]
    .filter(Boolean)
    .join(' ');

test('the entities of a board', () =>
  assert.equal(boardEntities(board, [{ id: 'p', label: 'Page' }], ALL).map(lineOf), [
    'picture image image {"content_type":"image/png"}',
    'paused switch state set',
    'quiet switch state set',
    'quiet_until sensor state {"device_class":"timestamp"}',
    'schedule_enabled switch state set',
    'active_page select state set {"options":["None","Page"]}',
    'send_message text set {"min":1,"max":132,"mode":"text"}',
    'notify notify set send_message',
    'refresh_display button set',
    'blank_board button set',
    'clear_message button set',
    'acknowledge button set',
    'to_acknowledge binary_sensor state',
    'messages sensor state attributes {"state_class":"measurement"}',
    'next_page button set',
    'previous_page button set',
    'next button set',
    'previous button set',
    'hold button set',
    'home button set',
    'light light state set brightness {"brightness_scale":100}',
    'current_page sensor state attributes',
    'current_message sensor state attributes',
    'source sensor state {"device_class":"enum","options":["manual","schedule","none"]}',
    'silence_mode binary_sensor state',
    'last_display_update sensor state {"entity_category":"diagnostic","device_class":"timestamp"}',
    'fault binary_sensor state {"entity_category":"diagnostic","device_class":"problem"}',
    'error sensor state {"entity_category":"diagnostic"}',
    'drifted binary_sensor state {"entity_category":"diagnostic","device_class":"problem"}',
    'display_updated event state {"event_types":["message_sent","page_refreshed","board_blanked","page_navigated"]}',
    'page_changed event state {"event_types":["page_switched"]}',
    'command_refused event state {"event_types":["command_refused","command_failed"]}',
  ]));

test('what a board cannot do is absent', () => {
  const bare = boardEntities(board, [], { hasPicture: false, hasHome: false, hasLight: false });
  assert.equal(bare.filter(({ isAbsent }) => isAbsent).map(lineOf), [
    'picture image absent',
    'home button set absent',
    'light light state set brightness absent {"brightness_scale":100}',
  ]);
});

test('the entities of the appliance, its favourites first', () =>
  assert.equal(applianceEntities([favouriteEntity('f1', 'Dinner')]).map(lineOf), [
    'favourite_f1 button set favourite {"payload_press":"f1"}',
    'display_service switch state set',
    'all_paused switch state set',
    'all_quiet switch state set',
    'transition_style select state set {"options":["instant","column","reverse-column","edges-to-center","row","diagonal","random"]}',
    'refresh_interval number state set {"entity_category":"config","min":10,"max":3600,"step":1,"unit_of_measurement":"s"}',
    'page_count sensor state {"state_class":"measurement"}',
    'service_status binary_sensor state {"entity_category":"diagnostic","device_class":"running"}',
    'update update state {"entity_category":"diagnostic","device_class":"firmware","title":"flapbox"}',
    'version sensor state {"entity_category":"diagnostic"}',
    'uptime sensor state {"entity_category":"diagnostic","device_class":"duration","unit_of_measurement":"s"}',
    'board_api_mode sensor state {"entity_category":"diagnostic"}',
    'active_plugins sensor state {"entity_category":"diagnostic","state_class":"measurement"}',
    'output_target sensor state {"entity_category":"diagnostic"}',
    'settings_changed event state {"event_types":["schedule_toggled","service_toggled","silence_mode_changed","pause_toggled"]}',
    'command_refused event state {"event_types":["command_refused","command_failed"]}',
  ]));

test('every entity has a name and an icon; only the message is the main feature of its device', () => {
  for (const { object, name, icon } of [
    ...boardEntities(board, [], ALL),
    ...applianceEntities([favouriteEntity('f1', 'Dinner')]),
  ]) {
    assert.match(icon, /^mdi:[a-z][a-z-]+$/, object);
    assert.ok(object === 'notify' ? name === null : (name ?? '').length > 1, object);
  }
});

test('a favourite that is gone is taken away', () => {
  assert.equal([favouriteEntity('f1', null).isAbsent, favouriteEntity('f1', 'A').isAbsent], [true, false]);
  assert.is(favouriteEntity('f1', 'A').name, 'A');
});

const page = (id: string, name: string, device_type = 'flagship') =>
  ({ id, name, device_type, notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null }) as Page;
const collection = (id: string, name: string, ...page_ids: string[]) =>
  ({ id, name, page_ids }) as unknown as Collection;

test('a collection fits with the first of its pages, and comes after the pages', () => {
  const pages = [page('1', 'Tea'), page('2', 'Small', 'note')];
  const collections = [
    collection('c1', 'Tea', '2', '1'),
    collection('c2', 'Small ones', '2'),
    collection('c3', 'Empty'),
    collection('c4', 'tea', '1'),
  ];
  assert.equal(choicesFor(board, pages, collections), [
    { id: '1', label: 'Tea' },
    { id: 'c1', label: 'Tea (2)' },
    { id: 'c4', label: 'tea (3)' },
  ]);
});

test('choices are found once for a size, until pages or collections are others', () => {
  const fitting = new FittingChoices();
  const [pages, collections] = [[page('1', 'Tea'), page('2', 'Small', 'note')], [collection('c', 'All', '1')]];
  const first = fitting.of(board, pages, collections);
  const note = { device_type: 'note', rows: 3, cols: 15 } as const;
  assert.equal(
    fitting.of(note, pages, collections).map(({ id }) => id),
    ['2'],
  );
  assert.is(fitting.of(board, pages, collections), first);
  for (const [some, others] of [
    [[...pages], collections],
    [pages, [...collections]],
  ] as const) {
    const anew = fitting.of(board, some, others);
    assert.is.not(anew, first);
    assert.equal(anew, first);
  }
  assert.equal(
    fitting.of(board, [], []).map(({ id }) => id),
    [],
  );
});

const factsOf = (more: {
  detail?: object;
  status?: object;
  facts?: Partial<Omit<BoardFacts, 'detail' | 'status'>>;
}): BoardFacts =>
  ({
    detail: {
      paused: false,
      schedule_enabled: true,
      active_page_id: 'p',
      resolved_page_id: 'q',
      source: 'schedule',
      text: 'HELLO',
      ...more.detail,
    },
    status: { quiet_until: null, last_sent_at: null, error: null, drifted: false, ...more.status },
    silent: false,
    light: null,
    covered: false,
    page_id: 'q',
    choices: [{ id: 'p', label: 'Page P' }],
    messages: [],
    nameOf: (id: string) => (id === 'q' ? 'Page Q' : null),
    ...more.facts,
  }) as unknown as BoardFacts;

test('the states of a board that shows a page', () =>
  assert.equal(boardStates(factsOf({})), {
    paused: 'OFF',
    quiet: 'OFF',
    quiet_until: 'None',
    schedule_enabled: 'ON',
    active_page: 'Page P',
    current_page: 'Page Q',
    current_message: 'HELLO',
    source: 'schedule',
    silence_mode: 'OFF',
    last_display_update: 'None',
    fault: 'OFF',
    error: 'None',
    drifted: 'OFF',
    to_acknowledge: 'OFF',
    messages: '0',
  }));

const FROM = '2026-03-02T10:00:00.000Z';
const states: [what: string, facts: Parameters<typeof factsOf>[0], expected: Record<string, string>][] = [
  ['paused', { detail: { paused: true, schedule_enabled: false } }, { paused: 'ON', schedule_enabled: 'OFF' }],
  ['left alone', { status: { quiet_until: FROM } }, { quiet: 'ON', quiet_until: FROM }],
  [
    'covered by something else',
    { facts: { covered: true, page_id: '' } },
    { active_page: 'None', current_page: 'None' },
  ],
  [
    'without a page',
    { detail: { active_page_id: null }, facts: { page_id: '' } },
    { active_page: 'None', current_page: 'None' },
  ],
  [
    'with pages that are gone',
    { detail: { active_page_id: 'x' }, facts: { page_id: 'x' } },
    { active_page: 'None', current_page: 'None' },
  ],
  ['blank', { detail: { text: ' \n ' } }, { current_message: 'None' }],
  ['of which nothing is known', { detail: { text: null } }, { current_message: 'None' }],
  ['of lines and tiles', { detail: { text: '  A{63}{64}B  \n\n C  D' } }, { current_message: 'A B C D' }],
  ['with much text', { detail: { text: 'x'.repeat(300) } }, { current_message: 'x'.repeat(255) }],
  ['silent', { facts: { silent: true } }, { silence_mode: 'ON' }],
  ['written to', { status: { last_sent_at: FROM } }, { last_display_update: FROM }],
  ['that fails', { status: { error: 'y'.repeat(300) } }, { fault: 'ON', error: 'y'.repeat(255) }],
  ['changed by others', { status: { drifted: true } }, { drifted: 'ON' }],
  ['with a light', { facts: { light: { on: true, brightness: 30 } } }, { light: 'ON', brightness: '30' }],
  ['whose light is off', { facts: { light: { on: false, brightness: null } } }, { light: 'OFF', brightness: '100' }],
  [
    'with a message to be acknowledged, and others that wait',
    {
      facts: {
        messages: [
          { state: 'shown', acknowledge: true, from: FROM },
          { state: 'waiting', acknowledge: false, from: null },
          { state: 'waiting', acknowledge: false, from: null },
        ] as unknown as BoardFacts['messages'],
      },
    },
    { to_acknowledge: 'ON', messages: '2' },
  ],
  [
    'with messages that were not shown yet, or need no word',
    {
      facts: {
        messages: [
          { state: 'waiting', acknowledge: true, from: null },
          { state: 'shown', acknowledge: false, from: FROM },
        ] as unknown as BoardFacts['messages'],
      },
    },
    { to_acknowledge: 'OFF', messages: '1' },
  ],
];
for (const [what, facts, expected] of states)
  test(`a board ${what}`, () => {
    const all = boardStates(factsOf(facts));
    assert.equal(Object.fromEntries(Object.keys(expected).map((object) => [object, all[object]])), expected);
  });

test('an update that waits, and one that goes on', () => {
  const read = (...args: Parameters<typeof updateState>): unknown => JSON.parse(updateState(...args));
  const versions = { installed_version: '1', latest_version: '2' };
  assert.equal(read('1', '2', null), { ...versions, in_progress: false, update_percentage: null });
  assert.equal(read('1', '2', { percent: null }), { ...versions, in_progress: true, update_percentage: null });
  assert.equal(read('1', '2', { percent: 40 }), { ...versions, in_progress: true, update_percentage: 40 });
});

test.run();
