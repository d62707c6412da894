import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { drawFirstBoard } from '../../src/http/pages/drawn-board.ts';
import { createStaticFiles } from '../../src/http/pages/static.ts';
import { startAppliance, type Appliance } from '../support/appliance.ts';

const test = suite('http/drawn-board');

let appliance: Appliance;
test.before(async () => {
  appliance = await startAppliance();
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'AB' });
  await appliance.call('POST', '/settings/board/add', { device_type: 'note', id: 'note', name: 'A <b> & "c"' });
  const wall = { device_type: 'panel', grid_rows: 30, grid_cols: 30, panel: { driver: 'virtual', connection: {} } };
  await appliance.call('POST', '/settings/board/add', { ...wall, id: 'wall', name: 'Wall' });
});
test.after(() => appliance.close());

const draw = async (selected: string | null, cookie = ''): Promise<string> => {
  const boot = await (await fetch(`${appliance.url}/api/boot`)).text();
  return drawFirstBoard(boot, selected, { cookie });
};

const numbersIn = (markup: string, pattern: RegExp): number[] => (pattern.exec(markup)?.slice(1) ?? []).map(Number);

test('the primary board is drawn with its name, its case and what it shows', async () => {
  const [shown, markup] = [await draw(null), await draw('nobody')];
  assert.is(shown, markup);
  assert.match(shown, /<h1>[^<]+<\/h1>/);
  assert.match(shown, '<div class="board board-black scale-20"><svg');
  await appliance.call('POST', '/v1/boards/primary/message', { text: 'BA' });
  assert.is.not(await draw(null), shown);
});

test('the board that the address names is drawn, and names cannot become markup', async () => {
  const markup = await draw('note');
  assert.match(markup, '<h1>A &lt;b&gt; &amp; &quot;c&quot;</h1>');
  assert.match(markup, '<a>A &lt;b&gt; &amp; &quot;c&quot;</a>');
});

test('it is as wide as the browser says, within bounds', async () => {
  const widthFor = async (cookie: string): Promise<number | undefined> =>
    numbersIn(await draw(null, cookie), /viewBox="0 0 (\d+) /)[0];
  assert.is(await widthFor('a=b; width=1234; c=d'), 1234);
  assert.is(await widthFor('width=99999'), 8192);
  for (const cookie of ['', 'width=', 'width=1e9', 'width=-5', 'mywidth=500', 'width="><b>'])
    assert.is(await widthFor(cookie), 1000, cookie);
});

test('the page of the start has it, pages of other views do not', async () => {
  const pageOf = async (path: string): Promise<string> =>
    (await fetch(`${appliance.url}${path}`, { headers: { 'Accept-Encoding': 'gzip' } })).text();
  assert.match(await pageOf('/?x=1&board=note'), '<h1>A &lt;b&gt;');
  assert.not.match(await pageOf('/pages'), '<h1>');
});

test('of many boards only those are named that a phone has room for', async () => {
  for (let at = 0; at < 12; at++)
    await appliance.call('POST', '/settings/board/add', { device_type: 'note', id: `more${at}`, name: `More ${at}` });
  assert.is((await draw(null)).match(/<a>/g)?.length, 8);
});

test('a board that cannot be drawn costs the page nothing but that, and the log says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawn-'));
  writeFileSync(join(folder, 'index.html'), '<p>page</p><!-- board --><!-- boot -->');
  const answers = {
    '/v1/boards': { boards: [{ id: 'a' }] },
    '/v1/boards/a': { rows: 1, cols: 1, characters: 7 },
    '/settings/board': { boards: [{ id: 'a' }] },
  };
  const said: string[] = [];
  const reply = await createStaticFiles(folder).serve({
    path: '/',
    query: '',
    headers: { 'accept-encoding': 'gzip' },
    readBoot: async () => JSON.stringify({ answers }),
    log: { error: (message) => void said.push(message) },
  });
  rmSync(folder, { recursive: true });
  assert.equal([reply.status, said], [200, ['the first board cannot be drawn into the page']]);
});

test('a wall of many flaps is left to the interface', async () => assert.is(await draw('wall'), ''));

test.run();
