import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { geometryOf, type Geometry } from '../../src/core/flaps/geometry.ts';
import { gridToRows } from '../../src/core/flaps/grid.ts';
import { layoutLines } from '../../src/core/flaps/message.ts';
import { messageLines } from '../../src/core/flaps/trace.ts';
import { compilePage } from '../../src/core/template/page.ts';
import { renderString } from '../../src/core/template/text.ts';
import type { ColorRule } from '../../src/core/template/context.ts';
import type { Dimensions } from '../../src/schema/common.ts';
import type { LineMetadata } from '../../src/schema/content/pages.ts';
import { contextOf } from '../support/template-context.ts';
import cases from './cases/templates.json';

interface Case {
  name: string;
  kind: string;
  template: string | string[];
  variables: Record<string, Record<string, unknown>>;
  device: string | { rows: number; cols: number };
  color_rules?: Record<string, Record<string, ColorRule[]>>;
  entity_lookup?: boolean;
  line_metadata?: LineMetadata[];
  now?: string;
  expect_text?: string;
  expect_lines?: string[];
  expect_codes?: number[][];
}

const test = suite('worked examples');

const sizeOf = (one: Case): Pick<Geometry, 'rows' | 'cols'> =>
  typeof one.device === 'string'
    ? geometryOf({ ...one, device_type: one.device as Dimensions['device_type'] })
    : one.device;

const contextFor = (one: Case) =>
  contextOf(one.variables, { rules: one.color_rules, entityLookup: one.entity_lookup, now: one.now });

const textOf = (one: Case): string => (Array.isArray(one.template) ? one.template.join('\n') : one.template);

const check: Record<string, (one: Case) => void> = {
  text_to_codes: (one) => assert.equal(gridToRows(layoutLines([textOf(one)], sizeOf(one))), one.expect_codes),
  message_text: (one) => assert.equal(messageLines(textOf(one), sizeOf(one)), one.expect_lines),
  string: (one) => assert.is(renderString(textOf(one), contextFor(one)), one.expect_text),
  formula: (one) => assert.is(renderString(textOf(one), contextFor(one)), one.expect_text),
  page: (one) => {
    const page = compilePage({ template: [one.template].flat(), line_metadata: one.line_metadata }, sizeOf(one));
    assert.equal(page.renderLines(contextFor(one)), one.expect_lines);
    assert.equal(page.render(contextFor(one)), layoutLines(one.expect_lines ?? [], sizeOf(one)));
  },
};

for (const one of cases as unknown as Case[]) test(`${one.kind}: ${one.name}`, () => check[one.kind]?.(one));

test('every kind of example is checked', () => {
  for (const one of cases) assert.ok(check[one.kind], one.kind);
  assert.ok(cases.length >= 77);
});

test.run();
