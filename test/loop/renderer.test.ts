import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeGrid } from '../../src/core/flaps.ts';
import type { TemplateSource } from '../../src/core/template/context.ts';
import { pageOfLines } from '../../src/loop/picture.ts';
import { Renderer } from '../../src/loop/renderer.ts';
import type { DataSources } from '../../src/loop/sources.ts';
import { PLAIN_BOARD } from '../../src/schema/boards.ts';

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

test.run();
