import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { NewBoardsWriteSchema } from '../../src/schema/appliance/settings.ts';
import { ShareLinkCreateSchema } from '../../src/schema/appliance/share-links.ts';
import { SsidSchema } from '../../src/schema/appliance/network.ts';
import { SilenceWriteSchema } from '../../src/schema/appliance/silence.ts';
import { BoardInstanceWriteSchema, MASK, PLAIN_BOARD, StoredBoardShape } from '../../src/schema/boards/boards.ts';
import { buttonsOf } from '../../src/schema/boards/gpio.ts';
import { QuietWriteSchema, ShowWriteSchema, UntilSchema } from '../../src/schema/boards/stays.ts';
import {
  CodeRowsSchema,
  HostSchema,
  NOTHING,
  command,
  maybe,
  setting,
  tellUnknown,
  unbounded,
} from '../../src/schema/common.ts';
import { FlatCollectionCreateSchema, FlatCollectionUpdateSchema } from '../../src/schema/content/collections.ts';
import { FavouriteChangeSchema, FavouriteCreateSchema, contentOf } from '../../src/schema/content/favourites.ts';
import { HistoryQuerySchema } from '../../src/schema/content/history.ts';
import {
  BoardsSchema,
  FlatMessageSchema,
  MessageMoveSchema,
  MessageSchema,
  hasOneContent,
} from '../../src/schema/content/messages.ts';
import { OverrideWriteSchema } from '../../src/schema/content/overrides.ts';
import { TemplateLinesSchema } from '../../src/schema/content/pages.ts';
import { VbmlWriteSchema } from '../../src/schema/content/vbml.ts';
import { LONGEST_LINE, LONGEST_TEMPLATE } from '../../src/schema/limits.ts';
import { FlatPluginConfigSchema } from '../../src/schema/plugins/plugins.ts';
import { StoredPluginShape } from '../../src/schema/state.ts';

// What no JSON Schema says: which members go together, and what a body is turned into.
const test = suite('schema/rules');

const soon = '2026-11-20T12:00:00Z';
const favourite = { name: 'A', boards: ['a'] };
const collection = { name: 'C' };
const component = (member: object) => ({ components: [member] });
const size = LONGEST_TEMPLATE / LONGEST_LINE;

