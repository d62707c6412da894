import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmulator, type Emulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { beginSession, connect, initialize, post, type Called, type Connected } from './rig.ts';

/** The virtual primary board "My Board", and a wall that is an emulated flagship. */
interface Context {
  appliance: Appliance;
  emulator: Emulator;
  mcp: Connected;
  wall: string;
}

const test = suite<Context>('mcp: tools');

test.before(async (context) => {
  context.emulator = await startEmulator({ type: 'flagship', port: 0, key: 'k' });
  context.appliance = await startAppliance();
  const wall = {
    device_type: 'flagship',
    name: 'Wall',
    host: `127.0.0.1:${context.emulator.port}`,
    local_api_key: 'k',
    schedule_enabled: false,
  };
  const { body } = await context.appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', wall);
  context.wall = body.boards[1]?.id ?? '';
  context.mcp = await connect(context.appliance.url);
});

test.after(async ({ appliance, emulator, mcp }) => {
  await mcp.close();
  await appliance.close();
  await emulator.close();
});

const NAMES = [
  'change_message',
  'clear_message',
  'create_collection',
  'create_page',
  'create_schedule',
  'delete_collection',
  'delete_page',
  'delete_schedule',
  'get_board',
  'get_collection',
  'get_history',
  'get_page',
  'get_plugin',
  'get_plugin_data',
  'get_schedule',
  'get_status',
  'get_timeline',
  'list_boards',
  'list_collections',
  'list_favourites',
  'list_functions',
  'list_messages',
  'list_pages',
  'list_plugins',
  'list_schedules',
  'list_variables',
  'pause_board',
  'pin_page',
  'quiet_board',
  'refresh_board',
  'render_preview',
  'resume_board',
  'send_again',
  'send_favourite',
  'send_message',
  'show_page',
  'turn_rotation',
  'unpin_page',
  'update_board',
  'update_collection',
  'update_page',
  'update_plugin',
  'update_schedule',
];

const shown = ({ emulator }: Context): readonly number[] => emulator.shown()[0] ?? [];

const idOf = (called: Called): string => {
  assert.not(called.refused, called.text);
  return String(called.value['id']);
};

const makePage = async ({ mcp }: Context, name: string, more: object = {}): Promise<string> =>
  idOf(await mcp.call('create_page', { name, template: [name], ...more }));

test('the list of tools is complete', async ({ mcp }) => {
  const { tools } = await mcp.client.listTools();
  assert.equal(tools.map(({ name }) => name).sort(), NAMES);
});

test('every tool has a description, arguments and hints about its effects', async ({ mcp }) => {
  const { tools } = await mcp.client.listTools();
  for (const { name, title, description, inputSchema, annotations } of tools) {
    assert.ok(title && title !== name, name);
    assert.ok((description ?? '').length > 20, name);
    assert.is(inputSchema.type, 'object', name);
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      assert.ok((schema as { description?: string }).description ?? inputSchema['description'], `${name}: ${argument}`);
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
    for (const hint of [readOnlyHint, destructiveHint, idempotentHint, openWorldHint])
      assert.type(hint, 'boolean', name);
    assert.is(readOnlyHint, /^(get|list|render)_/.test(name), name);
    assert.is(
      destructiveHint,
      name.startsWith('delete_') || /^update_(page|schedule|collection|plugin)$/.test(name),
      name,
    );
  }
});

