import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/schema/content/pages.ts';
import { TemplateCheckService, type TemplateCheckServiceOptions } from '../../../src/service/templates/checks.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { samplePage } from '../../support/sample-state.ts';
import { contextOf } from '../../support/template-context.ts';

const test = suite('service/templates: what pages miss');

const checks = new TemplateCheckService({
  renderer: {
    readable: (template: readonly string[]) => template.filter((line) => !line.includes('off')),
    context: () => contextOf({ demo: { a: 1 } }),
  },
  clock: createFakeClock('2026-03-02T10:00:00Z'),
} as unknown as TemplateCheckServiceOptions);

for (const [what, change, missing] of [
  ['values that are there', { template: ['{{demo.a}}'] }, []],
  [
    'values that are not, each once',
    { template: ['{{demo.b}} {{demo.a}}', '{{demo.c}}{{demo.b}}'] },
    ['demo.b', 'demo.c'],
  ],
  ['formulas that are off', { template: ['{{demo.b}} off'] }, []],
  ['no template', { template: null }, []],
  ['the lines of a plugin', { type: 'single', template: ['{{demo.b}}'] }, []],
] as const)
  test(`a page with ${what}`, () =>
    assert.equal(checks.missingOn({ ...samplePage('p'), ...change } as unknown as Page), missing));

test.run();