const BODIES: readonly (readonly [what: string, schema: v.GenericSchema, taken: object[], refused: object[]])[] = [
  [
    'new boards begin with a board, a page, or nothing',
    NewBoardsWriteSchema,
    [{}, { board_id: 'a' }, { page_id: 'p' }, { board_id: null, page_id: 'p' }, { board_id: 'a', page_id: null }],
    [{ board_id: 'a', page_id: 'p' }],
  ],
  [
    'a link shares one board or one page',
    ShareLinkCreateSchema,
    [{ board_id: 'a' }, { page_id: 'p' }, { board_id: null, page_id: 'p' }, { board_id: 'a', page_id: null }],
    [{}, { board_id: null, page_id: null }, { board_id: null }, { page_id: null }, { board_id: 'a', page_id: 'p' }],
  ],
  [
    'quiet has one end',
    QuietWriteSchema,
    [{ minutes: 5 }, { until: soon }, { minutes: null, until: soon }, { minutes: 5, until: null }],
    [{}, { minutes: null }, { until: null }, { minutes: 5, until: soon }],
  ],
  [
    'what is shown for a while has one end',
    ShowWriteSchema,
    [
      { page_id: 'p', minutes: 5 },
      { page_id: 'p', until: 'tomorrow' },
    ],
    [{ page_id: 'p' }, { page_id: 'p', minutes: 5, until: soon }, { minutes: 5 }, { page_id: '', minutes: 5 }],
  ],
  [
    'a message of v1 has one content',
    MessageSchema,
    [{ text: 'A' }, { text: null, fill: 0 }, { characters: [[1]] }, { lines: [] }, { page_id: 'p' }],
    [{}, { text: null }, { text: 'A', fill: 0 }],
  ],
  [
    'a message has one content, and no member that is not known',
    FlatMessageSchema,
    [{ text: '' }, { fill: 0, page_id: null }],
    [{}, { fill: null }, { lines: ['A'], page_id: 'p' }, { text: 'A', colour: 1 }],
  ],
  [
    'a favourite has one content',
    FavouriteCreateSchema,
    [
      { ...favourite, text: 'A' },
      { ...favourite, fill: 0, text: null },
    ],
    [favourite, { ...favourite, text: 'A', fill: 0 }],
  ],
  [
    'a change of a favourite has one content at most',
    FavouriteChangeSchema,
    [{}, { text: 'A' }, { text: 'A', fill: null }],
    [{ text: 'A', fill: 0 }],
  ],
  [
    'a message is moved to a time or to the end of the silence',
    MessageMoveSchema,
    [{ at: soon }, { after_silence: true }, { after_silence: false, at: null }, { at: soon, after_silence: true }],
    [{}, { at: null }, { after_silence: null }, { at: null, after_silence: null }],
  ],
  [
    'an override shows a page or lines',
    OverrideWriteSchema,
    [{ page_id: 'p' }, { template: ['A'] }, { page_id: null, template: ['A'] }],
    [{}, { page_id: null }, { page_id: 'p', template: ['A'] }],
  ],
  [
    'a component of VBML has one content',
    VbmlWriteSchema,
    [component({ template: 'A' }), component({ template: 'A', rawCharacters: null })],
    [component({}), component({ template: null }), component({ template: 'A', rawCharacters: 'B' })],
  ],
  [
    'a new collection says its pages once',
    FlatCollectionCreateSchema,
    [
      { ...collection, page_ids: ['p'] },
      { ...collection, members: [{ page_id: 'p' }] },
      { ...collection, page_ids: null, members: [{ page_id: 'p' }] },
      { ...collection, page_ids: ['p', 'q'], members: [{ page_id: 'p' }, { page_id: 'q' }] },
      { ...collection, page_ids: [] },
    ],
    [
      collection,
      { ...collection, page_ids: null, members: null },
      { ...collection, page_ids: ['p'], members: [{ page_id: 'p' }, { page_id: 'q' }] },
      { ...collection, page_ids: ['p', 'q'], members: [{ page_id: 'p' }] },
      { ...collection, page_ids: ['p', 'q'], members: [{ page_id: 'q' }, { page_id: 'p' }] },
    ],
  ],
  [
    'a change of a collection says its pages once at most',
    FlatCollectionUpdateSchema,
    [{}, { page_ids: ['p'], members: null }, { page_ids: ['p'], members: [{ page_id: 'p' }] }],
    [{ page_ids: ['p'], members: [{ page_id: 'q' }] }],
  ],
  [
    'settings of a plugin stand in `config`, with `confirm` beside it, or alone',
    FlatPluginConfigSchema,
    [{}, { config: { a: 1 } }, { config: {}, confirm: [] }, { config: {}, confirm: null }, { confirm: 'yes' }],
    [{ config: 5 }, { config: null }, { config: {}, confirm: 'yes' }],
  ],
];
for (const [what, schema, taken, refused] of BODIES) {
  test(what, () => {
    assert.equal(
      taken.filter((body) => !v.is(schema, body)),
      [],
    );
    assert.equal(
      refused.filter((body) => v.is(schema, body)),
      [],
    );
  });
}

test('lines together are as long as a template may be', () => {
  const lines = Array.from({ length: size }, () => 'x'.repeat(LONGEST_LINE));
  assert.ok(v.is(TemplateLinesSchema, lines));
  assert.not.ok(v.is(TemplateLinesSchema, [...lines, 'x']));
  assert.ok(v.is(TemplateLinesSchema, [...lines, '']));
});

test('the name of a network is counted in bytes', () => {
  assert.ok(v.is(SsidSchema, 'ä'.repeat(16)));
  assert.not.ok(v.is(SsidSchema, `${'ä'.repeat(16)}a`));
  assert.not.ok(v.is(SsidSchema, ''));
  assert.not.ok(v.is(SsidSchema, 'a\u0000b'));
});

for (const [limit, read] of [
  [undefined, 200],
  ['1', 1],
  ['200', 200],
  ['0', null],
  ['201', null],
  ['1.5', null],
  ['', null],
] as const)
  test(`a history is asked for ${String(limit)}`, () => {
    const result = v.safeParse(HistoryQuerySchema, limit === undefined ? {} : { limit });
    assert.is(result.success ? result.output.limit : null, read);
  });

test('boards are all or some, not none', () => {
  for (const [boards, isTaken] of [
    ['all', true],
    [['a', 'b'], true],
    [[], false],
    ['a', false],
  ] as const)
    assert.is(v.is(BoardsSchema, boards), isTaken);
});

test('an end is a word or a moment', () => {
  for (const [until, isTaken] of [
    ['next_rule', true],
    ['tomorrow', true],
    [soon, true],
    ['yesterday', false],
  ] as const)
    assert.is(v.is(UntilSchema, until), isTaken);
});