test('the list of tools is small, and no argument is one thing or null', async ({ appliance, mcp }) => {
  const session = await beginSession(appliance.url);
  const answer = await post(
    appliance.url,
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    { 'Mcp-Session-Id': session },
  );
  const bytes = Buffer.byteLength(await answer.text());
  assert.ok(bytes < 30_000, `${bytes} bytes with the envelope`);
  const { tools } = await mcp.client.listTools();
  for (const { name, inputSchema } of tools) {
    assert.not.match(JSON.stringify(inputSchema), /"null"/, name);
    // Some clients refuse lists of which nobody says what is in them.
    const lists = (JSON.stringify(inputSchema).match(/"type":"array"/g) ?? []).length;
    assert.is((JSON.stringify(inputSchema).match(/"items":\{/g) ?? []).length, lists, name);
  }
});

test('the answer to initialize has the members of the protocol and no others', async ({ appliance }) => {
  const { result } = (await (await post(appliance.url, initialize())).json()) as { result: object };
  assert.equal(Object.keys(result).sort(), ['capabilities', 'instructions', 'protocolVersion', 'serverInfo']);
});

test('null is accepted where a member may be absent, and an empty text clears', async (context) => {
  const { mcp, wall } = context;
  const page = await makePage(context, 'Clear');
  for (const nothing of [null, '']) {
    assert.is(
      (await mcp.call('update_board', { board: wall, name: null, default_page_id: page })).value['default_page_id'],
      page,
    );
    assert.is(
      (await mcp.call('update_board', { board: wall, default_page_id: nothing })).value['default_page_id'],
      null,
    );
  }
  const rule = idOf(
    await mcp.call('create_schedule', {
      board_id: wall,
      page_id: page,
      start_time: '08:00',
      end_time: '09:00',
      custom_days: null,
    }),
  );
  assert.is((await mcp.call('update_schedule', { schedule_id: rule, end_time: '' })).value['end_time'], null);
  await mcp.call('delete_schedule', { schedule_id: rule });
  await mcp.call('delete_page', { page_id: page });
});

test('no description promises a tool or a resource that is not there', async ({ mcp }) => {
  const { tools } = await mcp.client.listTools();
  const texts = [mcp.client.getInstructions() ?? '', ...tools.map(({ description }) => description ?? '')].join(' ');
  const named = texts.match(/\b(?:get|list|create|update|delete|render|send|pin|clear)_[a-z]+\b/g) ?? [];
  assert.equal(
    named.filter((name) => !NAMES.includes(name)),
    [],
  );
});

test('get_status', async ({ mcp }) => {
  const { value, text } = await mcp.call('get_status');
  assert.is(value['running'], true);
  assert.match(text, /output_target: "both"/);
});

test('list_boards and get_board', async ({ mcp, wall }) => {
  const list = await mcp.call('list_boards');
  assert.is(list.value['total'], 2);
  assert.match(list.text, /My Board .*6 rows x 22 columns.*primary/);
  const board = await mcp.call('get_board', { board: wall });
  assert.is(board.value['name'], 'Wall');
  assert.match(board.text, /Wall/);
  assert.is((await mcp.call('get_board')).value['is_primary'], true);
});

test('a board, a page and a template are shown as a picture beside the text, if asked for', async (context) => {
  const { mcp, wall } = context;
  const page_id = await makePage(context, 'PICTURED');
  const looks = [
    ['get_board', { board: wall }],
    ['get_page', { page_id }],
    ['render_preview', { template: ['A', 'B'], board: wall }],
    ['render_preview', { template: '{red}', device_type: 'note' }],
  ] as const;
  for (const [name, args] of looks) {
    const plain = (await mcp.client.callTool({ name, arguments: args })).content as object[];
    const [text, picture, ...more] = (await mcp.client.callTool({ name, arguments: { ...args, picture: true } }))
      .content as { type: string; data?: string; mimeType?: string }[];
    assert.equal([plain, more], [[text], []], name);
    assert.equal([picture?.type, picture?.mimeType], ['image', 'image/png'], name);
    const bytes = Buffer.from(picture?.data ?? '', 'base64');
    assert.equal([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16)], ['PNG', 800], name);
  }
  const { refused } = await mcp.call('get_board', { board: wall, picture: 'yes' });
  assert.ok(refused);
});

test('a board that is not there is refused by every tool that takes one', async ({ mcp }) => {
  for (const [name, more] of [
    ['get_board', {}],
    ['update_board', { name: 'x' }],
    ['pause_board', {}],
    ['resume_board', {}],
    ['pin_page', { page_id: 'x' }],
    ['unpin_page', {}],
    ['refresh_board', {}],
    ['get_timeline', {}],
    ['send_message', { text: 'x' }],
    ['clear_message', {}],
    ['render_preview', { template: 'x' }],
    ['get_plugin_data', { plugin_id: 'date_time' }],
  ] as const) {
    const { refused, text } = await mcp.call(name, { board: 'nowhere', ...more });
    assert.ok(refused, name);
    assert.is(text, 'Refused (404): There is no board "nowhere".', name);
  }
});

test('send_message moves flaps and reports it', async (context) => {
  const { refused, value, text } = await context.mcp.call('send_message', { board: context.wall, text: 'HI {red}' });
  assert.not(refused, text);
  assert.is(value['sent'], true);
  assert.equal(shown(context).slice(0, 4), [8, 9, 0, 63]);
  assert.match(text, /were moved/);
  assert.match(text, /HI \{63\}/);
  const path = `/boards/${context.wall}/history?limit=1`;
  const { entries } = (await context.appliance.call<{ entries: { by: string }[] }>('GET', path)).body;
  assert.is(entries[0]?.by, 'assistant');
});

