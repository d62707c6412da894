import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Announcement } from '../../src/mqtt/announcement.ts';
import type { MqttServices } from '../../src/mqtt/services.ts';
import type { State } from '../../src/schema/state.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import type { Store } from '../../src/store/store.ts';
import { sampleBoard, sampleCollection, samplePage, sampleState } from '../support/sample-state.ts';

const test = suite('mqtt/announcement');

const PLACE = { base_topic: 'flapbox', discovery_prefix: 'ha', instance_id: 'hall 1', external_url: '' };
const FLAGSHIP = { rows: 6, cols: 22, device_type: 'flagship' };

/** An announcement over use cases of which a test says what they answer. */
const rig = () => {
  const facts = {
    state: sampleState() as State,
    detail: {
      ...FLAGSHIP,
      paused: false,
      schedule_enabled: true,
      active_page_id: 'p1',
      resolved_page_id: 'p1',
      source: 'manual',
      text: 'HELLO',
      characters: [[8]],
    } as Record<string, unknown>,
    status: {
      error: null,
      drifted: false,
      quiet_until: null,
      last_sent_at: null,
      substitutions: [],
      guessed: false,
    } as Record<string, unknown>,
    /** What is different at the second board. */
    second: {} as object,
    covered: false,
    light: null as { on: boolean; brightness: number } | null,
    home: false,
    messages: [] as object[],
    silent: false,
    running: true,
    allPaused: false,
    quietUntil: null as string | null,
    strategy: 'row' as string | null,
    interval: 60,
    uptime: 29.9,
    enabled: ['date_time', 'weather:home'],
  };
  const silences: string[] = [];
  const detailOf = (board: StoredBoard | undefined) => ({
    ...board,
    ...facts.detail,
    ...(board?.id === 'b2' && facts.second),
  });
  const services = {
    boards: {
      list: () => ({ boards: facts.state.boards.map(detailOf) }),
      detail: (id: string) => detailOf(facts.state.boards.find((one) => one.id === id)),
      status: () => facts.status,
      pageShown: () => ({ page_id: facts.detail['resolved_page_id'], isCovered: facts.covered }),
    },
    brightness: { can: () => facts.light !== null, get: () => facts.light },
    favourites: { list: () => ({ favourites: facts.state.favourites }) },
    pause: {
      get allPaused() {
        return facts.allPaused;
      },
    },
    queue: { list: () => ({ messages: facts.messages }) },
    settings: {
      transitions: () => ({ strategy: facts.strategy }),
      polling: () => ({ interval_seconds: facts.interval }),
    },
    silence: { status: () => ({ active: facts.silent }) },
    stays: { quietOf: (board: string) => ({ quiet_until: board === 'all' ? facts.quietUntil : 'never' }) },
    system: {
      status: () => ({
        running: facts.running,
        config_summary: { uptime_seconds: facts.uptime, enabled_plugins: facts.enabled },
      }),
    },
  } as unknown as MqttServices;
  const store = {
    get state() {
      return facts.state;
    },
  } as unknown as Store;
  const announcement = new Announcement({
    store,
    services,
    version: '1.2.3',
    ownAddress: () => 'http://flapbox.local/',
    knowsHome: (boardId) => {
      assert.ok(
        facts.state.boards.some(({ id }) => id === boardId),
        `${boardId} is a board`,
      );
      return facts.home;
    },
    onSilence: (topic, active) => void silences.push(`${topic} ${active}`),
  });
  const devices = (place = PLACE) => {
    const kept = new Map<string, string>();
    Array.from(announcement.devices(place, (topic, payload) => void kept.set(topic, payload)));
    return kept;
  };
  const states = (update: string | null = null) => {
    const kept = new Map<string, string>();
    const retain = (topic: string, payload: string): void => void kept.set(topic, payload);
    announcement.appliance('flapbox', update, retain);
    Array.from(announcement.boards('flapbox', retain));
    return kept;
  };
  const setBoards = (...boards: StoredBoard[]): void => void (facts.state = { ...facts.state, boards });
  return { facts, announcement, devices, states, setBoards, silences };
};

const BOARD = 'ha/device/hall_1_b1/config';
type Config = {
  device: Record<string, unknown>;
  availability: { topic: string }[];
  components: Record<string, Record<string, unknown>>;
};
const configIn = (kept: ReadonlyMap<string, string>, topic = BOARD): Config => JSON.parse(kept.get(topic) ?? '{}');

