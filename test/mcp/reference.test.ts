import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addPrompts } from '../../src/mcp/prompts.ts';
import { loadProtocol, type Server } from '../../src/mcp/protocol.ts';
import { writeReference } from '../../src/mcp/reference.ts';
import { addResources, completeBoard, translateFaults } from '../../src/mcp/resources.ts';
import type { McpServices } from '../../src/mcp/services.ts';
import { Fault } from '../../src/fault.ts';
import type { RenderService } from '../../src/service/templates/render.ts';
import { samplePage } from '../support/sample-state.ts';

const test = suite('mcp/reference');

const catalogue = {
  colors: { red: 63 },
  symbols: ['sun', 'rain'],
  filters: ['upper', 'trim'],
  formatting: { fill: { syntax: '{fill}', description: 'Fills.' } },
  syntax_examples: { a_colour_tile: '{red}' },
  variables: { weather: ['now', 'later'], news: ['title'] } as Record<string, string[]>,
};
const functions = {
  A: { category: 'Texts', signature: 'A(x)', summary: 'does a.' },
  B: { category: 'Numbers', signature: 'B(x)', summary: 'does b.' },
  C: { category: 'Texts', signature: 'C(x)', summary: 'does c.' },
};
const render = { catalog: () => catalogue, functions: () => ({ functions }) } as unknown as RenderService;

test('the reference has a section for each part of the language', () => {
  const text = writeReference(render);
  assert.equal(text.match(/^#+ .*$/gm), [
    '# The language of templates',
    '## Samples',
    '## Colour tiles',
    '## Symbols',
    '## Variables',
    '## Filters',
    '## Flexible space',
    '## Functions',
    '### Texts',
    '### Numbers',
  ]);
  for (const line of [
    '- `{red}`: a colour tile',
    '- `{red}`: code 63',
    '`{sun}`, `{rain}`',
    '- weather: `{{weather.now}}`, `{{weather.later}}`\n- news: `{{news.title}}`',
    'Written behind a variable and a bar: `upper`, `trim`.',
    '- `{fill}`: Fills.',
    '### Texts\n\n- `A(x)`: does a.\n- `C(x)`: does c.\n\n### Numbers\n\n- `B(x)`: does b.',
  ])
    assert.ok(text.includes(line), line);
});

test('without variables it says so', () => {
  const none = { ...render, catalog: () => ({ ...catalogue, variables: {} }) } as unknown as RenderService;
  assert.match(writeReference(none), /No plugin that brings variables is enabled\./);
});

const BOARD = {
  id: 'b1',
  name: 'Wall',
  device_type: 'note',
  rows: 3,
  cols: 15,
  is_primary: true,
  paused: false,
  schedule_enabled: true,
  resolved_page_id: null,
  source: 'none',
  default_page_id: null,
  override_expires_at: null,
  text: null,
};
type Handler = (given: unknown) => Promise<{ messages: { role: string; content: { type: string; text: string } }[] }>;
type Complete = (typed: string) => { completion: { values: string[]; total?: number; hasMore?: boolean } };
interface Offered {
  readonly name: string;
  readonly title: string;
  readonly complete: Record<string, Complete>;
}

/** What a client is offered, over services of the test. */
const offer = () => {
  const state = {
    boards: [BOARD],
    pages: [samplePage('p1', 'Tea')],
    failure: null as Error | null,
    asked: [] as unknown[],
  };
  const services = {
    boards: {
      list: () => ({ boards: state.boards }),
      detail: (id: string) => {
        if (state.failure) throw state.failure;
        state.asked.push(id);
        return BOARD;
      },
    },
    pages: { list: () => ({ pages: state.pages }) },
    schedules: { list: (id: string) => ({ schedules: [{ id: 'r', of: id }] }) },
    timeline: { get: async (...given: unknown[]) => ({ ranges: [given] }) },
    pictures: {
      ofBoard: async (id: string, form: string, size: object) => {
        if (state.failure) throw state.failure;
        state.asked.push([id, form, size]);
        return { type: 'image/png', bytes: async () => Buffer.from('PNG') };
      },
    },
    render,
  } as unknown as McpServices;
  const prompts = new Map<string, { spec: Offered; run: Handler }>();
  const resources = new Map<
    string,
    { spec: { mimeType: string; list?: () => unknown }; run: (...given: unknown[]) => unknown }
  >();
  const resource = (spec: { uri: string; mimeType: string }, run: (...given: unknown[]) => unknown) =>
    void resources.set(spec.uri, { spec, run });
  const server = {
    prompt: (spec: Offered, run: Handler) => void prompts.set(spec.name, { spec, run }),
    resource,
    template: resource,
  } as unknown as Server;
  const library = loadProtocol();
  addPrompts(server, library, services);
  addResources(server, library, services);
  const ask = async (name: string, given: object): Promise<string> => {
    const [message] = (await prompts.get(name)?.run(given))?.messages ?? [];
    assert.equal([message?.role, message?.content.type], ['user', 'text']);
    return message?.content.text ?? '';
  };
  return { state, services, library, prompts, resources, ask };
};