for (const [what, content, first] of [
  ['lines', { lines: ['B', 'C'] }, 2],
  ['characters', { characters: Array.from({ length: 6 }, () => new Array<number>(22).fill(3)) }, 3],
  ['fill', { fill: 66 }, 66],
  ['a blank fill', { fill: 0 }, 0],
  ['a transition', { text: 'D', transition: { strategy: 'instant' } }, 4],
] as const) {
  test(`send_message: ${what}`, async (context) => {
    const { value, text } = await context.mcp.call('send_message', { board: context.wall, ...content });
    assert.is(value['sent'], true, text);
    assert.is(shown(context)[0], first);
  });
}

test('send_message: a page', async (context) => {
  const page_id = await makePage(context, 'E');
  assert.is((await context.mcp.call('send_message', { board: context.wall, page_id })).value['sent'], true);
  assert.is(shown(context)[0], 5);
});

test('send_message: what is shown already is not written again, which is no refusal, unless it is forced', async ({
  mcp,
  wall,
}) => {
  await mcp.call('send_message', { board: wall, text: 'same' });
  const { refused, value, text } = await mcp.call('send_message', { board: wall, text: 'same' });
  assert.not(refused);
  assert.is(value['sent'], false);
  assert.match(text, /^No flap was moved/);
  assert.ok(text.includes(String(value['reason'])));
  assert.is((await mcp.call('send_message', { board: wall, text: 'same', force: true })).value['sent'], true);
});

test('send_message: a virtual board has no flaps, which is no refusal', async ({ mcp }) => {
  const { refused, value, text } = await mcp.call('send_message', { text: 'virtual' });
  assert.not(refused);
  assert.is(value['sent'], false);
  assert.match(text, /^No flap was moved on board/);
});

test('send_message for a time, clear_message', async ({ mcp, wall }) => {
  const { value, text } = await mcp.call('send_message', {
    board: wall,
    text: 'for a while',
    duration_minutes: 5,
    revert_mode: 'blank',
  });
  assert.type(value['expires_at'], 'string');
  assert.match(text, /It ends at/);
  assert.type((await mcp.call('get_board', { board: wall })).value['override_expires_at'], 'string');
  const cleared = await mcp.call('clear_message', { board: wall });
  assert.not(cleared.refused);
  assert.is((await mcp.call('get_board', { board: wall })).value['override_expires_at'], null);
});

for (const [what, args, expected] of [
  ['nothing to show', {}, /exactly one of text, lines, characters, page_id, fill/],
  ['two things to show', { text: 'a', fill: 0 }, /exactly one of/],
  ['too long a time', { text: 'a', duration_minutes: 481 }, /duration_minutes: .*480/],
  ['no time at all', { text: 'a', duration_minutes: 0 }, /duration_minutes/],
  ['a code that is none', { fill: 72 }, /fill: .*71/],
  ['a code as a text', { fill: '5' }, /fill: .*"5"/],
  ['a code inside a grid', { characters: [[0, 99]] }, /characters\.0\.1/],
  ['an unknown mode', { text: 'a', duration_minutes: 1, revert_mode: 'never' }, /revert_mode/],
  ['a list for an object', { text: 'a', transition: [] }, /transition: Expected Object but received Array/],
  ['an unknown argument', { text: 'a', colour: 'red' }, /Unknown arguments: colour\. Known are: board, text/],
  ['a grid of the wrong size', { characters: [[1]] }, /^Refused \(400\): characters: expected 6 rows x 22 columns/],
  ['a mode without a time', { text: 'a', revert_mode: 'blank' }, /^Refused \(400\): /],
  ['a page that is not there', { page_id: 'nope' }, /^Refused \(404\): .*nope/],
  ['an unknown transition', { text: 'a', transition: { strategy: 'whirl' } }, /^Refused \(400\): /],
] as const) {
  test(`send_message refuses ${what}`, async ({ mcp }) => {
    const { refused, text, value } = await mcp.call('send_message', args);
    assert.ok(refused);
    assert.match(text, expected);
    assert.equal(value, {});
  });
}