test('the appliance and each board is a device, in this order', () => {
  const kept = rig().devices();
  assert.equal([...kept.keys()], ['ha/device/hall_1/config', BOARD, 'ha/device/hall_1_b2/config']);
  const { device, availability, components } = configIn(kept, 'ha/device/hall_1/config');
  assert.equal(
    [device['identifiers'], device['name'], device['model'], device['via_device'], availability],
    [['hall_1'], sampleState().settings.general.instance_name, 'Appliance', undefined, [{ topic: 'flapbox/status' }]],
  );
  assert.is(components['page_count']?.['state_topic'], 'flapbox/page_count/state');
  const board = configIn(kept);
  assert.equal(
    [board.device['identifiers'], board.device['name'], board.device['via_device'], board.availability],
    [['hall_1_b1'], 'Board b1', 'hall_1', [{ topic: 'flapbox/status' }, { topic: 'flapbox/board/b1/availability' }]],
  );
  assert.is(board.components['paused']?.['state_topic'], 'flapbox/board/b1/paused/state');
});

test('each favourite is a button of the appliance, under a name that topics may have', () => {
  const { facts, devices } = rig();
  const [favourite] = facts.state.favourites;
  if (!favourite) throw new Error('the sample has a favourite');
  const favourites = [favourite, { ...favourite, id: 'f 2', name: 'Tea' }];
  facts.state = { ...facts.state, favourites };
  const names = (): unknown[] => {
    const { components } = configIn(devices(), 'ha/device/hall_1/config');
    return ['favourite_f1', 'favourite_f_2'].map((object) => components[object]?.['name']);
  };
  assert.equal(names(), ['Dinner', 'Tea']);
  facts.state = { ...facts.state, favourites: favourites.slice(1) };
  assert.equal(names(), [undefined, 'Tea']);
});

for (const [device_type, model] of [
  ['flagship', 'Flagship'],
  ['note', 'Note'],
  ['note_array', 'Note array'],
  ['panel', 'Panel'],
] as const)
  test(`the model of a ${device_type}`, () => {
    const { facts, devices } = rig();
    facts.detail['device_type'] = device_type;
    assert.is(configIn(devices()).device['model'], model);
  });

for (const [external_url, url] of [
  ['', 'http://flapbox.local/'],
  ['https://flaps.example', 'https://flaps.example'],
  ['flaps.example', 'http://flapbox.local/'],
] as const)
  test(`the web UI of a device where the settings name "${external_url}"`, () => {
    const kept = rig().devices({ ...PLACE, external_url });
    for (const topic of kept.keys()) assert.is(configIn(kept, topic).device['configuration_url'], url);
  });

type Facts = ReturnType<typeof rig>['facts'];
const abilities: [what: string, change: (facts: Facts) => void, object: string][] = [
  ['a light', (facts) => (facts.light = { on: true, brightness: 40 }), 'light'],
  ['motors that find home', (facts) => (facts.home = true), 'home'],
  ['pictures', ({ state }) => (state.settings.mqtt.pictures = true), 'picture'],
];
for (const [what, change, object] of abilities)
  test(`a board with ${what} has a ${object}, as soon as it has it`, () => {
    const { facts, devices } = rig();
    facts.state.settings.mqtt.pictures = false;
    const isThere = (): boolean => 'unique_id' in (configIn(devices()).components[object] ?? {});
    assert.is(isThere(), false);
    change(facts);
    assert.is(isThere(), true);
  });

const changes: [what: string, change: (facts: Facts) => void, place?: object][] = [
  ['name', ({ state }) => Object.assign(state.boards[0] as object, { name: 'Hall' })],
  ['size', ({ detail }) => (detail['rows'] = 3)],
  ['width', ({ detail }) => (detail['cols'] = 3)],
  ['pages', (facts) => (facts.state = { ...facts.state, pages: [samplePage('p2', 'Other')] })],
  ['collections', (facts) => (facts.state = { ...facts.state, collections: [] })],
  ['base topic', () => undefined, { ...PLACE, base_topic: 'house' }],
  ['id of the appliance', () => undefined, { ...PLACE, instance_id: 'other' }],
  ['address', () => undefined, { ...PLACE, external_url: 'http://a' }],
];
for (const [what, change, place] of changes)
  test(`a board is announced anew with another ${what}, and only then`, () => {
    const { facts, devices } = rig();
    const last = (kept: ReadonlyMap<string, string>) => [...kept.values()][1];
    const first = last(devices());
    assert.is(last(devices()), first);
    change(facts);
    assert.is.not(last(devices({ ...PLACE, ...place })), first);
  });

test('a choice of pages has those that fit, and collections', () => {
  const { facts, devices } = rig();
  facts.state = {
    ...facts.state,
    pages: [samplePage('p1', 'Tea'), { ...samplePage('p2', 'Small'), device_type: 'note' }],
    collections: [sampleCollection('c1')],
  };
  assert.equal(configIn(devices()).components['active_page']?.['options'], ['None', 'Tea', 'Collection c1']);
});

