import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { boardsIn, parseCommand, parseTopic, waits, type Command } from '../../src/mqtt/command.ts';
import { discoveryPayload, discoveryTopic, type Device } from '../../src/mqtt/discovery.ts';
import { toId } from '../../src/mqtt/topics.ts';
import { applianceEntities, boardEntities, choicesFor, intervalState, type Entity } from '../../src/mqtt/entities.ts';
import type { Page } from '../../src/schema/content/pages.ts';

const test = suite('MQTT commands');

const topics: [topic: string, place: object | null][] = [
  ['flapbox/send_message/set', { boardId: null, object: 'send_message' }],
  ['flapbox/board/b1/paused/set', { boardId: 'b1', object: 'paused' }],
  ['flapbox/paused/state', null],
  ['flapbox/set', null],
  ['flapbox//set', null],
  ['flapbox/board/b1/set', null],
  ['flapbox/board//paused/set', null],
  ['flapbox/board/b1//set', null],
  ['flapbox/wall/b1/paused/set', null],
  ['flapbox/board/b1/paused/state', null],
  ['flapboxx/paused/set', null],
  ['flapbox/a/b/c/d/set', null],
  ['', null],
];
for (const [topic, place] of topics)
  test(`the topic ${topic || '(none)'}`, () => assert.equal(parseTopic('flapbox', topic), place));

test('a base topic of several parts', () =>
  assert.equal(parseTopic('home/flaps', 'home/flaps/board/b/paused/set'), { boardId: 'b', object: 'paused' }));

const payloads: [object: string, payload: string, text: string, isJson: boolean][] = [
  ['send_message', 'HELLO', 'HELLO', false],
  ['send_message', 'A\\nB', 'A\nB', false],
  ['send_message', 'A\\\\nB', 'A\\nB', false],
  ['send_message', ' two  spaces ', ' two  spaces ', false],
  ['send_message', '{"message":"A\\\\nB"}', 'A\\nB', true],
  ['send_message', '{"text":"T"}', 'T', true],
  ['send_message', '{red} hello', '{red} hello', false],
  ['send_message', '{red}', '{red}', false],
  ['send_message', '{"message":5}', '5', true],
  ['send_message', '[1]', '[1]', false],
  ['send_message', 'null', 'null', false],
  ['send_message', '{"message":null,"text":"T"}', 'T', true],
  [
    'send_message',
    '{"value":"V","state":"S","name":"N","page_name":"P","page":"A","text":"T","message":"M"}',
    'M',
    true,
  ],
  ['send_message', '{"message":["A",1]}', '["A",1]', true],
  ['send_message', `{"message":${'['.repeat(8000)}${']'.repeat(8000)}}`, '', true],
  ['send_message', ' {"message":"A"} ', 'A', true],
  ['active_page', ' Alpha ', 'Alpha', false],
  ['active_page', 'A\\nB', 'A\\nB', false],
  ['active_page', '{"page":"Alpha"}', 'Alpha', true],
  ['active_page', '{"page_name":"Alpha"}', 'Alpha', true],
  ['paused', '{"state":"ON"}', 'ON', true],
  ['refresh_display', '{"board":"Wall"}', '', true],
];
for (const [object, payload, text, isJson] of payloads) {
  test(`${object} ${payload.slice(0, 90)}`, () => {
    const command = parseCommand('flapbox', `flapbox/${object}/set`, Buffer.from(payload));
    assert.equal([command?.text, command?.members !== null], [text, isJson]);
  });
}

test('a huge payload is a command that was not read', () => {
  const command = (bytes: number) => parseCommand('flapbox', 'flapbox/send_message/set', Buffer.alloc(bytes, 65));
  const place = { boardId: null, object: 'send_message' };
  assert.equal(command(16 * 1024 + 1), { ...place, members: null, text: '', isTooLarge: true });
  assert.equal(command(16 * 1024), { ...place, members: null, text: 'A'.repeat(16 * 1024) });
});

const waiting: [members: object | null, waits: boolean][] = [
  [null, false],
  [{}, false],
  [{ text: 'A' }, false],
  [{ when_busy: 'replace' }, false],
  [{ when_busy: 'queue' }, true],
  [{ at: null }, true],
  [{ after_silence: true }, true],
  [{ id: 'm1' }, true],
  [{ boards: 'all' }, true],
];
for (const [members, isOne] of waiting)
  test(`a command with ${JSON.stringify(members)} is ${isOne ? 'one of several' : 'replaced by a newer one'}`, () =>
    assert.is(
      waits({ boardId: null, object: 'send_message', text: '', members: members as Command['members'] }),
      isOne,
    ));

