import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAppliance, type Appliance } from '../../support/appliance.ts';
import { load } from '../../support/load.ts';

type Operation = { readonly operationId: string; readonly summary: string };
type Document = { readonly paths: Record<string, Record<string, Operation>> };

const test = suite('http/flat/document');

// It reads its schemas from the files beside it, so it cannot be part of the test's bundle.
const loadValidator = (): Promise<typeof import('@seriousme/openapi-schema-validator')> =>
  load('node_modules/@seriousme/openapi-schema-validator/index.js');

let appliance: Appliance;
let document: Document;
test.before(async () => {
  appliance = await startAppliance();
  document = (await appliance.call<Document>('GET', '/internal/openapi.json')).body;
});
test.after(() => appliance.close());

test('the document of every operation is valid', async () => {
  const { Validator } = await loadValidator();
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  assert.ok(valid, JSON.stringify(errors));
});

test('every operation has a name of its own and a summary', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  assert.is(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
  assert.equal(
    operations.filter(({ summary }) => !summary).map(({ operationId }) => operationId),
    [],
  );
});

const LISTED = [
  'GET POST /pages',
  'GET PUT DELETE /pages/{id}',
  'POST /pages/{id}/preview',
  'POST /pages/{id}/send',
  'POST /pages/preview/batch',
  'POST /displays/raw/batch',
  'GET POST /schedules',
  'GET PUT DELETE /schedules/{id}',
  'GET POST /collections',
  'GET PUT DELETE /collections/{id}',
  'GET /plugins',
  'GET /plugins/{id}',
  'PUT /plugins/{id}/config',
  'POST /plugins/{id}/enable',
  'POST /plugins/{id}/disable',
  'GET /plugins/{id}/data',
  'GET /plugins/{id}/variables',
  'GET /transitions/plugins',
  'POST /transitions/preview',
  'POST /transitions/test-live',
  'POST /transitions/restore',
];
for (const line of LISTED) {
  const words = line.split(' ');
  const path = words.pop() ?? '';
  test(`${path} answers ${words.join(', ')}`, () =>
    assert.equal(
      words.filter((method) => !(method.toLowerCase() in (document.paths[path] ?? {}))),
      [],
    ));
}

test.run();
