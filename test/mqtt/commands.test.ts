import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { parseCommand } from '../../src/mqtt/command.ts';
import { Commands } from '../../src/mqtt/commands.ts';
import type { MqttServices } from '../../src/mqtt/services.ts';

const test = suite('commands over MQTT');

/** Commands over use cases that note what they are asked for. */
const createCommands = () => {
  const done: string[] = [];
  const note =
    (what: string) =>
    async (...args: unknown[]) => (done.push(`${what} ${JSON.stringify(args[1] ?? null)}`), { sent: true });
  const board = { id: 'wall', name: 'Wall', rows: 3, cols: 15, device_type: 'note' };
  const services = {
    boards: {
      list: () => ({ boards: [board] }),
      detail: () => board,
      update: note('update'),
      pin: (_id: string, page: string, ends: unknown = null) => note('pin')('', [page, ends]),
    },
    messages: { send: note('send'), post: note('post'), clear: note('clear') },
    queue: {
      remove: async (id: string) => note('remove')('', id),
      confirm: async (id: string) => note('confirm')('', id),
      acknowledge: async (id: string) => note('acknowledge')('', id),
    },
    vbml: () => ({ post: note('vbml') }),
    stays: {
      update: note('update'),
      quiet: async (id: string, ends: object) => note(`quiet ${id}`)(id, ends),
      endQuiet: note('endQuiet'),
      turn: note('turn'),
      hold: note('hold'),
      show: note('show'),
      pinEnd: (_id: string, _page: string, ends: string | null) => ends,
    },
    brightness: { update: note('light') },
    pages: { list: () => ({ pages: [] }) },
    collections: { list: () => ({ collections: [] }) },
    control: { actions: () => ({ actions: [{ name: 'home' }] }), act: note('act') },
    pause: { pauseAll: note('pauseAll') },
    favourites: {
      list: () => ({ favourites: [{ id: 'f1', name: 'Dinner' }], total: 1 }),
      send: async (id: string) => (done.push(`favourite ${id}`), { sent: true, reason: null, code: 'sent' }),
    },
    settings: { setPolling: note('setPolling') },
  } as unknown as MqttServices;
  const commands = new Commands(services);
  const run = async (object: string, payload: string): Promise<string> => {
    const command = parseCommand('flapbox', `flapbox/${object}/set`, Buffer.from(payload));
    assert.ok(command);
    return commands.run(command).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Fault) return `${error.status} ${error.detail}`;
        throw error;
      },
    );
  };
  return { run, done, commands };
};

/** [object, JSON, the refusal] */
const REFUSED: [string, object, RegExp][] = [
  ['paused', { state: 'ON', duration_minutes: 5 }, /^422 duration_minutes: .*state, value/],
  ['send_message', { message: 'A', duration: 5 }, /^422 duration: .*duration_minutes/],
  ['send_message', { message: 'A', priority: 'loud' }, /^422 priority: /],
  ['send_message', { message: 'A', when_busy: 'wait' }, /^422 when_busy: /],
  ['send_message', { message: 'A', acknowledge: 'yes' }, /^422 acknowledge: /],
  ['send_message', { message: 'A', at: 'soon' }, /^422 at: /],
  ['send_message', { message: 'A', rows: 'top' }, /^422 rows: /],
  ['send_message', { message: 'A', boards: [] }, /^422 boards: /],
  ['send_message', { message: 'A', boards: 'all', board_id: 'wall' }, /^400 boards: /],
  ['cancel_message', {}, /^400 id: /],
  ['acknowledge', { message: 'm1' }, /^422 message: /],
  ['blank_board', { board: 'wall', minutes: 5 }, /^422 minutes: /],
  ['home', { module: 1 }, /^422 module: /],
  ['active_page', { page: 'A', until: '12:00' }, /^422 until: /],
  ['all_paused', { state: 'ON', until: '12:00' }, /^422 until: /],
  ['refresh_interval', { value: 60, unit: 'min' }, /^422 unit: /],
  ['favourite', { id: 'f1', minutes: 5 }, /^422 minutes: /],
  ['favourite', { id: 'f2' }, /^404 .*f2/],
  ['favourite', { id: 'f1', board: 'wall' }, /^400 board_id: /],
  ['paused', {}, /^400 state: /],
  ['paused', { board: 'wall' }, /^400 state: /],
];
for (const [object, members, refusal] of REFUSED)
  test(`${object} with ${JSON.stringify(members)} is refused by name (rules, H2)`, async () => {
    const { run, done } = createCommands();
    assert.match(await run(object, JSON.stringify(members)), refusal);
    assert.equal(done, []);
  });