const named: [boardId: string | null, members: object | null, boards: string[]][] = [
  [null, null, []],
  ['b1', null, ['b1']],
  ['b1', { board: 'B', board_id: 'b2' }, ['b1', 'b2', 'B']],
  [null, { board: null, board_id: undefined }, []],
  [null, { board: 5, board_id: ['b'] }, ['', '5']],
];
for (const [boardId, members, boards] of named)
  test(`the boards of ${boardId} and ${JSON.stringify(members)}`, () =>
    assert.equal(boardsIn({ boardId, members: members as Command['members'] }), boards));

const page = (id: string, name: string, device_type: 'flagship' | 'note' = 'flagship') =>
  ({ id, name, device_type, notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null }) as Page;
const board = { rows: 6, cols: 22, device_type: 'flagship' } as const;

const labelled: [what: string, names: string[], labels: string[]][] = [
  ['twice', ['Tea', 'TEA', 'tea'], ['Tea', 'TEA (2)', 'tea (3)']],
  ['that stand for no page', ['None', 'none', '  '], ['None (1)', 'none (2)', '(1)']],
  ['that are the number of another', ['Tea', 'tea', 'Tea (2)'], ['Tea', 'tea (2)', 'Tea (2) (1)']],
  ['that a number meets', ['Tea (2)', 'Tea', 'tea'], ['Tea (2)', 'Tea', 'tea (3)']],
  ['with blanks around', [' Tea ', 'Tea'], ['Tea', 'Tea (2)']],
];
for (const [what, names, labels] of labelled)
  test(`names ${what} have labels of their own, which commands can say`, () => {
    const choices = choicesFor(board, [...names.map((name, id) => page(String(id), name)), page('s', 'S', 'note')], []);
    assert.equal(
      choices,
      labels.map((label, id) => ({ id: String(id), label })),
    );
  });

test('ids and topics hold nothing but what Home Assistant allows', () => {
  assert.is(toId('haus/küche 1#+'), 'haus_k_che_1__');
  assert.is(discoveryTopic('homeassistant', { id: 'a_b' }), 'homeassistant/device/a_b/config');
});

const device = (entities = boardEntities(board, [], { hasPicture: true, hasHome: true, hasLight: true })): Device => ({
  id: 'f_b',
  name: 'Wall',
  model: 'Flagship',
  via: 'f',
  topic: 'flapbox/board/b',
  availability: ['flapbox/status'],
  entities,
});

test('an announcement has what Home Assistant wants', () => {
  const payload = JSON.parse(discoveryPayload(device(), { version: '1.2.3', url: 'http://192.168.1.9/' })) as {
    device: object;
    origin: object;
    components: Record<string, Record<string, unknown>>;
    availability: object;
    availability_mode: string;
    qos: number;
  };
  assert.equal(payload.device, {
    identifiers: ['f_b'],
    name: 'Wall',
    manufacturer: 'flapbox',
    model: 'Flagship',
    sw_version: '1.2.3',
    via_device: 'f',
    configuration_url: 'http://192.168.1.9/',
  });
  assert.equal(payload.origin, { name: 'flapbox', sw_version: '1.2.3', support_url: 'http://192.168.1.9/' });
  assert.equal(
    [payload.availability, payload.availability_mode, payload.qos],
    [[{ topic: 'flapbox/status' }], 'all', 1],
  );
  const { send_message, notify, refresh_display, display_updated, home, current_message } = payload.components;
  assert.is(home?.['command_topic'], 'flapbox/board/b/home/set');
  assert.is(current_message?.['json_attributes_topic'], 'flapbox/board/b/current_message/attributes');
  assert.equal([send_message?.['max'], send_message?.['state_topic']], [132, undefined]);
  assert.is(notify?.['command_topic'], 'flapbox/board/b/send_message/set');
  assert.is(refresh_display?.['command_topic'], 'flapbox/board/b/refresh_display/set');
  assert.is(display_updated?.['state_topic'], 'flapbox/board/b/display_updated/state');
});

test('what a board does not have is taken away, and nothing else of it', () => {
  const { components } = JSON.parse(
    discoveryPayload(device(boardEntities(board, [], { hasPicture: false, hasHome: false, hasLight: false })), {
      version: '1',
      url: 'http://a/',
    }),
  ) as { components: Record<string, Record<string, unknown>> };
  assert.equal(components['picture'], { platform: 'image' });
  assert.equal(components['home'], { platform: 'button' }, 'a wall without motors has no home');
  assert.equal(components['light'], { platform: 'light' }, 'flaps have no light');
  assert.is(components['paused']?.['platform'], 'switch');
});