test('what a content is called is told with it', () => {
  assert.equal(contentOf({ text: null, fill: 0, name: 'A' }), [['fill', 0]]);
  assert.equal(contentOf({ page_id: undefined, text: '' }), [['text', '']]);
  assert.is(hasOneContent({ fill: 0 }), true);
  assert.is(hasOneContent({ text: undefined }), false);
});

test('of a silence what stands beside `config` goes first, and what only the answer has changes nothing', () => {
  const body = { board_id: 'a', enabled: true, config: { enabled: false, mode: 'page', by_board: {} }, warnings: [] };
  assert.equal(v.parse(SilenceWriteSchema, body), { board_id: 'a', enabled: true, mode: 'page' });
});

test('a button without what came later does nothing on two presses; others follow it', () => {
  const press = { enabled: true, pin: 17, press: 'pause', long_press: 'none' } as const;
  const second = { ...press, pin: 5, double_press: 'next', targets: {} } as const;
  const led = { enabled: true, pin: 27 };
  assert.equal(buttonsOf({ button: press, led }), [{ double_press: 'none', targets: {}, ...press }]);
  assert.equal(
    buttonsOf({ button: { ...press, double_press: 'next' }, more_buttons: [second as never], led }).map(
      ({ pin, double_press }) => [pin, double_press],
    ),
    [
      [17, 'next'],
      [5, 'next'],
    ],
  );
});

const told = (schema: v.GenericSchema, body: unknown): string => {
  const { issues } = v.safeParse(schema, body);
  return issues?.map(({ message }) => message).join() ?? '';
};

test('a member that is not known is told with those that are', () => {
  assert.is(told(command({ a: v.number(), b: maybe(v.number()) }), { a: 1, c: 2 }), tellUnknown(['a', 'b']));
  assert.is(told(setting({ a: v.number() }, ['told']), { a: 1, c: 2 }), tellUnknown(['a']));
  assert.is(told(command({}), { c: 2 }), 'Is not known: there is nothing to be given');
  assert.match(tellUnknown(['a', 'b']), /a, b$/);
});

for (const [what, body] of [
  ['has another type', { a: 'x' }],
  ['is missing', {}],
] as const)
  test(`a member that ${what} is not told as unknown`, () => {
    for (const schema of [command({ a: v.number() }), setting({ a: v.number() })])
      assert.not.match(told(schema, body), /not known/);
  });

test('a body of nothing may be left out', () => {
  assert.is(NOTHING.bodyOptional, true);
  assert.ok(v.is(NOTHING.body, {}));
  assert.not.ok(v.is(NOTHING.body, { a: 1 }));
});

test('stored members keep their type without bounds', () => {
  const { name, port } = unbounded({ name: v.pipe(v.string(), v.maxLength(2)), port: v.number() });
  assert.ok(v.is(name, 'long'));
  assert.not.ok(v.is(name, 5));
  assert.ok(v.is(port, 5));
});

for (const [rows, isTaken] of [
  [[[0, 71], []], true],
  [[], true],
  [[[72]], false],
  [[[-1]], false],
  [[[1.5]], false],
  [[['1']], false],
  [[1], false],
  ['', false],
] as const)
  test(`${JSON.stringify(rows)} ${isTaken ? 'are' : 'are no'} codes`, () => {
    assert.is(v.is(CodeRowsSchema, rows), isTaken);
    assert.is(told(CodeRowsSchema, rows) === '', isTaken);
  });

test('of the address of a page the host is meant', () =>
  assert.is(v.parse(HostSchema, 'http://wall.local/settings'), 'wall.local'));

test('a board as it is can be stored and written', () => {
  const board = { ...PLAIN_BOARD, id: 'a', name: 'A', device_type: 'flagship' };
  assert.equal(v.parse(StoredBoardShape, board), board);
  const { secrets: _secrets, default_page_id: _page, ...written } = board;
  assert.equal(v.parse(BoardInstanceWriteSchema, written), written);
  assert.equal(v.parse(BoardInstanceWriteSchema, { cloud_key: MASK }), { cloud_key: MASK });
});

test('a stored sign-in that cannot be read costs no more than the sign-in', () => {
  const stored = { enabled: true, config: {}, secrets: {} };
  assert.equal(v.parse(StoredPluginShape, { ...stored, sign_in: 5 }), { ...stored, sign_in: undefined });
});

test.run();
