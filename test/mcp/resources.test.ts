import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../support/appliance.ts';
import { connect, type Connected } from './rig.ts';

interface Context {
  appliance: Appliance;
  mcp: Connected;
  board: string;
}

const test = suite<Context>('mcp: resources and prompts');

test.before(async (context) => {
  context.appliance = await startAppliance();
  context.mcp = await connect(context.appliance.url);
  context.board = context.appliance.app.store.state.boards[0]?.id ?? '';
});

test.after(async ({ appliance, mcp }) => {
  await mcp.close();
  await appliance.close();
});

const read = async ({ client }: Connected, uri: string): Promise<{ text: string; mimeType: string | undefined }> => {
  const [content] = (await client.readResource({ uri })).contents;
  assert.is(content?.uri, uri);
  return { text: content && 'text' in content ? content.text : (content?.blob ?? ''), mimeType: content?.mimeType };
};

const codeOf = (promise: Promise<unknown>): Promise<number | undefined> =>
  promise.then(
    () => undefined,
    (error: { code: number }) => error.code,
  );

const ask = async ({ client }: Connected, name: string, args: Record<string, string> = {}): Promise<string> => {
  const { messages } = await client.getPrompt({ name, arguments: args });
  assert.is(messages.length, 1);
  const content = messages[0]?.content;
  return content?.type === 'text' ? content.text : '';
};

test('the resources are listed, with the picture of each board', async ({ mcp, board }) => {
  const { resources } = await mcp.client.listResources();
  assert.equal(
    resources.map(({ uri }) => uri),
    [
      'flapbox://reference/templates',
      'flapbox://catalogue',
      `flapbox://boards/${board}/picture`,
      `flapbox://boards/${board}/picture.png`,
    ],
  );
  const { resourceTemplates } = await mcp.client.listResourceTemplates();
  assert.equal(
    resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ['flapbox://boards/{board}/picture', 'flapbox://boards/{board}/picture.png'],
  );
});

test('every listed resource can be read', async ({ mcp }) => {
  for (const { uri, mimeType } of (await mcp.client.listResources()).resources) {
    const content = await read(mcp, uri);
    assert.is(content.mimeType, mimeType, uri);
    assert.ok(content.text.length > 50, uri);
  }
});

test('the reference names everything in the catalogue', async ({ mcp }) => {
  const { text } = await read(mcp, 'flapbox://reference/templates');
  const catalogue = JSON.parse((await read(mcp, 'flapbox://catalogue')).text) as Record<
    string,
    Record<string, unknown>
  >;
  const names = [...Object.keys(catalogue['colors'] ?? {}), ...Object.values(catalogue['symbols'] ?? {})];
  assert.ok(names.length > 15);
  for (const name of names) assert.ok(text.includes(`{${String(name)}}`), String(name));
  const functions = Object.values(catalogue['functions'] ?? {}) as { signature: string }[];
  assert.ok(functions.length > 50);
  for (const { signature } of functions) assert.ok(text.includes(`\`${signature}\``), signature);
  assert.ok(text.includes('{{date_time.time}}'));
});

test('the reference has only the variables of enabled plugins', async ({ mcp }) => {
  await mcp.call('update_plugin', { plugin_id: 'date_time', enabled: false });
  const { text } = await read(mcp, 'flapbox://reference/templates');
  await mcp.call('update_plugin', { plugin_id: 'date_time', enabled: true });
  assert.match(text, /No plugin that brings variables is enabled/);
});

test('the picture of a board is what is on it', async ({ mcp, board }) => {
  await mcp.call('send_message', { text: 'picture {green}' });
  for (const name of [board, 'primary']) {
    const { text } = await read(mcp, `flapbox://boards/${name}/picture`);
    assert.match(text, /^My Board /);
    assert.match(text, /PICTURE \{66\}/);
  }
});

