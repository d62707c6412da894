import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { McpServices } from '../../src/mcp/services.ts';
import type { Hints, Tool } from '../../src/mcp/tool.ts';
import { boardTools } from '../../src/mcp/tools/boards.ts';
import { collectionTools } from '../../src/mcp/tools/collections.ts';
import { favouriteTools } from '../../src/mcp/tools/favourites.ts';
import { messageTools } from '../../src/mcp/tools/messages.ts';
import { pageTools } from '../../src/mcp/tools/pages.ts';
import { pluginTools } from '../../src/mcp/tools/plugins.ts';
import { scheduleTools } from '../../src/mcp/tools/schedules.ts';
import { stayTools } from '../../src/mcp/tools/stays.ts';
import { systemTools } from '../../src/mcp/tools/system.ts';
import { templateTools } from '../../src/mcp/tools/templates.ts';
import { describeBoard, describeDelivery, describeMessages, describePage } from '../../src/mcp/wording.ts';
import { samplePage } from '../support/sample-state.ts';

const test = suite('mcp/wording');

const asked: unknown[] = [];
const note =
  (name: string) =>
  (...args: unknown[]) => (asked.push([name, ...args]), { code: 'sent', sent: true });
const services = {
  stays: {
    quiet: note('quiet'),
    endQuiet: note('endQuiet'),
    hold: note('hold'),
    turn: note('turn'),
    show: note('show'),
    update: note('update'),
    pinEnd: (_board: string, _page: string, until: string | null) => until,
  },
  boards: { pin: note('pin'), refresh: note('refresh'), update: note('change') },
  queue: { move: note('move'), remove: note('remove'), confirm: note('confirm') },
  messages: { post: note('post'), clear: note('clear') },
  vbml: () => ({ post: note('vbml') }),
  pages: { list: () => ({ pages: [samplePage('p1', 'Tea')] }) },
  collections: { list: () => ({ collections: [{ id: 'c1', name: 'Round' }] }) },
  schedules: { list: note('list') },
} as unknown as McpServices;
const TOOLS: readonly Tool[] = [
  boardTools,
  messageTools,
  pageTools,
  scheduleTools,
  collectionTools,
  favouriteTools,
  stayTools,
  templateTools,
  pluginTools,
  systemTools,
].flatMap((make) => make(services));
const toolOf = (name: string): Tool => {
  const found = TOOLS.find((one) => one.name === name);
  assert.ok(found, name);
  return found;
};

const HINTS: Readonly<Record<string, readonly string[]>> = {
  reads: [
    'list_boards',
    'get_board',
    'get_timeline',
    'list_messages',
    'list_pages',
    'get_page',
    'list_schedules',
    'get_schedule',
    'list_collections',
    'get_collection',
    'list_favourites',
    'get_history',
    'list_variables',
    'list_functions',
    'list_plugins',
    'get_plugin',
    'get_status',
  ],
  fetches: ['render_preview', 'get_plugin_data'],
  adds: [
    'send_message',
    'create_page',
    'create_schedule',
    'create_collection',
    'send_favourite',
    'send_again',
    'turn_rotation',
  ],
  switches: [
    'update_board',
    'pause_board',
    'resume_board',
    'pin_page',
    'unpin_page',
    'refresh_board',
    'change_message',
    'clear_message',
    'quiet_board',
    'show_page',
  ],
  replaces: [
    'update_page',
    'delete_page',
    'update_schedule',
    'delete_schedule',
    'update_collection',
    'delete_collection',
    'update_plugin',
  ],
};
const kindOf = ({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint }: Hints): string => {
  if (readOnlyHint) return openWorldHint ? 'fetches' : 'reads';
  if (destructiveHint) return 'replaces';
  return idempotentHint ? 'switches' : 'adds';
};
test('each tool says what it does to what is stored', () => {
  for (const { name, hints } of TOOLS) assert.ok(HINTS[kindOf(hints)]?.includes(name), `${name} ${kindOf(hints)}`);
  assert.is(Object.values(HINTS).flat().length, TOOLS.length);
  for (const { name, hints } of TOOLS) {
    assert.is(hints.idempotentHint, kindOf(hints) !== 'adds', name);
    assert.not.ok(hints.readOnlyHint && hints.destructiveHint, name);
    assert.is(hints.openWorldHint, kindOf(hints) === 'fetches', name);
  }
});

test('an empty text clears what a client without null could not, and nothing else', () =>
  assert.equal(Object.fromEntries(TOOLS.flatMap(({ name, clears }) => (clears ? [[name, clears]] : []))), {
    update_board: ['default_page_id'],
    update_page: ['transition_strategy'],
    update_schedule: ['end_time', 'annual_end_date', 'one_off_end_date'],
  }));

