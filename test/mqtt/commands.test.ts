import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { parseCommand } from '../../src/mqtt/command.ts';
import { Commands } from '../../src/mqtt/commands.ts';
import type { MqttServices } from '../../src/mqtt/services.ts';
import { currentActor } from '../../src/platform/actor.ts';

const test = suite('commands over MQTT');

/** Commands over use cases that note what they are asked for. */
const createCommands = () => {
  const done: string[] = [];
  const actors: string[] = [];
  const note =
    (what: string) =>
    async (...args: unknown[]) => {
      done.push(`${what} ${JSON.stringify(args[1] ?? null)}`);
      actors.push(currentActor().by);
      return { sent: true };
    };
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
  return { run, done, actors, commands };
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
  ['send_message', { message: 'A', force: 'true' }, /^422 force: /],
  ['send_message', { message: 'A', boards: [] }, /^422 boards: /],
  ['send_message', { message: 'A', boards: 'all', board_id: 'wall' }, /^400 boards: /],
  ['send_message', {}, /^400 message: /],
  ['send_message', { duration_minutes: 5 }, /^400 message: /],
  ['send_message', { message: null }, /^400 message: /],
  ['cancel_message', {}, /^400 id: /],
  ['cancel_message', { id: 5 }, /^400 id: /],
  ['quiet', { minutes: 5, until: '2099-01-01T00:00:00Z' }, /^422 exactly one of minutes, until/],
  ['show_page', { page_id: 'p', minutes: 5, until: 'tomorrow' }, /^422 exactly one of minutes, until/],
  ['paused', { state: 'ON', paused_until: 'soon' }, /^422 paused_until: /],
  ['paused', { state: 'x'.repeat(41) }, /^400 "x{40}" is not ON/],
  ['favourite', { name: 'x'.repeat(41) }, /^404 There is no favourite "x{40}"/],
  ['transition_style', { value: 'x'.repeat(41) }, /^400 There is no transition "x{40}"/],
  ['transition_style', {}, /^400 There is no transition ""/],
  ['refresh_interval', { value: 'x'.repeat(41) }, /^400 "x{40}" is no number/],
  ['x'.repeat(41), {}, /^404 There is no command "x{40}"/],
  ['blank_board', { board: 'x'.repeat(41) }, /^404 There is no board "x{40}"/],
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
  ['paused', { state: null }, /^400 state: /],
  ['all_quiet', { value: null }, /^400 state: /],
  ['send_message', { message: 'A'.repeat(16 * 1024) }, /^413 .*16384 bytes/],
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
    'paused',
    '{"state":"ON","paused_until":"2099-01-01T00:00:00Z"}',
    'update {"paused":true,"paused_until":"2099-01-01T00:00:00Z"}',
  ],
  [
    'send_message',
    '{"text":"A","board_id":"wall","duration_minutes":5,"force":true}',
    'post {"duration_minutes":5,"force":true,"text":"A"}',
  ],
  [
    'send_message',
    '{"text":"A","priority":"urgent","when_busy":"queue","acknowledge":true,"template":true,"rows":"bottom"}',
    'post {"force":false,"priority":"urgent","when_busy":"queue","acknowledge":true,"template":true,"rows":"bottom","text":"A"}',
  ],
  [
    'send_message',
    '{"text":"A","at":"2026-03-02T18:00:00Z","after_silence":true}',
    'post {"force":false,"at":"2026-03-02T18:00:00Z","after_silence":true,"text":"A"}',
  ],
  ['send_message', '{"text":"A","boards":"all"}', 'post {"force":false,"boards":"all","text":"A"}'],
  ['acknowledge', 'PRESS', 'acknowledge "wall"'],
  ['acknowledge', '{"id":"m1"}', 'confirm "m1"'],
  ['cancel_message', '{"id":"m1"}', 'remove "m1"'],
  ['blank_board', 'PRESS', 'send {"fill":0,"force":true}'],
  ['home', 'PRESS', 'act "home"'],
  ['favourite', 'f1', 'favourite f1'],
  ['favourite', 'dinner', 'favourite f1'],
  ['favourite', '{"favourite_id":"f1"}', 'favourite f1'],
  ['favourite', '{"name":"Dinner"}', 'favourite f1'],
  ['favourite', '{"value":"Dinner"}', 'favourite f1'],
  ['favourite', '{"text":"Dinner"}', 'favourite f1'],
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
    ['brightness', '{"text":"40"}', 'done', 'light {"brightness":40}'],
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