test('the picture file of a board is the PNG that the API draws', async ({ mcp, board, appliance }) => {
  const response = await fetch(`${appliance.url}/api/boards/primary/picture.png?width=800`);
  const drawn = Buffer.from(await response.arrayBuffer()).toString('base64');
  for (const name of [board, 'primary'])
    assert.is((await read(mcp, `flapbox://boards/${name}/picture.png`)).text, drawn, name);
  assert.is(await codeOf(read(mcp, 'flapbox://boards/nowhere/picture.png')), -32002);
});

test('what is not there is an error of the protocol', async ({ mcp }) => {
  assert.is(await codeOf(read(mcp, 'flapbox://boards/nowhere/picture')), -32002);
  assert.is(await codeOf(read(mcp, 'flapbox://nothing')), -32002);
  assert.is(await codeOf(read(mcp, 'file:///etc/passwd')), -32002);
});

test('three prompts are listed with their arguments', async ({ mcp }) => {
  const { prompts } = await mcp.client.listPrompts();
  const told = prompts.map(({ name, arguments: args }) =>
    [name, ...(args ?? []).map((one) => `${one.name}${one.required ? '' : '?'}`)].join(' '),
  );
  assert.equal(told, ['write_page topic board?', 'design_schedule wishes board?', 'explain_board board?']);
  for (const { description, arguments: args } of prompts)
    assert.ok(description && args?.every((one) => one.description));
});

test('write_page has the size of the board and the language', async ({ mcp, appliance }) => {
  const text = await ask(mcp, 'write_page', { topic: 'the tides' });
  assert.match(text, /the tides/);
  assert.match(text, /exactly 6 lines, none of which draws more than 22 flaps/);
  assert.match(text, /# The language of templates/);
  const { body } = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
    device_type: 'panel',
    name: 'Lobby',
    grid_rows: 4,
    grid_cols: 40,
    panel: { driver: 'virtual' },
  });
  assert.match(
    await ask(mcp, 'write_page', { topic: 'x', board: body.boards[1]?.id ?? '' }),
    /exactly 4 lines, none of which draws more than 40 flaps/,
  );
});

test('design_schedule has pages and rules', async ({ mcp }) => {
  const text = await ask(mcp, 'design_schedule', { wishes: 'news at breakfast' });
  assert.match(text, /news at breakfast/);
  assert.match(text, /Welcome \(id /);
  assert.match(text, /create_schedule/);
});

test('explain_board has what is on the board and what follows', async ({ mcp }) => {
  const text = await ask(mcp, 'explain_board');
  assert.match(text, /pinned by hand/);
  assert.match(text, /"source":"manual"/);
});

test('prompts refuse what they cannot use', async ({ mcp }) => {
  assert.is(await codeOf(ask(mcp, 'write_page')), -32602);
  assert.is(await codeOf(ask(mcp, 'write_page', { topic: 'x', board: 'nowhere' })), -32002);
  assert.is(await codeOf(ask(mcp, 'write_page', { topic: 'x', size: 'large' })), -32602);
  assert.is(await codeOf(ask(mcp, 'no_prompt')), -32602);
});

test('boards are completed, other arguments are not', async ({ mcp, board }) => {
  const complete = async (
    name: string,
    value: string,
    ref: Parameters<typeof mcp.client.complete>[0]['ref'] = { type: 'ref/prompt', name: 'write_page' },
  ) => (await mcp.client.complete({ ref, argument: { name, value } })).completion.values;
  assert.equal(await complete('board', 'prim'), ['primary']);
  assert.equal(await complete('board', board.slice(0, 12)), [board]);
  for (const uri of ['flapbox://boards/{board}/picture', 'flapbox://boards/{board}/picture.png'])
    assert.equal(await complete('board', board, { type: 'ref/resource', uri }), [board]);
  assert.equal(await complete('board', 'zzz'), []);
  assert.equal(await complete('topic', 'w'), []);
});

test.run();