const CALLS: [tool: string, args: object, asked: unknown[]][] = [
  ['quiet_board', { board: 'all', end: true }, ['endQuiet', 'all']],
  ['quiet_board', { board: 'b', end: false, minutes: 5 }, ['quiet', 'b', { minutes: 5 }]],
  ['turn_rotation', { board: 'b', to: 'next' }, ['turn', 'b', 1]],
  ['turn_rotation', { board: 'b', to: 'previous' }, ['turn', 'b', -1]],
  ['turn_rotation', { board: 'b', to: 'hold' }, ['hold', 'b', 60]],
  ['turn_rotation', { board: 'b', to: 'hold', minutes: 5 }, ['hold', 'b', 5]],
  ['show_page', { board: 'b', page_id: 'p', minutes: 5 }, ['show', 'b', { page_id: 'p', minutes: 5 }]],
  ['pause_board', { board: 'b', paused_until: 'x' }, ['update', 'b', { paused: true, paused_until: 'x' }]],
  ['resume_board', { board: 'b' }, ['change', 'b', { paused: false }]],
  ['pin_page', { board: 'b', page_id: 'p', until: 'tomorrow' }, ['pin', 'b', 'p', 'tomorrow']],
  ['pin_page', { board: 'b', page_id: 'p' }, ['pin', 'b', 'p', null]],
  ['unpin_page', { board: 'b' }, ['pin', 'b', null]],
  ['refresh_board', {}, ['refresh', null]],
  ['refresh_board', { board: 'b' }, ['refresh', 'b']],
  ['change_message', { id: 'm', change: 'move', at: 'x' }, ['move', 'm', { at: 'x' }]],
  ['change_message', { id: 'm', change: 'cancel' }, ['remove', 'm']],
  ['change_message', { id: 'm', change: 'acknowledge' }, ['confirm', 'm']],
  ['send_message', { board: 'b', text: 'A' }, ['post', 'b', { text: 'A' }]],
  ['send_message', { board: 'b', boards: 'all', text: 'A' }, ['post', '-', { boards: 'all', text: 'A' }]],
  ['list_schedules', {}, ['list', null]],
  ['list_schedules', { board: '*' }, ['list', '*']],
];
for (const [name, args, expected] of CALLS)
  test(`${name} ${JSON.stringify(args)} asks for ${JSON.stringify(expected)}`, async () => {
    asked.length = 0;
    await toolOf(name).run(args);
    assert.equal(asked, [expected]);
  });

