import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DAY_MS } from '../../../src/core/time/durations.ts';
import type { Condition } from '../../../src/schema/boards/conditions.ts';
import type { MqttStatus } from '../../../src/schema/appliance/mqtt.ts';
import type { ConfigCheck } from '../../../src/schema/appliance/system.ts';
import type { UpdateStatus } from '../../../src/schema/appliance/update.ts';
import { notesOf, type InstallStatus, type Note, type PluginError } from '../../../ui/home/attention/attention.ts';
import { setZone } from '../../../ui/kit/zone.ts';
import { attention } from '../../../ui/strings/attention.ts';

const test = suite('what needs attention');

setZone('Asia/Tokyo');

type Told = Omit<InstallStatus, 'safeStart' | 'walls'>;
const QUIET: Told = {
  check: { valid: true, errors: [], warnings: [] } as ConfigCheck,
  mqtt: { enabled: false, connected: false } as MqttStatus,
  update: { state: 'idle', last_update: null } as unknown as UpdateStatus,
  plugins: [],
};
const notes = (change: Partial<Told>, conditions: readonly Partial<Condition>[] = []): Note[] =>
  notesOf(
    { ...QUIET, ...change },
    conditions.map((one) => ({ error: null, drifted: false, missing: [], stale: [], page_id: null, ...one }) as never),
    (id) => id.toUpperCase(),
    'now',
  );
const check = (change: Partial<ConfigCheck>) => ({ check: { ...QUIET.check, ...change } });
const mqtt = (change: object) => ({ mqtt: { ...QUIET.mqtt, ...change } });
const ended = (result: string, ago: number, reason: string | null = 'It did not start') =>
  ({
    update: { state: 'idle', last_update: { version: '2.0', result, reason, at: new Date(Date.now() - ago) } },
  }) as unknown as Partial<Told>;
const plugin = (change: Partial<PluginError>): Partial<Told> => ({
  plugins: [{ plugin_id: 'a/1', error: 'no answer', unreached: null, ...change }],
});

const UPDATE = { href: '/settings/update', action: attention.toUpdate };
const BROKER = { href: '/settings/mqtt', action: attention.toMqtt };
const PLUGIN = { href: '/plugins/a%2F1', action: attention.toPlugin };
const BOARD = { href: '/?board=b%2F1', action: attention.toBoard };

