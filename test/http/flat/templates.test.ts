import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LiveCatalogSchema, RenderAnswer, TemplateCheck } from '../../../src/schema/content/templates.ts';
import type { InferOutput } from 'valibot';
import { createFakeClock } from '../../support/fake-clock.ts';
import { startFlatRig, type FlatRig } from '../../support/flat-rig.ts';

const test = suite('http/flat/templates');

let rig: FlatRig;
test.before(async () => {
  rig = await startFlatRig(createFakeClock('2026-03-02T10:00:30Z'));
  await rig.call('POST', '/plugins/webhook/enable');
  await rig.call('POST', '/plugins/home_assistant/enable');
});
test.after(() => rig.close());

const check = (template: string | string[], more: object = {}, query = '') =>
  rig.call<TemplateCheck>('POST', `/templates/validate${query}`, { template, ...more });
const codes = async (template: string | string[], more: object = {}, query = ''): Promise<string[]> =>
  (await check(template, more, query)).body.problems.map(({ line, column, code }) => `${line}:${column} ${code}`);

const PROBLEMS: [string, string | string[], string[]][] = [
  ['a plain line', 'HELLO', []],
  ['a variable', '{{date_time.time}}', []],
  ['an unknown source', ['', '{{nope.x|pad:2}}'], ['2:1 unknown_source']],
  ['a source that is off', 'AB {{quotes.quote|pad:4}}', ['1:4 unknown_source']],
  ['an unknown field', '{{date_time.nope|pad:2}}', ['1:1 unknown_field']],
  ['an unclosed brace', 'A {{date_time.time', ['1:3 braces']],
  ['an unknown filter', '{{date_time.time|shout}}', ['1:1 filter']],
  ['a broken formula', '{{= 1 + }}', ['1:8 formula']],
  ['a line that is too wide', 'X'.repeat(23), ['1:1 too_long']],
  ['a second line in a text', 'A\n{{nope.x|pad:1}}', ['2:1 unknown_source']],
  ['a field that only its data may tell', '{{webhook.visitor|pad:4}}', ['1:1 no_value']],
  [
    'a value that is there, and one that is not',
    '{{date_time.year}} {{webhook.visitor}}',
    ['1:1 too_long', '1:20 no_value'],
  ],
];
for (const [name, template, expected] of PROBLEMS)
  test(`${name}: ${expected.join(', ') || 'in order'}`, async () => assert.equal(await codes(template), expected));

test('valid means without errors; a warning is none', async () => {
  assert.is((await check('X'.repeat(23))).body.valid, true);
  assert.is((await check('{{nope.x}}')).body.valid, false);
});

test('the width is that of the board, of the query or of the body', async () => {
  const line = 'X'.repeat(20);
  assert.equal(await codes(line), []);
  assert.equal(await codes(line, { device_type: 'note' }), ['1:1 too_long']);
  assert.equal(await codes(line, {}, '?device_type=note'), ['1:1 too_long']);
  assert.equal(await codes(line, { device_type: 'note_array', notes_wide: 2 }), []);
  assert.equal(await codes('X'.repeat(41), { device_type: 'panel', grid_rows: 4, grid_cols: 40 }), ['1:1 too_long']);
  assert.equal(await codes(line, {}, `?board=${rig.wall}`), []);
});

for (const [name, path, body, expected] of [
  ['no template', '/templates/validate', {}, 422],
  ['two sizes', '/templates/validate?board=primary', { template: 'A', device_type: 'note' }, 400],
  ['an unknown board', '/templates/validate?board=nope', { template: 'A' }, 404],
  ['an unknown device', '/templates/validate?device_type=wall', { template: 'A' }, 422],
  ['9 notes', '/templates/validate', { template: 'A', device_type: 'note_array', notes_wide: 9 }, 422],
  ['no template to render', '/templates/render', {}, 422],
  ['two sizes to render', '/templates/render?board=primary&device_type=note', { template: 'A' }, 400],
  ['an unknown board to render', '/templates/render?board=nope', { template: 'A' }, 404],
] as const) {
  test(`${name} is ${expected}`, async () => assert.is((await rig.call('POST', path, body)).status, expected));
}

test('a template is rendered as on the versioned surface', async () => {
  const body = { template: ['{{date_time.time_24h}} {red}', 'B'] };
  const { body: flat } = await rig.call<RenderAnswer>('POST', '/templates/render?device_type=note', body);
  assert.equal(flat, (await rig.call<RenderAnswer>('POST', '/v1/render?device_type=note', body)).body);
  assert.is(flat.line_count, 3);
  assert.ok(flat.lines[0]?.startsWith('11:00'));
});

test('a template that is asked for again is laid out for each size, lines and marks that are asked for', async () => {
  const rendered = async (query: string, more: object = {}): Promise<string[]> => {
    const body = { template: ['{{= "AB" & "CD" }}'], ...more };
    return (await rig.call<RenderAnswer>('POST', `/templates/render${query}`, body)).body.lines;
  };
  assert.is((await rendered('?device_type=note')).length, 3);
  assert.is((await rendered('')).length, 6);
  assert.equal(await rendered(''), await rendered('?board=primary'));
  assert.match((await rendered('', { template: ['EF'] }))[0] ?? '', /^EF/);
  assert.match((await rendered('', { line_metadata: [{ alignment: 'right' }] }))[0] ?? '', / ABCD$/);
  assert.match((await rendered(''))[0] ?? '', /^ABCD/);
});

test('the vocabulary comes with what each variable is worth now', async () => {
  const { body } = await rig.call<InferOutput<typeof LiveCatalogSchema>>('GET', '/templates/variables');
  assert.is(body.values['date_time']?.['time_24h'], '11:00');
  assert.equal(Object.keys(body.values['date_time'] ?? {}), body.variables['date_time']);
  const { values: _values, ...catalog } = body;
  assert.equal(catalog, (await rig.call('GET', '/v1/variables')).body);
});

test('the functions are those of the versioned surface', async () => {
  assert.equal(
    (await rig.call('GET', '/templates/formula-functions')).body,
    (await rig.call('GET', '/v1/functions')).body,
  );
});

test.run();