for (const topic of ['blank_board', 'all_paused'])
  test(`${topic} is done in the name of MQTT`, async () => {
    const { run, actors } = createCommands();
    await run(topic, topic === 'all_paused' ? 'ON' : 'PRESS');
    assert.equal([actors, currentActor().by], [['mqtt'], 'rule']);
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
    ['quiet', '{"minutes":0}', '422 minutes: Must be at least 1.', ''],
    ['quiet', 'soon', '400 "soon" is not ON or OFF, nor a number of minutes.', ''],
    ['quiet', '{"minutes":5,"hours":1}', '422 hours', ''],
    ['next', 'PRESS', 'done', 'turn 1'],
    ['previous', 'PRESS', 'done', 'turn -1'],
    ['hold', 'PRESS', 'done', 'hold 60'],
    ['hold', '{"minutes":5}', 'done', 'hold 5'],
    ['hold', '{"value":"5"}', 'done', 'hold 5'],
    ['hold', '{"text":"5"}', 'done', 'hold 5'],
    ['hold', '1', 'done', 'hold 1'],
    ['hold', '0', '422 minutes: ', ''],
    ['active_page', '{"page_id":"p","until":"tomorrow"}', 'done', 'pin ["p","tomorrow"]'],
    ['active_page', '{"page_id":"p"}', 'done', 'pin ["p",null]'],
    ['show_page', '{"page_id":"p","until":"tomorrow"}', 'done', 'show {"page_id":"p","until":"tomorrow"}'],
    ['show_page', '{"page_id":"p","minutes":5}', 'done', 'show {"page_id":"p","minutes":5}'],
    ['show_page', '{"page_id":"p"}', '422 exactly one of minutes, until', ''],
  ];
  for (const [object, payload, told, asked] of cases) {
    const { run, done } = createCommands();
    assert.match(await run(object, payload), told);
    assert.equal(done, asked === '' ? [] : [asked], `${object} ${payload}`);
  }
});

interface Shelf {
  readonly pages?: object[];
  readonly collections?: object[];
  readonly shown?: string | null;
}