test('a paused board refuses messages until it is resumed', async ({ mcp, wall }) => {
  assert.is((await mcp.call('pause_board', { board: wall })).value['paused'], true);
  const { refused, text } = await mcp.call('send_message', { board: wall, text: 'no' });
  assert.ok(refused);
  assert.is(text, 'Refused (409): The board "Wall" is paused: resume it first.');
  assert.is((await mcp.call('resume_board', { board: wall })).value['paused'], false);
  assert.is((await mcp.call('send_message', { board: wall, text: 'yes' })).value['sent'], true);
});

test('a silenced board refuses messages', async ({ mcp, wall, appliance }) => {
  const { settings } = appliance.app.store.state;
  await appliance.app.store.update(() => ({
    settings: { ...settings, silence: { ...settings.silence, enabled: true, start_time: '00:00', end_time: '23:59' } },
  }));
  const { refused, text } = await mcp.call('send_message', { board: wall, text: 'hush' });
  await appliance.app.store.update(() => ({ settings }));
  assert.ok(refused);
  assert.match(text, /^Refused \(409\): .*silence/);
});

test('a board that fails is reported as a failure, with its cause', async ({ mcp, wall, emulator }) => {
  await emulator.refuse();
  const { refused, text } = await mcp.call('send_message', { board: wall, text: 'unheard' });
  await emulator.accept();
  assert.ok(refused);
  assert.match(text, /^Failed \(500\): The board "Wall"/);
});

test('update_board', async (context) => {
  const { mcp, wall } = context;
  const page_id = await makePage(context, 'Default');
  const { value } = await mcp.call('update_board', {
    board: wall,
    name: 'Hall',
    schedule_enabled: true,
    default_page_id: page_id,
  });
  assert.equal([value['name'], value['schedule_enabled'], value['default_page_id']], ['Hall', true, page_id]);
  const back = await mcp.call('update_board', {
    board: wall,
    name: 'Wall',
    schedule_enabled: false,
    default_page_id: null,
  });
  assert.equal([back.value['name'], back.value['default_page_id']], ['Wall', null]);
  for (const [args, expected] of [
    [{ name: '' }, /name/],
    [{ name: 'x'.repeat(101) }, /name/],
    [{ paused: 'yes' }, /paused/],
    [{ default_page_id: 'nope' }, /^Refused \(404\)/],
  ] as const) {
    const { refused, text } = await mcp.call('update_board', { board: wall, ...args });
    assert.ok(refused);
    assert.match(text, expected);
  }
});

test('pin_page, unpin_page and refresh_board', async (context) => {
  const { mcp, wall } = context;
  const page_id = await makePage(context, 'Z');
  const pinned = await mcp.call('pin_page', { board: wall, page_id });
  assert.equal([pinned.value['page_id'], pinned.value['sent'], pinned.value['error']], [page_id, true, null]);
  assert.is(shown(context)[0], 26);
  await mcp.call('send_message', { board: wall, text: 'over it' });
  const refreshed = await mcp.call('refresh_board', { board: wall });
  assert.is(refreshed.value['sent'], true, refreshed.text);
  assert.is(shown(context)[0], 26);
  assert.not((await mcp.call('refresh_board')).refused);
  assert.is((await mcp.call('unpin_page', { board: wall })).value['page_id'], null);
  assert.is((await mcp.call('get_board', { board: wall })).value['active_page_id'], null);
});

test('pin_page: a pin on a paused board is stored, and nothing is claimed to be sent', async (context) => {
  const { mcp, wall } = context;
  await mcp.call('pause_board', { board: wall });
  const { refused, value, text } = await mcp.call('pin_page', { board: wall, page_id: await makePage(context, 'Y') });
  await mcp.call('unpin_page', { board: wall });
  await mcp.call('resume_board', { board: wall });
  assert.not(refused);
  assert.is(value['sent'], false);
  assert.match(text, /No flap was moved: .*paused/);
});

test('pin_page refuses unknown pages and those of another size', async (context) => {
  const note = await makePage(context, 'Note', { device_type: 'note' });
  assert.match((await context.mcp.call('pin_page', { page_id: 'nope' })).text, /^Refused \(404\)/);
  assert.match((await context.mcp.call('pin_page', { page_id: note })).text, /^Refused \(400\): .*3 rows x 15 columns/);
  assert.match((await context.mcp.call('pin_page')).text, /page_id/);
});

