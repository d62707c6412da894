import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../../support/appliance.ts';

const test = suite('walls of any size');

interface Board {
  readonly id: string;
  readonly rows: number;
  readonly cols: number;
  readonly characters: number[][] | null;
  readonly expected_characters: number[][] | null;
  readonly text: string | null;
}

interface Sent {
  readonly characters: number[][];
  readonly text: string;
}

const withWall = async (
  wall: Record<string, unknown>,
  run: (appliance: Appliance, id: string) => Promise<void>,
): Promise<void> => {
  const appliance = await startAppliance();
  try {
    const added = await appliance.call<{ boards: { id: string }[] }>('POST', '/settings/board/add', {
      device_type: 'panel',
      name: 'Small',
      ...wall,
    });
    assert.is(added.status, 201, JSON.stringify(added.body));
    await run(appliance, added.body.boards.at(-1)?.id ?? '');
  } finally {
    await appliance.close();
  }
};

for (const [rows, cols] of [
  [1, 1],
  [1, 8],
  [2, 6],
  [96, 1],
  [1, 128],
] as const) {
  test(`${rows} x ${cols}: messages, pages, previews, silence, names and the last page`, () =>
    withWall({ grid_rows: rows, grid_cols: cols }, async ({ call }, id) => {
      const board = await call<Board>('GET', `/v1/boards/${id}`);
      assert.equal([board.body.rows, board.body.cols], [rows, cols]);
      const sent = await call<Sent>('POST', `/v1/boards/${id}/message`, { text: 'HI' });
      assert.is(sent.status, 200);
      assert.equal([sent.body.characters.length, sent.body.characters[0]?.length], [rows, cols]);
      const size = { device_type: 'panel', grid_rows: rows, grid_cols: cols };
      const draft = { name: 'P', type: 'template', template: ['A'], ...size };
      assert.is((await call('POST', '/v1/pages', draft)).status, 422, 'bodies of v1 keep their bounds');
      const page = await call<{ id: string }>('POST', '/pages', draft);
      assert.is(page.status, 201);
      assert.is((await call('POST', '/pages/preview', draft)).status, 200);
      assert.is((await call('PUT', `/pages/${page.body.id}`, { ...size, name: 'Q' })).status, 200);
      const rendered = await call<{ lines: string[] }>('POST', `/v1/render?board=${id}`, { template: ['A'] });
      assert.equal([rendered.body.lines.length, rendered.body.lines[0]?.length], [rows, cols]);
      assert.is((await call('GET', `/v1/pages/${page.body.id}`)).status, 200);
      assert.is((await call('PUT', `/v1/boards/${id}/active-page`, { page_id: page.body.id })).status, 200);
      assert.equal((await call<Board>('GET', `/v1/boards/${id}`)).body.characters?.[0]?.[0], 1);
      assert.is((await call('POST', `/board/identify?board_id=${id}`)).status < 500, true);
      const { body } = await call<{ pages: { id: string }[] }>('GET', '/pages');
      for (const other of body.pages) if (other.id !== page.body.id) await call('DELETE', `/pages/${other.id}`);
      const last = await call<{ new_page_id: string }>('DELETE', `/v1/pages/${page.body.id}`);
      const welcome = await call<{ grid_rows: number; grid_cols: number }>('GET', `/v1/pages/${last.body.new_page_id}`);
      assert.equal([welcome.body.grid_rows, welcome.body.grid_cols], [rows, cols]);
      assert.is((await call('POST', `/pages/${last.body.new_page_id}/preview`)).status, 200);
    }));
}

const MAP = [0, 1, 2, 5, 6, 7].flatMap((col) => [0, 1].map((row) => ({ row, col, address: row * 8 + col })));
const panel = { driver: 'virtual', modules: MAP };

test('text goes round cells without a module, for messages, pages and what is drawn for the board', () =>
  withWall({ grid_rows: 2, grid_cols: 8, panel }, async ({ call }, id) => {
    const sent = await call<Sent>('POST', `/v1/boards/${id}/message`, { text: 'ABCD EFGHI' });
    assert.is(sent.body.text, 'ABC  D  \nEFG  HI ');
    const size = { device_type: 'panel', grid_rows: 2, grid_cols: 8 };
    const page = await call<{ id: string }>('POST', '/pages', { name: 'P', template: ['ABCDEF'], ...size });
    const shown = await call<Sent>('POST', `/v1/boards/${id}/message`, { page_id: page.body.id });
    assert.is(shown.body.text, 'ABC  DEF\n        ');
    const rendered = await call<{ lines: string[] }>('POST', `/v1/render?board=${id}`, { template: ['ABCDEF'] });
    assert.equal(rendered.body.lines, ['ABC  DEF', '        ']);
  }));

test('codes for cells without a module show nothing, and are no drift', () =>
  withWall({ grid_rows: 2, grid_cols: 8, panel }, async ({ call }, id) => {
    const sent = await call<Sent>('POST', `/v1/boards/${id}/message`, { fill: 63 });
    const row = [63, 63, 63, 0, 0, 63, 63, 63];
    assert.equal(sent.body.characters, [row, row]);
    const { body } = await call<Board>('GET', `/v1/boards/${id}`);
    assert.equal(body.characters, [row, row]);
    assert.equal(body.expected_characters, [row, row]);
    assert.is(body.text, '{63}{63}{63}  {63}{63}{63}\n{63}{63}{63}  {63}{63}{63}');
  }));

test.run();