const lines: [prompt: string, given: object, expected: string[]][] = [
  [
    'write_page',
    { topic: 'tides' },
    [
      'Write a page for the split-flap board "Wall" (id b1) about: tides\n\n',
      'The board is a note (3 rows x 15 columns): give a template of exactly 3 lines, none of which draws more than 15 flaps.',
      '\n\n# The language of templates',
    ],
  ],
  [
    'design_schedule',
    { wishes: 'news at eight' },
    [
      'Design the schedule of the board "Wall" (id b1) so that: news at eight\n\nWall (id b1): note',
      'Its rules now, as JSON:\n[{"id":"r","of":"b1"}]\n\n',
      'The pages (only those of 3 rows and 15 columns fit):\n- Tea (id p1): template',
    ],
  ],
  [
    'explain_board',
    {},
    [
      'Explain in plain words what the board "Wall" shows now',
      '\n\nWall (id b1): note (3 rows x 15 columns); primary; follows its schedule\nPage: none',
      'The next 24 hours, as JSON:\n[["b1",null,null]]',
    ],
  ],
];
for (const [name, given, expected] of lines)
  test(`what ${name} asks for`, async () => {
    const { ask, state } = offer();
    const text = await ask(name, given);
    for (const line of expected) assert.ok(text.includes(line), `${line}\nin\n${text}`);
    await ask(name, { ...given, board: 'b7' });
    await ask(name, { ...given, board: '' });
    assert.equal(state.asked, ['primary', 'b7', 'primary']);
  });

test('without pages a schedule is told so', async () => {
  const { ask, state } = offer();
  state.pages = [];
  assert.match(await ask('design_schedule', { wishes: 'x' }), /fit\):\nThere is no page\./);
});

test('boards are completed by what was typed, a hundred of them', () => {
  const { state, prompts, services } = offer();
  state.boards = Array.from({ length: 120 }, (_, at) => ({ ...BOARD, id: `b${at}` }));
  const complete = completeBoard(services);
  const { values, total, hasMore } = complete('b').completion;
  assert.equal([values.length, values[0], total, hasMore], [100, 'b0', 120, true]);
  assert.equal(complete('b11').completion.values.length, 11);
  assert.equal(complete('pri').completion, { values: ['primary'], total: 1, hasMore: false });
  state.boards = state.boards.slice(0, 99);
  assert.is(complete('').completion.hasMore, false);
  state.boards = [...state.boards, { ...BOARD, id: 'last' }];
  assert.is(complete('').completion.hasMore, true);
  const asked = prompts.get('write_page')?.spec.complete;
  assert.equal(asked?.['board']?.('pri').completion.values, ['primary']);
  assert.equal(asked?.['topic']?.('t'), { completion: { values: [] } });
});

test('each board has a picture as text and one as a file', async () => {
  const { resources, state } = offer();
  const list = [...resources].flatMap(([, { spec }]) => (spec.list ? [spec.list()] : []));
  assert.equal(list, [
    [
      {
        name: 'picture of Wall',
        title: 'What is on Wall',
        uri: 'flapbox://boards/b1/picture',
        mimeType: 'text/plain',
      },
    ],
    [
      {
        name: 'picture file of Wall',
        title: 'Wall as a picture',
        uri: 'flapbox://boards/b1/picture.png',
        mimeType: 'image/png',
      },
    ],
  ]);
  const file = resources.get('flapbox://boards/{board}/picture.png');
  assert.equal(await file?.run('u', { board: 'b1' }), {
    contents: [{ uri: 'u', mimeType: 'image/png', blob: 'UE5H' }],
  });
  assert.equal(state.asked, [['b1', 'png', { width: 800 }]]);
});

test('a refusal of a service becomes an error of the protocol, anything else stays what it is', async () => {
  const { library, resources, state, prompts } = offer();
  const errorOf = (run: () => unknown): Promise<unknown> =>
    translateFaults(library, run as () => string).then(
      () => null,
      (error: unknown) => error,
    );
  const codeOf = async (error: Error): Promise<unknown> =>
    (
      (await errorOf(() => {
        throw error;
      })) as { code?: number }
    ).code;
  assert.equal(
    [await codeOf(new Fault(404, 'None.')), await codeOf(new Fault(400, 'No.')), await codeOf(new TypeError('x'))],
    [-32_002, -32_602, undefined],
  );
  state.failure = new Fault(404, 'There is no board.');
  for (const uri of ['flapbox://boards/{board}/picture', 'flapbox://boards/{board}/picture.png'])
    assert.is(
      (
        (await Promise.resolve(resources.get(uri)?.run('u', { board: 'x' })).catch((error: unknown) => error)) as {
          code: number;
        }
      ).code,
      -32_002,
    );
  const refused = await prompts
    .get('write_page')
    ?.run({ topic: 'x', size: 1 })
    .catch((error: unknown) => error);
  assert.is((refused as unknown as { code: number }).code, -32_602);
});

test.run();