/** Commands over two boards with pages; answers the outcome, or the refusal. */
const withPages = ({ pages = [], collections = [], shown = null }: Shelf = {}) => {
  const done: unknown[] = [];
  const boards = [
    { id: 'wall', name: 'Wall', rows: 3, cols: 15, device_type: 'note', resolved_page_id: shown, active_page_id: null },
    {
      id: 'hall',
      name: 'The Hall',
      rows: 6,
      cols: 22,
      device_type: 'flagship',
      resolved_page_id: null,
      active_page_id: shown,
    },
  ];
  const services = {
    boards: {
      list: () => ({ boards }),
      detail: (id: string) => boards.find((one) => one.id === id),
      update: async (id: string, change: object) => void done.push([id, change]),
      pin: async (id: string, page: string | null) => (
        done.push([id, page]), { sent: page !== null, error: page === null ? 'Nothing to show.' : null, code: 'sent' }
      ),
      refresh: async (id: string, force: boolean) => (
        done.push(['refresh', id, force]), { sent: id === 'wall', message: 'Told.', code: 'silent' }
      ),
    },
    control: {
      actions: () => ({ actions: [{ name: 'test' }] }),
      start: async () => void done.push('start'),
      stop: async () => void done.push('stop'),
      forceRefresh: async () => (done.push('refresh all'), { sent: true, message: 'Told.', code: 'sent' }),
    },
    pause: { pauseAll: async () => void done.push('pause'), resumeAll: async () => void done.push('resume') },
    settings: {
      setTransitions: async (change: object) => void done.push(change),
      setPolling: async (change: object) => void done.push(change),
    },
    messages: {
      send: async (id: string) => (done.push(['send', id]), { sent: true, reason: null, code: 'sent' }),
      clear: async (id: string) => (done.push(['clear', id]), { sent: false, reason: 'Nothing.', code: null }),
      post: async (id: string) => (done.push(['post', id]), { sent: true, reason: null, code: 'sent' }),
    },
    vbml: () => ({ post: async (id: string) => (done.push(['vbml', id]), { sent: true, reason: null, code: 'sent' }) }),
    queue: {
      remove: async (id: string) => (done.push(['remove', id]), { sent: true, reason: null, code: 'sent' }),
      acknowledge: async (id: string) => (done.push(['acknowledge', id]), { sent: true, reason: null, code: 'sent' }),
    },
    stays: {
      pinEnd: () => null,
      update: async (id: string, change: object) => void done.push([id, change]),
      hold: async (id: string) => (done.push(['hold', id]), { sent: false, reason: 'Quiet.', code: 'quiet' }),
      show: async (id: string) => (done.push(['show', id]), { sent: false, reason: 'Quiet.', code: 'quiet' }),
      turn: async (id: string, by: number) => (done.push([id, by]), { sent: true, reason: null, code: 'sent' }),
    },
    favourites: {
      list: () => ({
        favourites: [
          { id: 'tea', name: 'Dinner' },
          { id: 'f2', name: 'Tea' },
        ],
      }),
      send: async (id: string) => (done.push(id), { sent: false, reason: 'Quiet.', code: 'silent' }),
    },
    pages: { list: () => ({ pages }) },
    collections: { list: () => ({ collections }) },
  } as unknown as MqttServices;
  const commands = new Commands(services);
  const commandOf = (topic: string, payload: string) => {
    const command = parseCommand('flapbox', `flapbox/${topic}/set`, Buffer.from(payload));
    assert.ok(command);
    return command;
  };
  const run = async (topic: string, payload: string): Promise<unknown> =>
    commands.run(commandOf(topic, payload)).catch((error: unknown) => {
      if (error instanceof Fault) return `${error.status} ${error.detail}`;
      throw error;
    });
  const boardIdOf = (topic: string, payload: string) => commands.boardIdOf(commandOf(topic, payload));
  return { run, done, commands, boardIdOf, boards };
};

const NOTES = { device_type: 'note', notes_wide: 1, notes_tall: 1, grid_rows: null, grid_cols: null };
const PAGES = [
  { id: 'a', name: 'Alpha', ...NOTES },
  { id: 'big', name: 'Big', ...NOTES, device_type: 'flagship' },
  { id: 'b', name: 'Beta', ...NOTES },
  { id: 'c', name: 'Gamma', ...NOTES },
];

const pins: [topic: string, payload: string, done: unknown[], pageName: string][] = [
  ['active_page', 'alpha', ['wall', 'a'], 'Alpha'],
  ['active_page', 'b', ['wall', 'b'], 'Beta'],
  ['active_page', '{"page_id":"big"}', ['wall', 'big'], 'None'],
  ['active_page', 'none', ['wall', null], 'None'],
  ['active_page', '{"page":null}', ['wall', null], 'None'],
  ['board/hall/active_page', 'BIG', ['hall', 'big'], 'Big'],
  ['active_page', 'Round', ['wall', 'round'], 'Round'],
];
for (const [topic, payload, asked, page_name] of pins)
  test(`the page of ${topic} ${payload || '(empty)'}`, async () => {
    const { run, done } = withPages({ pages: PAGES, collections: [{ id: 'round', name: 'Round', page_ids: ['a'] }] });
    const outcome = await run(topic, payload);
    assert.equal(done, [asked]);
    const [boardId, page] = asked;
    assert.equal(outcome, {
      sent: page !== null,
      reason: page === null ? 'Nothing to show.' : null,
      code: 'sent',
      event: { object: 'page_changed', type: 'page_switched', more: { page_name } },
      boardId,
    });
  });

