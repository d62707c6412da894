import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import type { State } from '../../../src/schema/state.ts';
import { NEW_INBOX } from '../../../src/service/inboxes.ts';
import { SystemService, type SystemServiceOptions } from '../../../src/service/system/system.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, sampleSchedule } from '../../support/sample-state.ts';
import { storeWith } from '../rig.ts';

const test = suite('service/system: status');

const rig = (
  found: object = {},
  change: (state: State) => Partial<State> = () => ({}),
  error: string | null = null,
) => {
  const { store } = storeWith(change);
  Object.assign(store, { problem: null, damaged: [], lostSecrets: [], ...found });
  const clock = createFakeClock('2026-03-01T10:00:00Z');
  const system = new SystemService({
    store,
    clock,
    boards: { status: () => ({ error }) },
    loop: { running: true },
    programme: { target: 'ui' },
    version: '1.2.3',
    startedAt: 0,
    zone: () => 'Europe/Berlin',
    enabledPlugins: () => ['date_time'],
    hardwareModel: () => null,
    clockChip: () => null,
  } as unknown as SystemServiceOptions);
  return { system, clock };
};

const REST = 'cannot be read any more, because the key of the secrets is damaged or gone:';
/** [member, the place of a secret in it, whose it is, its id, its name, how a person calls its owner] */
for (const [member, place, of, id, secret, owner] of [
  ['boards', '/b1/secrets/cloud_key', 'board', 'b1', 'cloud_key', 'the board "Hall"'],
  ['boards', '/b9/secrets/tile_keys/0,1', 'board', 'b9', 'tile_keys.0,1', 'the board "b9"'],
  ['plugins', '/weather:a~1b/secrets/key', 'plugin', 'weather:a/b', 'key', 'the plugin weather:a/b'],
  ['plugins', '/json/secrets/headers/x~0y', 'plugin', 'json', 'headers.x~y', 'the plugin json'],
  ['settings', '/mqtt/secrets/password', 'mqtt', null, 'password', 'the MQTT broker'],
  ['settings', '/inboxes/one/secrets/token', 'inbox', 'one', 'token', 'the inbox "Hall chat"'],
  ['settings', '/inboxes/one/secrets/token_hash', 'inbox', 'one', 'token_hash', 'the inbox "Hall chat"'],
  ['settings', '/inboxes/gone/secrets/password', 'inbox', 'gone', 'password', 'the inbox "gone"'],
] as const)
  test(`the secret ${secret} at ${member}${place} is to be entered again`, () => {
    const boards = [{ ...sampleBoard('b1'), name: 'Hall' }];
    const { system } = rig({ lostSecrets: [{ member, place }] }, ({ settings }) => ({
      boards,
      settings: {
        ...settings,
        inboxes: [{ ...NEW_INBOX, id: 'one', kind: 'ntfy', name: 'Hall chat', created_at: '' }],
      },
    }));
    const remedy = secret === 'token_hash' ? 'remove it, and add it again' : 'enter it again';
    const detail = `The secret ${secret} of ${owner} ${REST} ${remedy}.`;
    assert.equal(system.config()['missing_secrets'], [{ of, id, secret, detail }]);
    assert.equal(system.check(), { valid: false, errors: [detail], warnings: [] });
  });

test('what keeps it from its work is an error, what was mended is a warning', () => {
  const damage = (file: string, recovered_from: string) => ({ file, kept_as: `${file}.damaged`, recovered_from });
  const { system } = rig(
    { problem: 'The disk is full.', damaged: [damage('pages.json', 'backup'), damage('auth.json', 'defaults')] },
    () => ({ boards: [{ ...sampleBoard('b1'), name: 'Hall' }] }),
    'It does not answer.',
  );
  assert.equal(system.check(), {
    valid: false,
    errors: ['The disk is full.', 'Hall: It does not answer.'],
    warnings: [
      'The file pages.json was damaged and is kept as pages.json.damaged: what could be saved of it is used.',
      'The file auth.json was damaged and is kept as auth.json.damaged: it was begun anew.',
    ],
  });
});

for (const [what, rule, warns] of [
  ['begins with the sun', { start_type: 'sunrise' }, true],
  ['ends with the sun', { end_type: 'sunset' }, true],
  ['ends with the sun and is off', { end_type: 'sunset', enabled: false }, false],
  ['has fixed times', {}, false],
] as const)
  test(`without a place a rule that ${what} is ${warns ? '' : 'not '}warned of`, () => {
    const { system } = rig({}, () => ({ schedules: [{ ...sampleSchedule('s'), ...rule }], boards: [] }));
    assert.equal([system.check().valid, system.check().warnings.length], [true, Number(warns)]);
  });

test('damage is dismissed; a disk that does not take that is told', async () => {
  const dismissed = rig({ damage: { dismiss: async () => 2 } }).system;
  assert.is(await dismissed.dismissDamage(), 2);
  const full = Object.assign(new Error('/secret/path'), { code: 'ENOSPC' });
  const error: unknown = await rig({ damage: { dismiss: () => Promise.reject(full) } })
    .system.dismissDamage()
    .catch((error_: unknown) => error_);
  assert.instance(error, Fault);
  assert.is((error as Fault).detail, 'The disk is full: free some space and try again. The damage stays named.');
});

test('how long it runs is told in seconds, and how the first board is driven without its key', async () => {
  const board = { ...sampleBoard('b1', { local_api_key: 'K' }), host: '192.168.1.20' };
  const { system, clock } = rig({}, () => ({ boards: [board] }));
  await clock.advance(61_500);
  const { uptime_seconds, board_host, board_key_set, board_count, enabled_plugins } = system.config();
  assert.equal(
    [uptime_seconds, board_host, board_key_set, board_count, enabled_plugins],
    [61, '192.168.1.20', true, 1, ['date_time']],
  );
  const cloud = rig({}, () => ({ boards: [{ ...board, api_mode: 'cloud', secrets: { cloud_key: '' } }] })).system;
  assert.equal([cloud.config()['board_host'], cloud.config()['board_key_set']], ['cloud', false]);
  const none = rig({}, () => ({ boards: [] })).system;
  assert.equal([none.config()['board_api_mode'], none.config()['board_key_set']], [null, false]);
  assert.equal(
    [none.version().is_dev, none.health()],
    [false, { status: 'ok', service_running: true, version: '1.2.3' }],
  );
});

test.run();