test('pages: made, listed, read, changed, deleted', async ({ mcp }) => {
  const page_id = idOf(
    await mcp.call('create_page', {
      name: 'News',
      template: ['{center}NEWS', '{{date_time.time}}'],
      duration_seconds: 10,
    }),
  );
  assert.match((await mcp.call('list_pages')).text, new RegExp(`News \\(id ${page_id}\\): template, flagship`));
  const read = await mcp.call('get_page', { page_id });
  assert.equal(read.value['template'], ['{center}NEWS', '{{date_time.time}}']);
  assert.match(read.text, /\{\{date_time\.time\}\}/);
  const changed = await mcp.call('update_page', { page_id, name: 'Old news', template: ['OLD'] });
  assert.is((changed.value['page'] as { name: string }).name, 'Old news');
  const deleted = await mcp.call('delete_page', { page_id });
  assert.match(deleted.text, /Old news/);
  for (const name of ['get_page', 'delete_page', 'update_page'])
    assert.match((await mcp.call(name, { page_id })).text, /^Refused \(404\)/, name);
});

test('update_page names the uses that a new size no longer fits', async (context) => {
  const { mcp } = context;
  const page_id = await makePage(context, 'Shrinks');
  await mcp.call('pin_page', { page_id });
  const { value, text } = await mcp.call('update_page', { page_id, device_type: 'note' });
  assert.is((value['incompatible_references'] as unknown[]).length, 1);
  assert.match(text, /no longer fits the board "My Board"/);
  const deleted = await mcp.call('delete_page', { page_id });
  assert.is(deleted.value['active_page_updated'], true);
});

for (const [what, args, expected] of [
  ['no name', { template: ['x'] }, /name/],
  ['too long a name', { name: 'x'.repeat(101) }, /name: .*100/],
  ['too short a duration', { name: 'x', duration_seconds: 9 }, /duration_seconds: .*10/],
  ['an unknown device', { name: 'x', device_type: 'tv' }, /device_type/],
  ['too many notes', { name: 'x', notes_wide: 9 }, /notes_wide: .*8/],
  ['rows that are no objects', { name: 'x', type: 'composite', rows: ['a'] }, /rows\.0/],
] as const) {
  test(`create_page refuses ${what}`, async ({ mcp }) => {
    const { refused, text } = await mcp.call('create_page', args);
    assert.ok(refused);
    assert.match(text, expected);
  });
}

test('schedules: made, listed, read, changed, deleted', async (context) => {
  const { mcp, wall } = context;
  const page_id = await makePage(context, 'Morning');
  const made = await mcp.call('create_schedule', {
    board_id: wall,
    page_id,
    start_time: '07:00',
    end_time: '09:00',
    day_pattern: 'weekdays',
  });
  const schedule_id = idOf(made);
  assert.ok(Array.isArray(made.value['warnings']));
  assert.match((await mcp.call('list_schedules', { board: wall })).text, /07:00 to 09:00, weekdays: page/);
  assert.is((await mcp.call('list_schedules')).value['total'], 0);
  assert.is((await mcp.call('list_schedules', { board: '*' })).value['total'], 1);
  assert.is((await mcp.call('get_schedule', { schedule_id })).value['start_time'], '07:00');
  const changed = await mcp.call('update_schedule', { schedule_id, start_time: '06:30', end_time: null });
  assert.match(changed.text, /06:30 to the end of the day/);
  assert.is((await mcp.call('delete_schedule', { schedule_id })).text, `The rule ${schedule_id} was deleted.`);
  for (const name of ['get_schedule', 'delete_schedule', 'update_schedule'])
    assert.match((await mcp.call(name, { schedule_id })).text, /^Refused \(404\)/, name);
});

for (const [what, args, expected] of [
  ['no page', { start_time: '07:00' }, /page_id/],
  ['a time that is none', { page_id: 'p', start_time: '7' }, /start_time/],
  ['an impossible time', { start_time: '25:00' }, /^Refused \(400\)/],
  ['equal times', { start_time: '07:00', end_time: '07:00' }, /^Refused \(400\)/],
  ['an unknown page', { page_id: 'nope', start_time: '07:00' }, /^Refused \(404\)/],
  ['an unknown board', { board_id: 'nope', start_time: '07:00' }, /^Refused \(404\)/],
  [
    'too large an offset',
    { start_time: '07:00', start_type: 'sunrise', start_sun_offset: 721 },
    /start_sun_offset: .*720/,
  ],
] as const) {
  test(`create_schedule refuses ${what}`, async (context) => {
    const page = /no page|unknown page/.test(what) ? {} : { page_id: await makePage(context, 'Rule') };
    const { refused, text } = await context.mcp.call('create_schedule', { ...page, ...args });
    assert.ok(refused);
    assert.match(text, expected);
  });
}