const modes: [what: string, board: StoredBoard | null, mode: string][] = [
  ['no board', null, 'Unknown'],
  ['an address', sampleBoard('a'), 'Local API'],
  ['no address', { ...sampleBoard('a'), host: '' }, 'Unknown'],
  ['tiles', { ...sampleBoard('a'), host: '', tiles: [{ x: 0, y: 0 }] as unknown as StoredBoard['tiles'] }, 'Local API'],
  ['an empty list of tiles', { ...sampleBoard('a'), host: '', tiles: [] }, 'Unknown'],
  ['a panel', { ...sampleBoard('a'), device_type: 'panel' }, 'Unknown'],
  ['the cloud', { ...sampleBoard('a', { cloud_key: 'k' }), api_mode: 'cloud' }, 'Cloud API'],
  ['the cloud of an array', { ...sampleBoard('a', { note_array_token: 'k' }), api_mode: 'cloud' }, 'Cloud API'],
  ['the cloud without a key', { ...sampleBoard('a'), api_mode: 'cloud' }, 'Unknown'],
];
for (const [what, board, mode] of modes)
  test(`how the first board is reached: ${what}`, () => {
    const { states, setBoards } = rig();
    setBoards(...(board ? [board] : []), { ...sampleBoard('z'), api_mode: 'cloud' });
    if (!board) setBoards();
    assert.is(states().get('flapbox/board_api_mode/state'), mode);
  });

const ofAppliance: [what: string, change: (facts: Facts) => void, states: Record<string, string>][] = [
  [
    'usually',
    () => undefined,
    {
      display_service: 'ON',
      service_status: 'ON',
      all_paused: 'OFF',
      all_quiet: 'OFF',
      transition_style: 'row',
      refresh_interval: '60',
      page_count: '1',
      version: '1.2.3',
      uptime: '0',
      active_plugins: '2',
      output_target: 'both',
    },
  ],
  ['stopped', (facts) => (facts.running = false), { display_service: 'OFF', service_status: 'OFF' }],
  ['paused', (facts) => (facts.allPaused = true), { all_paused: 'ON' }],
  ['left alone', (facts) => (facts.quietUntil = '2026-03-02T11:00:00.000Z'), { all_quiet: 'ON' }],
  ['without a transition', (facts) => (facts.strategy = null), { transition_style: 'instant' }],
  ['with a transition of a plugin', (facts) => (facts.strategy = 'plugin:x'), { transition_style: 'None' }],
  ['with a long interval', (facts) => (facts.interval = 7200), { refresh_interval: 'None' }],
  ['half a minute later', (facts) => (facts.uptime = 30), { uptime: '30' }],
  ['a minute and a half later', (facts) => (facts.uptime = 119), { uptime: '90' }],
  ['with another plugin', (facts) => (facts.enabled = ['date_time', 'sun', 'moon']), { active_plugins: '3' }],
  [
    'without a word about its output',
    ({ state }) => Object.assign(state.settings, { output_target: null }),
    { output_target: 'ui' },
  ],
];
for (const [what, change, expected] of ofAppliance)
  test(`the states of the appliance ${what}`, () => {
    const { facts, states } = rig();
    change(facts);
    const kept = states();
    const told = Object.keys(expected).map((object) => [object, kept.get(`flapbox/${object}/state`)]);
    assert.equal(Object.fromEntries(told), expected);
  });

test('before the version was looked up, the one that runs is the latest', () => {
  const { states } = rig();
  assert.equal(JSON.parse(states().get('flapbox/update/state') ?? ''), {
    installed_version: '1.2.3',
    latest_version: '1.2.3',
    in_progress: false,
    update_percentage: null,
  });
  assert.is(states('{"installed_version":"2"}').get('flapbox/update/state'), '{"installed_version":"2"}');
});

test('the first board has its states at the topics of the appliance too', () => {
  const { states, setBoards, facts } = rig();
  facts.second = { paused: true, text: 'SECOND' };
  const kept = states();
  for (const [place, expected] of [
    ['flapbox', ['Page p1', 'HELLO', 'OFF']],
    ['flapbox/board/b1', ['Page p1', 'HELLO', 'OFF']],
    ['flapbox/board/b2', ['Page p1', 'SECOND', 'ON']],
  ] as const)
    assert.equal(
      ['current_page', 'current_message', 'paused'].map((object) => kept.get(`${place}/${object}/state`)),
      expected,
      place,
    );
  assert.is(JSON.parse(kept.get('flapbox/current_page/attributes') ?? '').paused, false);
  setBoards();
  assert.is(states().get('flapbox/current_page/state'), undefined);
  assert.equal(JSON.parse(states().get('flapbox/current_page/attributes') ?? ''), { by_board: {} });
});