test('the address of the web UI is announced when it is known', () => {
  const payload = JSON.parse(
    discoveryPayload(device(applianceEntities()), { version: '1', url: 'http://flapbox.local' }),
  ) as { device: Record<string, unknown>; origin: Record<string, unknown> };
  assert.equal(
    [payload.device['configuration_url'], payload.origin['support_url']],
    ['http://flapbox.local', 'http://flapbox.local'],
  );
});

test('what tells why a board is out of reach is there while it is', () => {
  const entities = boardEntities(board, [], { hasPicture: true, hasHome: true, hasLight: true });
  const availability = ['flapbox/status', 'flapbox/board/b/availability'];
  const { components } = JSON.parse(
    discoveryPayload({ ...device(entities), availability }, { version: '1', url: 'http://a/' }),
  ) as { components: Record<string, Record<string, unknown>> };
  const own = Object.entries(components).filter(([, one]) => 'availability' in one);
  assert.equal(
    own.map(([object, one]) => [object, one['availability'], one['availability_mode']]),
    ['fault', 'error'].map((object) => [object, [{ topic: 'flapbox/status' }], 'all']),
  );
});

test('a text is never longer than Home Assistant takes, nor than the board', () => {
  const max = (rows: number, cols: number) =>
    boardEntities({ rows, cols }, [], { hasPicture: true, hasHome: true, hasLight: true }).find(
      ({ object }) => object === 'send_message',
    )?.more?.['max'];
  assert.equal([max(3, 15), max(96, 128), max(1, 1)], [45, 255, 2]);
});

test('an interval beyond the bounds of its number is none', () =>
  assert.equal([10, 3600, 3601].map(intervalState), ['10', '3600', 'None']));

const SHARED = ['platform', 'name', 'icon', 'unique_id', 'entity_category', 'availability', 'availability_mode'];
/** What Home Assistant's documentation allows beside that, by platform: what is needed, and what may be. */
const MEMBERS: Record<Entity['platform'], { readonly needed: readonly string[]; readonly more?: readonly string[] }> = {
  switch: { needed: ['command_topic'], more: ['state_topic'] },
  select: { needed: ['command_topic', 'options'], more: ['state_topic'] },
  text: { needed: ['command_topic'], more: ['min', 'max', 'mode', 'state_topic'] },
  notify: { needed: ['command_topic'] },
  button: { needed: ['command_topic'] },
  sensor: {
    needed: ['state_topic'],
    more: ['device_class', 'state_class', 'unit_of_measurement', 'options', 'json_attributes_topic'],
  },
  binary_sensor: { needed: ['state_topic'], more: ['device_class'] },
  number: { needed: ['command_topic'], more: ['state_topic', 'min', 'max', 'step', 'unit_of_measurement'] },
  event: { needed: ['state_topic', 'event_types'] },
  image: { needed: ['image_topic', 'content_type'] },
  light: {
    needed: ['command_topic', 'brightness_command_topic'],
    more: ['state_topic', 'brightness_state_topic', 'brightness_scale'],
  },
  update: { needed: ['state_topic'], more: ['device_class', 'title'] },
};
const READ_ONLY = ['sensor', 'binary_sensor', 'event', 'image', 'update'];
for (const entities of [
  boardEntities(board, [], { hasPicture: true, hasHome: true, hasLight: true }),
  applianceEntities(),
]) {
  const { components } = JSON.parse(discoveryPayload(device(entities), { version: '1', url: 'http://a/' })) as {
    components: Record<string, Record<string, unknown>>;
  };
  for (const { object, platform } of entities) {
    test(`${platform} ${object} has the members that Home Assistant defines`, () => {
      const one = components[object] ?? {};
      const { needed, more = [] } = MEMBERS[platform];
      assert.equal(
        needed.filter((name) => !(name in one)),
        [],
        'needed',
      );
      assert.equal(
        Object.keys(one).filter((name) => ![...SHARED, ...needed, ...more].includes(name)),
        [],
        'unknown',
      );
      assert.ok(['config', 'diagnostic', undefined].includes(one['entity_category'] as string | undefined));
      // What cannot be set has no place among what configures a device.
      if (READ_ONLY.includes(platform)) assert.is.not(one['entity_category'], 'config');
      assert.is(one['device_class'] === 'enum', platform === 'sensor' && 'options' in one);
    });
  }
}

test.run();