test('get_timeline names pages', async (context) => {
  const { mcp } = context;
  const page_id = await makePage(context, 'Next week');
  await mcp.call('pin_page', { page_id });
  const { value, text } = await mcp.call('get_timeline', { from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z' });
  await mcp.call('unpin_page');
  assert.is((value['ranges'] as { page_id: string }[])[0]?.page_id, page_id);
  assert.match(text, /2030-01-01T00:00:00.000Z to 2030-01-02T00:00:00.000Z: Next week/);
  assert.match((await mcp.call('get_timeline', { from: 'soon' })).text, /^Refused \(400\): from/);
  assert.match(
    (await mcp.call('get_timeline', { from: '2030-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z' })).text,
    /31 days/,
  );
});

test('collections: made, listed, read, changed, deleted', async (context) => {
  const { mcp } = context;
  const page_ids = [await makePage(context, 'One'), await makePage(context, 'Two')];
  const collection_id = idOf(
    await mcp.call('create_collection', { name: 'Both', page_ids, time: { interval_seconds: 5 } }),
  );
  assert.match((await mcp.call('list_collections')).text, /Both \(id collection:.*time/);
  assert.equal((await mcp.call('get_collection', { collection_id })).value['page_ids'], page_ids);
  assert.is(
    (await mcp.call('update_collection', { collection_id, selection_mode: 'random', random: { interval_seconds: 60 } }))
      .value['selection_mode'],
    'random',
  );
  assert.match((await mcp.call('delete_collection', { collection_id })).text, /was deleted/);
  for (const name of ['get_collection', 'delete_collection', 'update_collection'])
    assert.match((await mcp.call(name, { collection_id })).text, /^Refused \(404\)/, name);
});

for (const [what, args, expected] of [
  ['a member that is not there', { name: 'x', page_ids: ['nope'] }, /^Refused \(400\)/],
  ['too short an interval', { name: 'x', page_ids: [], time: { interval_seconds: 4 } }, /time\.interval_seconds: .*5/],
  ['a list for an object', { name: 'x', page_ids: [], time: [] }, /time: Expected Object but received Array/],
  ['no members at all', { name: 'x' }, /page_ids/],
] as const) {
  test(`create_collection refuses ${what}`, async ({ mcp }) => {
    const { refused, text } = await mcp.call('create_collection', args);
    assert.ok(refused);
    assert.match(text, expected);
  });
}

test('plugins: listed, read, changed, asked', async ({ mcp }) => {
  const list = await mcp.call('list_plugins');
  assert.match(list.text, /- date_time \(.*enabled/);
  const off = await mcp.call('update_plugin', { plugin_id: 'date_time', enabled: false });
  assert.is(off.value['enabled'], false);
  const silent = await mcp.call('get_plugin_data', { plugin_id: 'date_time' });
  assert.not(silent.refused);
  assert.is(silent.value['available'], false);
  assert.match(silent.text, /^It has no data: /);
  await mcp.call('update_plugin', { plugin_id: 'date_time', enabled: true });
  const data = await mcp.call('get_plugin_data', { plugin_id: 'date_time' });
  assert.is(data.value['available'], true);
  assert.ok((await mcp.call('get_plugin', { plugin_id: 'date_time' })).value['settings_schema']);
});

test('secrets of plugins are masked, and *** leaves them as they are', async ({ mcp, appliance }) => {
  const config = { url: 'http://192.168.1.9:8123', token: 'a-very-secret-token', entities: ['light.desk'] };
  const changed = await mcp.call('update_plugin', { plugin_id: 'home_assistant', config });
  assert.not(changed.refused, changed.text);
  assert.is((changed.value['config'] as { token: string }).token, '***');
  const again = await mcp.call('update_plugin', { plugin_id: 'home_assistant', config: { ...config, token: '***' } });
  assert.not.match(
    JSON.stringify([changed, again, await mcp.call('get_plugin', { plugin_id: 'home_assistant' })]),
    /a-very-secret-token/,
  );
  assert.is(appliance.app.store.state.plugins['home_assistant']?.secrets['token'], 'a-very-secret-token');
});

for (const [what, args, expected] of [
  ['a plugin that is not there', { plugin_id: 'nope', enabled: true }, /^Refused \(404\)/],
  ['a setting of the wrong kind', { plugin_id: 'json', config: { url: 5 } }, /^Refused \(400\): .*url/],
  ['settings that are a list', { plugin_id: 'json', config: [] }, /config: Expected Object but received Array/],
  ['settings that are a text', { plugin_id: 'json', config: 'x' }, /config: .*Expected Object/],
] as const) {
  test(`update_plugin refuses ${what}`, async ({ mcp }) => {
    const { refused, text } = await mcp.call('update_plugin', args);
    assert.ok(refused);
    assert.match(text, expected);
  });
}

test('get_plugin and get_plugin_data refuse a plugin that is not there', async ({ mcp }) => {
  for (const name of ['get_plugin', 'get_plugin_data'])
    assert.match((await mcp.call(name, { plugin_id: 'nope' })).text, /^Refused \(404\)/);
});

test('list_variables has present values, list_functions every function', async ({ mcp }) => {
  const variables = await mcp.call('list_variables');
  assert.match(variables.text, /\{\{date_time\.time\}\}: .* \(now "\d\d:\d\d"\)/);
  assert.match(variables.text, /Colours: red, /);
  const functions = await mcp.call('list_functions');
  assert.ok('IF' in (functions.value['functions'] as object));
  assert.match(functions.text, /- NOW\(\): /);
});

test('render_preview draws for a board, for a form of board, and moves no flap', async (context) => {
  const before = shown(context);
  const page = await context.mcp.call('render_preview', { template: ['{center}HI'], board: context.wall });
  assert.equal(
    (page.value['lines'] as string[]).map((line) => line.length),
    [22, 22, 22, 22, 22, 22],
  );
  assert.is(page.text.split('\n')[0], '          HI          ');
  assert.is((await context.mcp.call('render_preview', { template: ['HI'] })).value['line_count'], 6);
  assert.is(
    (await context.mcp.call('render_preview', { template: ['HI'], device_type: 'note' })).value['line_count'],
    3,
  );
  assert.is((await context.mcp.call('render_preview', { template: '{{=1+1}}' })).text, '2');
  assert.equal(shown(context), before);
});

test('render_preview refuses two sizes, and a template that is none', async ({ mcp }) => {
  assert.match(
    (await mcp.call('render_preview', { template: 'x', board: 'primary', device_type: 'note' })).text,
    /^Refused \(400\)/,
  );
  assert.match((await mcp.call('render_preview', { template: 5 })).text, /template: .*string.*template: .*Array/);
});

test('a tool that does not exist is refused by name', async ({ mcp }) => {
  const { refused, text } = await mcp.call('explode');
  assert.ok(refused);
  assert.match(text, /explode/);
});

test('arguments that are no object are an error of the protocol', async ({ mcp, appliance }) => {
  for (const args of ['x', [1], 5]) {
    const { refused, text } = await mcp.client.callTool({ name: 'list_boards', arguments: args as never }).then(
      (result) => ({ refused: result.isError === true, text: JSON.stringify(result.content) }),
      (error: Error) => ({ refused: true, text: error.message }),
    );
    assert.ok(refused, text);
  }
  assert.not.match(appliance.lines.join('\n'), /a tool failed unexpectedly/);
});

test('a favourite is listed and sent, and the history tells who sent it', async (context) => {
  const made = await context.appliance.call<{ id: string }>('POST', '/favourites', {
    name: 'Dinner',
    text: 'DINNER',
    boards: [context.wall],
  });
  const { id } = made.body;
  assert.equal((await context.mcp.call('list_favourites', {})).value, { favourites: [{ id, name: 'Dinner' }] });
  assert.equal((await context.mcp.call('send_favourite', { favourite_id: id })).value, { sent: true, reason: null });
  const { value } = await context.mcp.call('get_history', { board: context.wall, limit: 1 });
  const [entry] = (value as { entries: { id: string; by: string; why: string; text: string }[] }).entries;
  assert.equal([entry?.by, entry?.why, entry?.text], ['assistant', 'favourite', 'DINNER']);
  assert.ok((await context.mcp.call('send_favourite', { favourite_id: 'nope' })).refused);
  await context.mcp.call('send_message', { board: context.wall, text: 'LUNCH' });
  const again = await context.mcp.call('send_again', { id: entry?.id, minutes: 5 });
  assert.equal([again.refused, again.value['sent'], again.value['board_id']], [false, true, context.wall], again.text);
  assert.match(again.text, 'DINNER');
  assert.ok((await context.mcp.call('send_again', { id: 'nope' })).refused);
  await context.appliance.call('DELETE', `/favourites/${id}`);
});

test('a document of Vestaboard is a message, and a page by name', async ({ mcp, wall }) => {
  const components = [{ template: 'VBML', style: { height: 1, width: 22, justify: 'right' } }];
  const sent = await mcp.call('send_message', { board: wall, vbml: { components }, priority: 'urgent', force: true });
  assert.equal([sent.refused, sent.value['state'], sent.value['sent']], [false, 'shown', true], sent.text);
  assert.match(sent.text, / VBML\n/);
  await mcp.call('clear_message', { board: wall });
  const kept = await mcp.call('send_message', { board: wall, vbml: { components, page_name: 'Document' } });
  assert.match((await mcp.call('get_page', { page_id: kept.value['page_id'] })).text, /Document/);
  const both = await mcp.call('send_message', { board: wall, text: 'A', vbml: { components } });
  assert.match(both.text, /^Refused \(422\): text: /);
  assert.match((await mcp.call('send_message', { board: wall, vbml: { components: [] } })).text, /components: /);
  await mcp.call('delete_page', { page_id: kept.value['page_id'] });
});

test('a page for a while goes before the pin', async (context) => {
  const { mcp, wall } = context;
  const pinned = await makePage(context, 'PINNED');
  const passing = await makePage(context, 'PASSING');
  await mcp.call('clear_message', { board: wall });
  await mcp.call('pin_page', { board: wall, page_id: pinned });
  const { refused, value } = await mcp.call('show_page', { board: wall, page_id: passing, minutes: 5 });
  assert.equal([refused, value['page_id']], [false, passing]);
  assert.match((await mcp.call('get_board', { board: wall })).text, passing);
  for (const ends of [{}, { minutes: 5, until: 'tomorrow' }])
    assert.match(
      (await mcp.call('show_page', { board: wall, page_id: passing, ...ends })).text,
      /exactly one of minutes/,
    );
  await mcp.call('unpin_page', { board: wall });
  for (const page_id of [pinned, passing]) await mcp.call('delete_page', { page_id });
});

test('messages: sent for its turn, listed, moved, cancelled, acknowledged', async ({ mcp, wall }) => {
  const first = await mcp.call('send_message', { board: wall, text: 'FIRST', acknowledge: true, force: true });
  assert.equal([first.refused, first.value['state'], first.value['ends_by']], [false, 'shown', 'acknowledgement']);
  const next = await mcp.call('send_message', { board: wall, text: 'NEXT', when_busy: 'queue' });
  assert.is(next.value['state'], 'queued');
  const later = await mcp.call('send_message', {
    board: wall,
    text: 'LATER',
    at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  assert.is(later.value['state'], 'planned');
  const { text } = await mcp.call('list_messages', { board: wall });
  assert.match(text, /shown[^]*FIRST[^]*queued[^]*NEXT[^]*planned[^]*LATER/);
  assert.not(
    (await mcp.call('change_message', { id: later.value['id'], change: 'move', after_silence: true })).refused,
  );
  assert.not((await mcp.call('change_message', { id: next.value['id'], change: 'cancel' })).refused);
  assert.not((await mcp.call('change_message', { id: first.value['id'], change: 'acknowledge' })).refused);
  assert.ok((await mcp.call('change_message', { id: first.value['id'], change: 'acknowledge' })).refused);
  assert.not((await mcp.call('change_message', { id: later.value['id'], change: 'cancel' })).refused);
});

/** [arguments, what the refusal names] */
const UNSENT: [object, RegExp][] = [
  [{ text: 'A', priority: 'loud' }, /priority/],
  [{ text: 'A', when_busy: 'wait' }, /when_busy/],
  [{ text: 'A', at: 'soon' }, /at/],
  [{ text: 'A', at: '2020-01-01T00:00:00Z' }, /at: .*over/],
  [{ text: 'A', rows: 'top' }, /rows/],
  [{ text: 'A', colour: 'red' }, /colour/],
  [{ fill: 1, template: true }, /template/],
];
for (const [given, named] of UNSENT)
  test(`send_message refuses ${JSON.stringify(given)} by name`, async ({ mcp, wall }) => {
    const { refused, text } = await mcp.call('send_message', { board: wall, ...given });
    assert.ok(refused);
    assert.match(text, named);
  });

test.run();