for (const member of ['page', 'page_name', 'name', 'value', 'state', 'text'])
  test(`a page may be named as ${member}`, async () => {
    const { run, done } = withPages({ pages: PAGES });
    await run('active_page', JSON.stringify({ [member]: 'Beta' }));
    assert.equal(done, [['wall', 'b']]);
  });
for (const member of ['state', 'value', 'text'])
  test(`a switch may be said as ${member}`, async () => {
    const { run, done } = withPages();
    await run('all_paused', JSON.stringify({ [member]: 'ON' }));
    assert.equal(done, ['pause']);
  });

const noPages: [payload: string, refusal: RegExp][] = [
  ['Big', /^404 There is no page "Big"/],
  ['x'.repeat(60), /^404 There is no page "x{40}"/],
  ['', /^404 There is no page ""/],
  ['{}', /^400 page: /],
  ['{"until":null}', /^400 page: /],
];
for (const [payload, refusal] of noPages)
  test(`there is no page ${payload.slice(0, 20)}`, async () => {
    const { run, done } = withPages({ pages: PAGES });
    assert.match(String(await run('active_page', payload)), refusal);
    assert.match(String(await run('show_page', payload)), refusal);
    assert.equal(done, []);
  });
test('to show no page is refused', async () =>
  assert.match(String(await withPages({ pages: PAGES }).run('show_page', 'None')), /^400 page: /));

const steps: [object: string, shown: string | null, page: string, direction: string][] = [
  ['next_page', null, 'a', 'next'],
  ['next_page', 'a', 'b', 'next'],
  ['next_page', 'c', 'a', 'next'],
  ['previous_page', null, 'c', 'previous'],
  ['previous_page', 'a', 'c', 'previous'],
  ['previous_page', 'c', 'b', 'previous'],
];
for (const [object, shown, page, direction] of steps)
  test(`${object} after ${shown} is ${page}`, async () => {
    const { run, done } = withPages({ pages: PAGES, shown });
    const { event } = (await run(object, 'PRESS')) as { event: { object: string; type: string; more: object } };
    assert.equal(done, [['wall', page]]);
    const { name } = PAGES.find(({ id }) => id === page) ?? {};
    assert.equal(event, { object: 'display_updated', type: 'page_navigated', more: { page_name: name, direction } });
  });
test('a step goes from the pinned page where none is resolved; without pages there is none', async () => {
  const large = ['l1', 'l2', 'l3'].map((id) => ({ id, name: id, ...NOTES, device_type: 'flagship' }));
  const { run, done } = withPages({ pages: [...PAGES.slice(0, 1), ...large], shown: 'l2' });
  await run('board/hall/next_page', 'PRESS');
  await run('board/hall/previous_page', 'PRESS');
  assert.equal(done, [
    ['hall', 'l3'],
    ['hall', 'l1'],
  ]);
  assert.match(String(await withPages().run('next_page', 'PRESS')), /^404 There is no page/);
});

test('a step passes over pages that have the height of the board or its width alone', async () => {
  const panel = (id: string, grid_rows: number, grid_cols: number) => ({
    id,
    name: id,
    ...NOTES,
    device_type: 'panel',
    grid_rows,
    grid_cols,
  });
  const pages = [panel('wide', 3, 22), panel('tall', 6, 15), ...PAGES.slice(0, 1)];
  const { run, done } = withPages({ pages });
  await run('next_page', 'PRESS');
  await run('previous_page', 'PRESS');
  assert.equal(done, [
    ['wall', 'a'],
    ['wall', 'a'],
  ]);
});

test('every page that fits may be chosen, however many there are', async () => {
  const pages = Array.from({ length: 2000 }, (_, at) => ({ id: `p${at}`, name: `Page ${at}`, ...NOTES }));
  const { run, done } = withPages({ pages });
  await run('active_page', 'Page 1999');
  assert.equal(done, [['wall', 'p1999']]);
});