/** [object, payload, what is asked for] */
const TAKEN: [string, string, string][] = [
  ['paused', '{"state":"ON","board":"Wall"}', 'update {"paused":true}'],
  ['paused', 'OFF', 'update {"paused":false}'],
  [
    'send_message',
    '{"text":"A","board_id":"wall","duration_minutes":5,"force":true}',
    'post {"duration_minutes":5,"text":"A","force":true}',
  ],
  [
    'send_message',
    '{"text":"A","priority":"urgent","when_busy":"queue","acknowledge":true,"template":true,"rows":"bottom"}',
    'post {"priority":"urgent","when_busy":"queue","acknowledge":true,"template":true,"rows":"bottom","text":"A","force":false}',
  ],
  [
    'send_message',
    '{"text":"A","at":"2026-03-02T18:00:00Z","after_silence":true}',
    'post {"at":"2026-03-02T18:00:00Z","after_silence":true,"text":"A","force":false}',
  ],
  ['send_message', '{"text":"A","boards":"all"}', 'post {"boards":"all","text":"A","force":false}'],
  ['acknowledge', 'PRESS', 'acknowledge "wall"'],
  ['acknowledge', '{"id":"m1"}', 'confirm "m1"'],
  ['cancel_message', '{"id":"m1"}', 'remove "m1"'],
  ['blank_board', 'PRESS', 'send {"fill":0,"force":true}'],
  ['home', 'PRESS', 'act "home"'],
  ['favourite', 'f1', 'favourite f1'],
  ['favourite', 'dinner', 'favourite f1'],
  ['favourite', '{"favourite_id":"f1"}', 'favourite f1'],
];
for (const [object, payload, asked] of TAKEN)
  test(`${object} takes ${payload}`, async () => {
    const { run, done } = createCommands();
    assert.is(await run(object, payload), 'done');
    assert.equal(done, [asked]);
  });

test('the light of a display: on, off, and so many per cent as a sensor sends them', async () => {
  const cases: [object: string, payload: string, told: string, asked: string][] = [
    ['light', 'ON', 'done', 'light {"on":true}'],
    ['light', 'OFF', 'done', 'light {"on":false}'],
    ['light', '{"state":"ON","brightness":30}', 'done', 'light {"on":true,"brightness":30}'],
    ['light', '{"brightness":30}', 'done', 'light {"brightness":30}'],
    ['light', 'dim', '400 "dim" is not ON or OFF', ''],
    ['brightness', '40', 'done', 'light {"brightness":40}'],
    ['brightness', '12.6', 'done', 'light {"brightness":13}'],
    ['brightness', '{"value":40}', 'done', 'light {"brightness":40}'],
    ['brightness', '{"brightness":0}', 'done', 'light {"brightness":0}'],
    ['brightness', '101', '422 brightness: ', ''],
    ['brightness', 'unavailable', '422 brightness: ', ''],
    ['brightness', '{"level":40}', '422 level', ''],
  ];
  for (const [object, payload, told, asked] of cases) {
    const { run, done } = createCommands();
    assert.match(await run(object, payload), told);
    assert.equal(done, asked === '' ? [] : [asked], `${object} ${payload}`);
  }
});

test('only a wall with motors knows its home', () => {
  assert.is(createCommands().commands.knowsHome('wall'), true);
});

test('quiet, a page for a while and the rotation', async () => {
  const cases: [object: string, payload: string, told: string, asked: string][] = [
    ['quiet', 'ON', 'done', 'quiet wall {"minutes":60}'],
    ['all_quiet', 'ON', 'done', 'quiet all {"minutes":60}'],
    ['all_quiet', '{"minutes":5}', 'done', 'quiet all {"minutes":5,"until":null}'],
    ['all_quiet', 'OFF', 'done', 'endQuiet null'],
    ['all_quiet', '{"minutes":5,"board":"wall"}', '400 board_id: ', ''],
    [
      'vbml',
      '{"components":[{"template":"A"}],"board":"wall"}',
      'done',
      'vbml {"components":[{"template":"A"}],"force":false}',
    ],
    ['vbml', '{"components":[]}', '422 components: ', ''],
    ['vbml', '{"components":[{"template":"A"}],"boards":"all"}', '422 boards: ', ''],
    ['vbml', 'A', '422 components: ', ''],
    ['quiet', '120', 'done', 'quiet wall {"minutes":120,"until":null}'],
    ['quiet', '{"until":"2099-01-01T00:00:00Z"}', 'done', 'quiet wall {"until":"2099-01-01T00:00:00Z"}'],
    ['quiet', 'OFF', 'done', 'endQuiet null'],
    ['quiet', '{"minutes":0}', '422 minutes: ', ''],
    ['quiet', '{"minutes":5,"hours":1}', '422 hours', ''],
    ['next', 'PRESS', 'done', 'turn 1'],
    ['previous', 'PRESS', 'done', 'turn -1'],
    ['hold', 'PRESS', 'done', 'hold 60'],
    ['hold', '{"minutes":5}', 'done', 'hold 5'],
    ['hold', '1', 'done', 'hold 1'],
    ['hold', '0', '422 minutes: ', ''],
    ['active_page', '{"page_id":"p","until":"tomorrow"}', 'done', 'pin ["p","tomorrow"]'],
    ['active_page', '{"page_id":"p"}', 'done', 'pin ["p",null]'],
    ['show_page', '{"page_id":"p","until":"tomorrow"}', 'done', 'show {"page_id":"p","until":"tomorrow"}'],
    ['show_page', '{"page_id":"p"}', '422 exactly one of minutes, until', ''],
  ];
  for (const [object, payload, told, asked] of cases) {
    const { run, done } = createCommands();
    assert.match(await run(object, payload), told);
    assert.equal(done, asked === '' ? [] : [asked], `${object} ${payload}`);
  }
});

test.run();
