import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MqttWriteSchema } from '../../src/schema/appliance/mqtt.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import { AGGREGATES, MEMBERS } from '../../src/store/aggregates.ts';
import { sampleState } from '../support/sample-state.ts';

const test = suite('completion of what a file lacks');

const SCHEDULE_DEFAULTS = {
  board_id: '',
  end_time: null,
  day_pattern: 'all',
  custom_days: null,
  enabled: true,
  recurrence_type: 'weekly',
  annual_date: null,
  annual_end_date: null,
  one_off_date: null,
  one_off_end_date: null,
  start_type: 'fixed',
  end_type: 'fixed',
  start_sun_offset: 0,
  end_sun_offset: 0,
  updated_at: null,
};

const read = (member: keyof typeof AGGREGATES, data: unknown): unknown => {
  const reading = AGGREGATES[member].read(data);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
};

const without = (value: object, key: string): object =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

for (const member of MEMBERS) {
  test(`the empty ${member} can be read, and is a new value each time`, () => {
    assert.equal(read(member, AGGREGATES[member].empty()), AGGREGATES[member].empty());
    assert.is.not(AGGREGATES[member].empty(), AGGREGATES[member].empty());
  });
  test(`complete ${member} are read as they are`, () =>
    assert.equal(read(member, sampleState()[member]), sampleState()[member]));
}

const REQUIRED: Record<string, string[]> = {
  boards: ['id', 'name', 'device_type'],
  pages: ['id', 'name', 'type', 'created_at'],
  schedules: ['id', 'page_id', 'start_time', 'created_at'],
  collections: ['id', 'name', 'page_ids', 'created_at'],
};
for (const member of ['boards', 'pages', 'schedules', 'collections'] as const) {
  const [sample] = sampleState()[member];
  for (const key of Object.keys(sample ?? {})) {
    if (!sample) continue;
    if (REQUIRED[member]?.includes(key))
      test(`${member} without ${key} cannot be read`, () =>
        assert.ok('problem' in AGGREGATES[member].read([without(sample, key)])));
    else
      test(`${member} without ${key} are completed`, () =>
        assert.equal(Object.keys(Object(read(member, [without(sample, key)]))[0]).sort(), Object.keys(sample).sort()));
  }
}

for (const [member, least, defaults] of [
  [
    'pages',
    { id: 'p', name: 'P', type: 'template', created_at: '2026-01-01T00:00:00Z' },
    {
      device_type: 'flagship',
      display_type: null,
      rows: null,
      template: null,
      line_metadata: null,
      duration_seconds: 300,
      transition_strategy: null,
      transition_interval_ms: null,
      transition_step_size: null,
      demo_plugin_id: null,
      notes_wide: 1,
      notes_tall: 1,
      grid_rows: null,
      grid_cols: null,
      updated_at: null,
    },
  ],
  ['schedules', { id: 's', page_id: 'p', start_time: '08:00', created_at: '2026-01-01T00:00:00Z' }, SCHEDULE_DEFAULTS],
] as const)
  test(`the least ${member} get these defaults`, () =>
    assert.equal(read(member, [least]), [{ ...least, ...defaults }]));

for (const key of Object.keys(AGGREGATES.settings.empty())) {
  test(`settings without ${key} get its default`, () =>
    assert.equal(read('settings', without(AGGREGATES.settings.empty(), key)), AGGREGATES.settings.empty()));
}

test('defaults reach into sections, and what is set wins, null too', () => {
  const settings = Object(
    read('settings', { mqtt: { broker_host: 'mqtt.local' }, general: { timezone: null }, gpio: { led: { pin: 5 } } }),
  );
  assert.equal(
    [settings.mqtt.broker_host, settings.mqtt.broker_port, settings.gpio.led, settings.gpio.button.pin],
    ['mqtt.local', 1883, { pin: 5, enabled: true }, 17],
  );
});
test('collections by hand get what their ways to choose lack', () => {
  const least = { id: 'c', name: 'C', page_ids: ['p'], created_at: '2026-01-01T00:00:00Z' };
  const chosen = (more: object) => Object(read('collections', [{ ...least, ...more }]))[0];
  assert.equal(chosen({ variable: { default_page_id: 'p' } }).variable, {
    rules: [],
    default_page_id: 'p',
    poll_seconds: 10,
  });
  assert.equal(chosen({ random: {}, time: {} }).random, { interval_seconds: 30 });
  assert.equal([chosen({ random: {} }).variable, chosen({}).random], [null, null]);
});

test('completed records share no default', () => {
  const boards = Object(
    read('boards', [
      { id: 'a', name: 'A', device_type: 'note' },
      { id: 'b', name: 'B', device_type: 'note' },
    ]),
  );
  assert.is.not(boards[0].secrets, boards[1].secrets);
});
test('unknown members of records stay', () => {
  assert.is(Object(read('pages', [{ ...sampleState().pages[0], mood: 'good' }]))[0].mood, 'good');
});
test('a problem names the place', () => {
  assert.equal(AGGREGATES.pages.read([sampleState().pages[0], { ...sampleState().pages[0], notes_wide: 9 }]), {
    problem: 'entry 2, notes_wide has the wrong shape',
  });
  assert.equal(AGGREGATES.programmes.read({ b1: { timed: 1 } }), { problem: 'b1.messages has the wrong shape' });
  assert.equal(AGGREGATES.pages.read({}), { problem: 'the content is no list' });
  assert.equal(AGGREGATES.plugins.read([]), { problem: 'the content is no object' });
});
test('what is stored has each setting of the broker, of its type and without the bounds of the day', () => {
  const stored = AGGREGATES.settings.empty();
  const readBroker = (mqtt: object) => AGGREGATES.settings.read({ ...stored, mqtt: { ...stored.mqtt, ...mqtt } });
  for (const name of Object.keys(MqttWriteSchema.entries).filter((one) => one !== 'password'))
    assert.equal(readBroker({ [name]: null }), { problem: `mqtt.${name} has the wrong shape` });
  assert.not('problem' in readBroker({ broker_port: 0, base_topic: '' }));
});
test('what a message was written over is checked in all its members', () => {
  const [id = '', programme] = Object.entries(sampleState().programmes)[0] ?? [];
  const [message] = programme?.messages ?? [];
  const over = { page_id: null, page_updated_at: null, rule_id: 7 };
  const damaged = { [id]: { ...programme, messages: [{ ...message, over }] } };
  assert.equal(AGGREGATES.programmes.read(damaged), {
    problem: `${id}.messages, entry 1, over.rule_id has the wrong shape`,
  });
});
test('a frozen record that passed is answered again, one that is not frozen is checked again', () => {
  const page = { ...sampleState().pages[0] };
  read('pages', [page]);
  Object.assign(page, { name: 1 });
  assert.ok('problem' in AGGREGATES.pages.read([page]));
});

test('what the panel or the tiles of a board lack is completed, as everything of a board is', () => {
  const board = { id: 'b', name: 'B', device_type: 'panel' };
  const [panel, array] = read('boards', [
    { ...board, panel: { driver: 'virtual' } },
    { ...board, device_type: 'note_array', tiles: [{ row: 0, col: 0, host: 'note.local' }] },
  ]) as StoredBoard[];
  assert.equal(panel?.panel, {
    driver: 'virtual',
    connection: {},
    flaps: null,
    modules: { layout: 'rows', first: 0 },
    max_moving: null,
    land_together: false,
  });
  assert.equal(array?.tiles, [{ row: 0, col: 0, host: 'note.local', enabled: true }]);
});

test.run();
