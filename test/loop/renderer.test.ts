import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps/flaps.ts';
import type { TemplateSource } from '../../src/core/template/context.ts';
import { pageOfLines } from '../../src/loop/picture.ts';
import { Renderer } from '../../src/loop/renderer.ts';
import type { DataSources } from '../../src/loop/sources.ts';
import { PLAIN_BOARD } from '../../src/schema/boards/boards.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');
const OWN: TemplateSource = {
  data: { who: 'NOBODY', room: 'HALL' },
  colorRules: { who: [{ condition: '==', value: 'ANNA', color: 'green' }] },
  markupFields: new Set(),
  entityLookup: false,
};
const never = () => undefined;
const sources: DataSources = {
  source: (key) => (key === 'door' ? OWN : undefined),
  lines: () => ({ error: 'none' }),
  need: () => Promise.resolve(),
  ready: () => true,
  demand: never,
  onData: () => never,
};
const page = pageOfLines(['{{door.who}} {{door.room}}', '{{bell.who}}'], null, {
  ...PLAIN_BOARD,
  device_type: 'note',
});
const linesOf = async (...data: [] | [{ key: string; data: Record<string, unknown> }]) => {
  const rendering = await new Renderer(sources, () => 'UTC').render(page, AT, undefined, ...data);
  return 'grid' in rendering
    ? decodeGrid(rendering.grid)
        .split('\n')
        .map((line) => line.trim())
    : [];
};

const test = suite('loop/renderer: what came with a trigger');

test("without it a plugin's own data is shown", async () =>
  assert.equal((await linesOf()).slice(0, 2), ['NOBODY HALL', '???']));
test("it takes precedence over the plugin's data, whose other fields and colours stay", async () =>
  assert.equal((await linesOf({ key: 'door', data: { who: 'ANNA' } }))[0], '{66} ANNA HALL'));
test('a plugin that reports nothing else is drawn with it', async () =>
  assert.equal((await linesOf({ key: 'bell', data: { who: 'TOM' } })).slice(0, 2), ['NOBODY HALL', 'TOM']));

const demoOf = (key: string, lines: string[] = ['{center}DOORS', '{{bell.who}}']) => ({
  ...pageOfLines(lines, null, { ...PLAIN_BOARD, device_type: 'note' }),
  demo_plugin_id: key,
});
const without = {
  ...sources,
  absence: (key: string) =>
    key === 'bell'
      ? { name: 'Bell', error: 'no answer in time', since: Date.parse('2026-03-01T11:05:00Z') }
      : undefined,
};
const drawn = (demo: ReturnType<typeof demoOf>, at = AT) => {
  const rendering = new Renderer(without, () => 'Europe/Berlin').draw(demo, at);
  return 'grid' in rendering
    ? decodeGrid(rendering.grid)
        .split('\n')
        .map((line) => line.trim())
    : [];
};

test('the page that came with a source says what is missing, since when and why', () => {
  assert.equal(drawn(demoOf('bell')), ['BELL', 'NO DATA 12:05', 'NO ANSWER IN']);
  assert.equal(drawn(demoOf('bell'), AT + 86_400_000)[1], 'NO DATA 01 MAR');
});
test('a page of a source that has data, and one that the owner changed to show another, stay as they are', () => {
  assert.equal(drawn(demoOf('door', ['{{door.who}}']))[0], 'NOBODY');
  assert.equal(drawn(demoOf('bell', ['{{door.room}}']))[0], 'HALL');
});

test.run();