test('without boards there is no first one', async () => {
  const { run, boardIdOf, boards } = withPages();
  boards.length = 0;
  assert.match(String(await run('clear_message', '')), /^404 There is no board "primary"/);
  assert.is(boardIdOf('clear_message', ''), null);
});

const outcomes: [topic: string, payload: string, done: unknown, outcome: object][] = [
  ['paused', 'maybe', undefined, /^400 "maybe" is not ON or OFF/],
  [
    'board/hall/schedule_enabled',
    'ON',
    ['hall', { schedule_enabled: true }],
    {
      sent: false,
      reason: null,
      event: { object: 'settings_changed', type: 'schedule_toggled', more: { enabled: true } },
      boardId: 'hall',
    },
  ],
  [
    'display_service',
    'ON',
    'start',
    {
      sent: false,
      reason: null,
      event: { object: 'settings_changed', type: 'service_toggled', more: { running: true } },
    },
  ],
  [
    'all_paused',
    'ON',
    'pause',
    { sent: false, reason: null, event: { object: 'settings_changed', type: 'pause_toggled', more: { paused: true } } },
  ],
  [
    'all_paused',
    'OFF',
    'resume',
    {
      sent: false,
      reason: null,
      event: { object: 'settings_changed', type: 'pause_toggled', more: { paused: false } },
    },
  ],
  ['transition_style', 'column', { strategy: 'column' }, { sent: false, reason: null }],
  ['transition_style', 'Instant', { strategy: null }, { sent: false, reason: null }],
  ['transition_style', 'none', { strategy: null }, { sent: false, reason: null }],
  ['transition_style', 'wild', undefined, /^400 There is no transition "wild"/],
  ['refresh_interval', '60', { interval_seconds: 60 }, { sent: false, reason: null }],
  ['refresh_interval', '9.4', { interval_seconds: 10 }, { sent: false, reason: null }],
  ['refresh_interval', '999999999', { interval_seconds: 3600 }, { sent: false, reason: null }],
  ['refresh_interval', '1234567890', undefined, /^400 "1234567890" is no number/],
  ['refresh_interval', 'soon', undefined, /^400 "soon" is no number/],
  ['favourite', 'tea', 'tea', { sent: false, reason: 'Quiet.', code: 'silent' }],
  ['favourite', 'TEA', 'f2', { sent: false, reason: 'Quiet.', code: 'silent' }],
  ['favourite', '{"id":"f2"}', 'f2', { sent: false, reason: 'Quiet.', code: 'silent' }],
  [
    'board/hall/send_message',
    'HELLO',
    ['post', 'hall'],
    {
      sent: true,
      reason: null,
      code: 'sent',
      event: { object: 'display_updated', type: 'message_sent' },
      boardId: 'hall',
    },
  ],
  [
    'board/hall/vbml',
    '{"components":[{"template":"A"}]}',
    ['vbml', 'hall'],
    {
      sent: true,
      reason: null,
      code: 'sent',
      event: { object: 'display_updated', type: 'message_sent' },
      boardId: 'hall',
    },
  ],
  [
    'refresh_display',
    '',
    'refresh all',
    { sent: true, reason: null, code: 'sent', event: { object: 'display_updated', type: 'page_refreshed' } },
  ],
  [
    'refresh_display',
    '{}',
    ['refresh', 'wall', true],
    {
      sent: true,
      reason: null,
      code: 'silent',
      event: { object: 'display_updated', type: 'page_refreshed' },
      boardId: 'wall',
    },
  ],
  [
    'refresh_display',
    '{"board":"the hall"}',
    ['refresh', 'hall', true],
    {
      sent: false,
      reason: 'Told.',
      code: 'silent',
      event: { object: 'display_updated', type: 'page_refreshed' },
      boardId: 'hall',
    },
  ],
  [
    'clear_message',
    '{"board_id":"hall","board":"The Hall"}',
    ['clear', 'hall'],
    {
      sent: false,
      reason: 'Nothing.',
      code: null,
      event: { object: 'display_updated', type: 'page_refreshed' },
      boardId: 'hall',
    },
  ],
  [
    'next',
    '{"board":"primary"}',
    ['wall', 1],
    {
      sent: true,
      reason: null,
      code: 'sent',
      event: { object: 'display_updated', type: 'page_navigated' },
      boardId: 'wall',
    },
  ],
  [
    'board/hall/paused',
    'ON',
    ['hall', { paused: true }],
    {
      sent: false,
      reason: null,
      event: { object: 'settings_changed', type: 'pause_toggled', more: { paused: true } },
      boardId: 'hall',
    },
  ],
  ...(
    [
      ['hold', 'PRESS', ['hold', 'wall'], 'display_updated', 'page_navigated', 'quiet'],
      ['show_page', '{"page":"Alpha","minutes":5}', ['show', 'wall'], 'page_changed', 'page_switched', 'quiet'],
      ['acknowledge', 'PRESS', ['acknowledge', 'wall'], 'display_updated', 'page_refreshed', 'sent'],
      ['cancel_message', '{"id":"m"}', ['remove', 'm'], 'display_updated', 'page_refreshed', 'sent'],
      ['blank_board', 'PRESS', ['send', 'wall'], 'display_updated', 'board_blanked', 'sent'],
      ['send_message', '{"text":"A","boards":"all"}', ['post', '-'], 'display_updated', 'message_sent', 'sent'],
    ] as const
  ).map(([topic, payload, asked, object, type, code]): (typeof outcomes)[number] => [
    topic,
    payload,
    asked,
    {
      sent: code === 'sent',
      reason: code === 'sent' ? null : 'Quiet.',
      code,
      event: { object, type },
      boardId: 'wall',
    },
  ]),
  ['board/wall/clear_message', '{"board":"hall"}', undefined, /^400 board_id: "hall" is another board than "wall"/],
  ['clear_message', '{"board_id":"wall","board":"hall"}', undefined, /^400 board_id: /],
  [`board/${'x'.repeat(41)}/clear_message`, '{"board":"wall"}', undefined, /^404 There is no board "x{40}"/],
  [
    'board/wall/clear_message',
    `{"board":"The Hall"}`,
    undefined,
    /^400 board_id: "The Hall" is another board than "wall"/,
  ],
  ['clear_message', '{"board":5}', undefined, /^404 There is no board "5"/],
  ['clear_message', '{"board":{}}', undefined, /^404 There is no board ""/],
  ['board/attic/clear_message', '', undefined, /^404 There is no board "attic"/],
  ['board/wall/all_paused', 'ON', undefined, /^404 There is no command "all_paused"/],
  ['explode', '', undefined, /^404 There is no command "explode"/],
  ['constructor', '', undefined, /^404 There is no command "constructor"/],
];
for (const [topic, payload, asked, expected] of outcomes)
  test(`${topic} ${payload} and its outcome`, async () => {
    const { run, done } = withPages({ pages: PAGES });
    const outcome = await run(topic, payload);
    if (expected instanceof RegExp) assert.match(String(outcome), expected);
    else assert.equal(outcome, expected);
    assert.equal(done, asked === undefined ? [] : [asked]);
  });

const owners: [topic: string, payload: string, boardId: string | null][] = [
  ['all_paused', 'ON', null],
  ['refresh_display', '', null],
  ['refresh_display', '{"board":"The Hall"}', 'hall'],
  ['paused', 'ON', 'wall'],
  ['paused', '{"board":"hall"}', 'hall'],
  ['board/hall/paused', 'ON', 'hall'],
  ['board/hall/all_paused', 'ON', 'hall'],
  ['board/attic/paused', 'ON', null],
];
for (const [topic, payload, boardId] of owners)
  test(`${topic} ${payload} is about ${boardId ?? 'the appliance'}`, () =>
    assert.is(withPages().boardIdOf(topic, payload), boardId));

test('a wall that knows other actions knows no home', () => assert.is(withPages().commands.knowsHome('wall'), false));

test.run();