const RULE = {
  id: 'r',
  board_id: '',
  page_id: 'p',
  enabled: true,
  recurrence_type: 'weekly',
  day_pattern: 'weekdays',
  start_type: 'fixed',
  end_type: 'fixed',
  resolved_start_time: '08:00',
  resolved_end_time: '09:00',
};
const DELIVERY = { sent: true, board_id: 'b', reason: null, text: 'HI', expires_at: null };
const WORDS: [tool: string, result: object, text: string][] = [
  ['list_boards', { boards: [] }, 'There is no board.'],
  ['list_schedules', { schedules: [] }, 'There is no rule.'],
  ['list_schedules', { schedules: [RULE] }, '- 08:00 to 09:00, weekdays: page p on the primary board (id r)'],
  [
    'list_schedules',
    {
      schedules: [
        { ...RULE, board_id: 'b', enabled: false, start_type: 'sunset', end_type: 'sunrise', resolved_end_time: null },
      ],
    },
    '- 08:00 (sunset) to the end of the day (sunrise), weekdays: page p on board b, switched off (id r)',
  ],
  [
    'list_schedules',
    { schedules: [{ ...RULE, day_pattern: 'custom', custom_days: ['monday', 'friday'] }] },
    '- 08:00 to 09:00, monday, friday: page p on the primary board (id r)',
  ],
  [
    'list_schedules',
    { schedules: [{ ...RULE, recurrence_type: 'annual_date', annual_date: '12-24', annual_end_date: '12-26' }] },
    '- 08:00 to 09:00, each year on 12-24 to 12-26: page p on the primary board (id r)',
  ],
  [
    'list_schedules',
    { schedules: [{ ...RULE, recurrence_type: 'one_off_date', one_off_date: '2026-12-24', one_off_end_date: null }] },
    '- 08:00 to 09:00, once on 2026-12-24: page p on the primary board (id r)',
  ],
  [
    'create_schedule',
    { ...RULE, warnings: ['Odd.', 'Strange.'] },
    'Saved: 08:00 to 09:00, weekdays: page p on the primary board (id r)\nWarning: Odd.\nWarning: Strange.',
  ],
  ['delete_schedule', { id: 'r' }, 'The rule r was deleted.'],
  [
    'pin_page',
    { board_id: 'b', page_id: 'p', sent: true, error: null, warnings: [] },
    'p is pinned on board b.\nThe flaps were moved.',
  ],
  [
    'pin_page',
    { board_id: 'b', page_id: 'p', sent: false, error: 'Paused.', warnings: ['Odd.'] },
    'p is pinned on board b.\nNo flap was moved: Paused.\nOdd.',
  ],
  [
    'pin_page',
    { board_id: 'b', page_id: 'p', sent: false, error: null, warnings: [] },
    'p is pinned on board b.\nNo flap was moved: nothing had to be written.',
  ],
  [
    'unpin_page',
    { board_id: 'b', page_id: null, sent: true, error: null, warnings: [] },
    'Nothing is pinned on board b; it follows its schedule again.',
  ],
  ['refresh_board', { message: 'Shown.', sent: true }, 'Shown. Flaps were moved.'],
  ['refresh_board', { message: 'Shown.', sent: false }, 'Shown. No flap was moved.'],
  [
    'get_timeline',
    {
      ranges: [
        { from: '1', to: '2', page_id: 'p1', source: 'schedule', silence: false },
        { from: '2', to: '3', page_id: 'c1', source: 'manual', silence: true },
        { from: '3', to: '4', page_id: 'gone', source: 'schedule', silence: false },
        { from: '4', to: '5', page_id: null, source: 'none', silence: false },
      ],
      messages: [
        { id: 'm', at: '2', until: '3', text: ' A\nB ' },
        { id: 'n', at: '2', until: null, text: 'C' },
      ],
    },
    '- 1 to 2: Tea (p1), schedule\n- 2 to 3: Round (c1), manual, silenced\n- 3 to 4: gone, schedule\n' +
      '- 4 to 5: nothing new, none\n- 2 to 3: planned message m: A B\n- 2: planned message n: C',
  ],
  ['get_timeline', { ranges: [] }, 'There is nothing to tell.'],
  ['list_collections', { collections: [] }, 'There is no collection.'],
  [
    'list_collections',
    {
      collections: [
        { id: 'c', name: 'Round', selection_mode: 'time', page_ids: ['a', 'b'] },
        { id: 'd', name: 'E', selection_mode: 'random', page_ids: [] },
      ],
    },
    '- Round (id c): time, pages a, b\n- E (id d): random, pages none',
  ],
  [
    'create_collection',
    { id: 'c', name: 'Round', selection_mode: 'time', page_ids: ['a'] },
    'Saved: Round (id c): time, pages a',
  ],
  ['delete_collection', { id: 'c' }, 'The collection c was deleted.'],
  ['list_favourites', { favourites: [] }, 'There is no favourite.'],
  ['list_favourites', { favourites: [{ id: 'f', name: 'Tea' }] }, '- Tea (id f)'],
  ['send_favourite', { sent: true, reason: null }, 'Flaps were moved.'],
  ['send_favourite', { sent: false, reason: 'Paused.' }, 'No flap was moved: Paused.'],
  ['send_favourite', { sent: false, reason: null }, 'No flap was moved: nobody knows why.'],
  ['get_history', { entries: [] }, 'Nothing is remembered.'],
  [
    'get_history',
    { entries: [{ id: 'h', at: '1', by: 'rule', why: 'page', text: 'A / B' }] },
    '- 1, rule, page (id h): A / B',
  ],
  [
    'get_status',
    {
      running: true,
      config_summary: { zone: 'UTC' },
      boards: {
        a: { paused: true, error: null, drifted: false, last_sent_at: null },
        b: { paused: false, error: 'No answer.', drifted: true, last_sent_at: '12:00' },
      },
    },
    'The display loop runs.\n- board a: paused, no error\n' +
      '- board b: error: No answer., shows something else than was sent, last written 12:00\n- zone: "UTC"',
  ],
  ['get_status', { running: false, config_summary: {}, boards: {} }, 'The display loop is stopped.\n'],
  ['list_pages', { pages: [] }, 'There is no page.'],
  ['delete_page', { message: 'Gone.', active_page_updated: false, new_active_page_id: null }, 'Gone.'],
  [
    'delete_page',
    { message: 'Gone.', active_page_updated: true, new_active_page_id: null },
    'Gone. Nothing is pinned in its place.',
  ],
  [
    'delete_page',
    { message: 'Gone.', active_page_updated: true, new_active_page_id: 'q' },
    'Gone. q is pinned in its place.',
  ],
  [
    'update_page',
    { page: samplePage('p1', 'Tea'), incompatible_references: [{ board_name: 'Wall', surface: 'default_page' }] },
    'Saved: Tea (id p1): template, flagship (6 rows x 22 columns)\nHELLO\n\n\n\n\n\nIt no longer fits the board "Wall" (default_page).',
  ],
  ['list_plugins', { plugins: [] }, 'There is no plugin.'],
  [
    'list_plugins',
    {
      plugins: [
        { id: 'a', name: 'A', description: 'One.', enabled: true, configured: true },
        { id: 'b', name: 'B', description: 'Two.', enabled: false, configured: false },
      ],
    },
    '- a (A): enabled. One.\n- b (B): disabled, settings are missing. Two.',
  ],
  ['list_functions', { functions: {} }, 'There is no function.'],
  ['list_functions', { functions: { a: { signature: 'A(x)', summary: 'does.' } } }, '- A(x): does.'],
  [
    'list_variables',
    {
      variables: { w: ['t', 'u', 'v'] },
      variable_metadata: { w: { t: { description: 'Heat', preview: '5' }, u: { preview: '' } } },
      colors: { red: 63, blue: 67 },
      symbols: ['sun', 'rain'],
      filters: ['upper', 'trim'],
    },
    '- {{w.t}}: Heat (now "5")\n- {{w.u}}\n- {{w.v}}\nColours: red, blue\nSymbols: sun, rain\nFilters: upper, trim',
  ],
  [
    'list_variables',
    { variables: {}, colors: {}, symbols: [], filters: [] },
    'No plugin that brings variables is enabled.\nColours: \nSymbols: \nFilters: ',
  ],
  ['change_message', DELIVERY, 'The flaps of board b were moved.\nOn the board:\nHI'],
  [
    'change_message',
    { id: 'm', state: 'waiting', priority: 'normal', text: 'A', at: null, until: null },
    '- m (waiting, normal): A',
  ],
];
for (const [name, result, text] of WORDS)
  test(`${name} says ${text.slice(0, 60)}`, () => assert.is(toolOf(name).format?.(result), text));