const attributes: [what: string, change: (facts: Facts) => void, expected: object][] = [
  ['a page', () => undefined, { page_id: 'p1', page_index: 0, source: 'manual', paused: false }],
  [
    'something else',
    (facts) => (facts.covered = true),
    { page_id: '', page_index: null, source: 'manual', paused: false },
  ],
  [
    'what others wrote',
    ({ status }) => (status['drifted'] = true),
    { page_id: '', page_index: null, source: 'manual', paused: false },
  ],
  [
    'no page, paused',
    ({ detail }) => Object.assign(detail, { resolved_page_id: null, source: 'none', paused: true }),
    { page_id: '', page_index: null, source: 'none', paused: true },
  ],
  [
    'a collection',
    ({ detail }) => (detail['resolved_page_id'] = 'c1'),
    { page_id: 'c1', page_index: null, source: 'manual', paused: false },
  ],
];
for (const [what, change, expected] of attributes)
  test(`what is told of a board that shows ${what}`, () => {
    const { facts, states } = rig();
    change(facts);
    const kept = states();
    assert.equal(JSON.parse(kept.get('flapbox/board/b1/current_page/attributes') ?? ''), expected);
    const { by_board, ...flat } = JSON.parse(kept.get('flapbox/current_page/attributes') ?? '');
    assert.equal(flat, expected);
    const page_name = kept.get('flapbox/board/b1/current_page/state');
    const { page_id } = expected as { page_id: string };
    assert.equal(by_board, { b1: { page_id, page_name }, b2: { page_id, page_name } });
    assert.is(page_name, { p1: 'Page p1', c1: 'Collection c1' }[page_id] ?? 'None');
  });

test('messages that wait, and what the flaps hold, are attributes', () => {
  const { facts, states } = rig();
  facts.messages = [{ id: 'm', state: 'waiting' }];
  facts.status = { ...facts.status, substitutions: ['x'], guessed: true };
  const kept = states();
  const read = (object: string): unknown => JSON.parse(kept.get(`flapbox/board/b2/${object}/attributes`) ?? '');
  assert.equal(read('messages'), { messages: [{ id: 'm', state: 'waiting' }] });
  assert.equal(read('current_message'), { characters: [[8]], substitutions: ['x'], guessed: true });
});

test('a board is there while it is in use and works', () => {
  const { facts, states, setBoards } = rig();
  setBoards(sampleBoard('b1'), { ...sampleBoard('b2'), enabled: false });
  const told = () => ['b1', 'b2'].map((id) => states().get(`flapbox/board/${id}/availability`));
  assert.equal(told(), ['online', 'offline']);
  facts.status = { ...facts.status, error: 'It does not answer.' };
  assert.equal(told(), ['offline', 'offline']);
});

test('the light of a board is told where it has one', () => {
  const { facts, states } = rig();
  assert.is(states().get('flapbox/board/b1/light/state'), undefined);
  facts.light = { on: true, brightness: 40 };
  const kept = states();
  assert.equal([kept.get('flapbox/board/b1/light/state'), kept.get('flapbox/board/b1/brightness/state')], ['ON', '40']);
});

test('silence that begins and ends is told, and not what was there at the beginning', () => {
  const { facts, states, silences } = rig();
  facts.silent = true;
  for (const silent of [true, true, false, false, true]) {
    facts.silent = silent;
    states();
  }
  assert.equal(silences, [
    'flapbox/board/b1 false',
    'flapbox/board/b2 false',
    'flapbox/board/b1 true',
    'flapbox/board/b2 true',
  ]);
});

test('a board that goes while the devices are announced is left out', () => {
  const { announcement, setBoards } = rig();
  const topics: string[] = [];
  const steps = announcement.devices(PLACE, (topic) => void topics.push(topic));
  steps.next();
  steps.next();
  setBoards(sampleBoard('b1'));
  while (!steps.next().done);
  assert.equal(topics, ['ha/device/hall_1/config', BOARD]);
});

test('a board that goes while the states are told is left out', () => {
  const { announcement, setBoards } = rig();
  const topics: string[] = [];
  const steps = announcement.boards('flapbox', (topic) => void topics.push(topic));
  steps.next();
  steps.next();
  setBoards(sampleBoard('b1'));
  while (!steps.next().done);
  assert.ok(topics.some((topic) => topic.startsWith('flapbox/board/b1/')));
  assert.not.ok(topics.some((topic) => topic.startsWith('flapbox/board/b2/')));
});

test.run();