const TABLE: readonly (readonly [string, Note[], Note[]])[] = [
  ['nothing', notes({}), []],
  [
    'what is wrong with the settings',
    notes(check({ errors: ['No key.'] })),
    [{ text: 'No key.', href: '/settings/logs', action: attention.toLogs }],
  ],
  [
    'what is doubtful in the settings',
    notes(check({ warnings: ['An old file.'] })),
    [{ text: 'An old file.', href: '/settings/about', action: attention.toAbout }],
  ],
  [
    'a broker that is not connected',
    notes(mqtt({ enabled: true, broker: 'mqtt://x', error: 'refused' })),
    [{ ...BROKER, text: attention.mqtt('mqtt://x', 'refused') }],
  ],
  [
    'a broker of which nothing is known yet',
    notes(mqtt({ enabled: true, broker: null, error: null })),
    [{ ...BROKER, text: 'The MQTT broker is not connected. flapbox keeps trying.' }],
  ],
  ['a broker that is connected', notes(mqtt({ enabled: true, connected: true })), []],
  ['a broker that nobody wants', notes(mqtt({ enabled: false })), []],
  [
    'a version on trial',
    notes({ update: { state: 'on_trial', last_update: null } as unknown as UpdateStatus }),
    [{ ...UPDATE, text: attention.onTrial }],
  ],
  [
    'an update that was not kept',
    notes(ended('rolled_back', DAY_MS - 60_000)),
    [{ ...UPDATE, text: attention.updateFailed('2.0', 'It did not start') }],
  ],
  [
    'an update that was not kept for no known reason',
    notes(ended('rolled_back', 0, null)),
    [{ ...UPDATE, text: 'The update to 2.0 was not kept; the version before runs again.' }],
  ],
  ['an update that was not kept two days ago', notes(ended('rolled_back', DAY_MS + 60_000)), []],
  ['an update that was kept', notes(ended('kept', 0)), []],
  ['a plugin whose fetch failed', notes(plugin({})), [{ ...PLUGIN, text: attention.plugin('a/1', 'no answer', []) }]],
  [
    'a plugin whose host is not reached',
    notes(plugin({ unreached: { host: 'x.example', offline: false } })),
    [{ ...PLUGIN, text: attention.plugin('a/1', attention.unreached('x.example', 'no answer'), []) }],
  ],
  [
    'a house without internet',
    notes(plugin({ unreached: { host: 'x.example', offline: true } })),
    [{ text: attention.offline(['x.example'], []), href: '/settings/network', action: attention.toNetwork }],
  ],
  [
    'another board that cannot be reached',
    notes({}, [{ board_id: 'b/1', error: 'No way.', drifted: true }]),
    [{ ...BOARD, text: attention.board('B/1', 'No way.') }],
  ],
  [
    'another board that somebody wrote on',
    notes({}, [{ board_id: 'b/1', drifted: true }]),
    [{ ...BOARD, text: attention.drifted('B/1') }],
  ],
  ['the board in view, which tells it itself', notes({}, [{ board_id: 'now', error: 'No way.' }]), []],
  [
    'what a board tells is no fault of the settings beside',
    notes(check({ errors: ['NOW: No way.', 'No key.'] }), [{ board_id: 'now', error: 'No way.' }]),
    [{ text: 'No key.', href: '/settings/logs', action: attention.toLogs }],
  ],
  [
    'values that are missing, also on the board in view',
    notes({}, [{ board_id: 'now', missing: ['weather.wind'], page_id: 'p/1' }]),
    [{ text: attention.missing('NOW', ['weather.wind']), href: '/pages/p%2F1', action: attention.toPage }],
  ],
  [
    'values that are too old',
    notes({}, [{ board_id: 'now', stale: [{ plugin: 'a/1', since: '2026-03-01T14:30:00Z' }] } as never]),
    [{ ...PLUGIN, text: attention.stale('a/1', 'NOW', '1 March 23:30') }],
  ],
];
for (const [what, told, wanted] of TABLE) test(what, () => assert.equal(told, wanted));

test('all at once, the gravest first', () => {
  const all = notes(
    {
      ...check({ errors: ['An error.'], warnings: ['A warning.'] }),
      ...mqtt({ enabled: true }),
      ...ended('rolled_back', 0),
      plugins: [
        { plugin_id: 'json', error: 'no answer', unreached: null },
        { plugin_id: 'rss', error: 'no answer', unreached: { host: 'x.example', offline: true } },
      ],
    },
    [
      { board_id: 'b', error: 'No way.' },
      { board_id: 'c', missing: ['x.y'], stale: [{ plugin: 'rss', since: '2026-03-01T14:30:00Z' }] } as never,
    ],
  );
  assert.equal(
    all.map(({ action }) => action),
    [
      attention.toLogs,
      attention.toBoard,
      attention.toNetwork,
      attention.toPlugin,
      attention.toPlugin,
      attention.toPage,
      attention.toAbout,
      attention.toMqtt,
      attention.toUpdate,
    ],
  );
});

for (const [names, text] of [
  [['a'], 'B shows ??? because there is no value for a.'],
  [['a', 'b', 'c'], 'B shows ??? because there is no value for a, b, c.'],
  [['a', 'b', 'c', 'd', 'e'], 'B shows ??? because there is no value for a, b, c and 2 more.'],
] as const)
  test(`${names.length} placeholders are named so that they can be read`, () =>
    assert.is(attention.missing('B', names), text));

test.run();