test('what became of a message', () => {
  assert.is(
    describeDelivery({ ...DELIVERY, expires_at: '12:00', warnings: ['Odd.'], id: 'm' } as never),
    'The flaps of board b were moved.\nIt ends at 12:00.\nOdd.\nIts id is m.\nOn the board:\nHI',
  );
  assert.is(
    describeDelivery({ ...DELIVERY, sent: false, reason: 'Paused.' } as never),
    'No flap was moved on board b: Paused.\nThe picture:\nHI',
  );
  assert.match(describeDelivery({ ...DELIVERY, sent: false } as never), 'on board b: no reason is known');
  const dropped = { ...DELIVERY, sent: false, reason: 'Another one is up.', state: 'dropped', id: 'm' };
  assert.is(describeDelivery(dropped as never), 'No flap was moved on board b: Another one is up.\nThe picture:\nHI');
});

test('messages of a board', () => {
  assert.is(describeMessages([]), 'There is no message.');
  const one = { id: 'm', state: 'planned', priority: 'urgent', text: ' A\nB ', at: '1', until: '2' };
  assert.is(describeMessages([one as never]), '- m (planned, urgent, from 1, until 2): A B');
});

test('what is on a board, and why', () => {
  const board = {
    id: 'b',
    name: 'Wall',
    device_type: 'note',
    rows: 3,
    cols: 15,
    is_primary: false,
    paused: false,
    schedule_enabled: true,
    resolved_page_id: 'p',
    source: 'schedule',
    default_page_id: null,
    override_expires_at: null,
    text: null,
  };
  assert.is(
    describeBoard(board as never),
    'Wall (id b): note (3 rows x 15 columns); follows its schedule\nPage: p (chosen by the schedule or as the default page)\n' +
      'Nothing is known to be on it.',
  );
  const busy = {
    ...board,
    is_primary: true,
    paused: true,
    schedule_enabled: false,
    resolved_page_id: null,
    source: 'none',
    default_page_id: 'd',
    override_expires_at: '12:00',
    text: 'HI',
  };
  assert.is(
    describeBoard(busy as never),
    'Wall (id b): note (3 rows x 15 columns); primary; PAUSED: nothing is written; ignores its schedule\n' +
      'Page: none (nothing is chosen)\nDefault page: d\nA message is on it until 12:00.\nOn the board now:\nHI',
  );
  assert.match(describeBoard({ ...board, source: 'manual' } as never), 'Page: p (pinned by hand)');
});

test('a page that is no template shows what it is made of', () =>
  assert.match(
    describePage({ ...samplePage('p1'), template: null, display_type: 'weather', type: 'single' }),
    /single, .*\n\{"rows":null,"display_type":"weather"\}$/,
  ));

test.run();
