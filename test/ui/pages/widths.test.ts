import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PageCreate } from '../../../src/schema/content/pages.ts';
import { useWidths } from '../../../ui/pages/editor/use-widths.ts';
import { settle } from '../../support/fake-clock.ts';
import { fakeService } from '../../support/fake-service.ts';
import { runHook } from '../../support/hook.ts';

const test = suite('ui/pages/editor/use-widths');

/** What the placeholders print now. */
const PRINTED: Readonly<Record<string, string>> = {
  '{{a.text}}': 'ABC',
  '{{a.padded}}': 'AB   ',
  '{{a.nothing}}': '',
  '{{a.symbol}}': 'A{red}B',
};

/** A service that draws a page: at the end of a row an empty flap is not to be told from none. */
const drawing = () =>
  fakeService(({ body }) => ({
    lines: (body as PageCreate & { template: string[] }).template.map((line) =>
      line.replace(/\{\{[^{}]*\}\}/g, (name) => PRINTED[name] ?? '').trimEnd(),
    ),
  }));

test('each placeholder of a page covers as many flaps as what it prints now, empty ones at its end too', async () => {
  const service = drawing();
  const run = await runHook(() => useWidths(['X{{a.text}} {{a.padded}}', '{{a.nothing}}{{a.text}}', '{{a.symbol}}']));
  await run.act(() => settle());
  assert.equal(
    [...run.now],
    [
      ['{{a.text}}', 3],
      ['{{a.padded}}', 5],
      ['{{a.nothing}}', 0],
      ['{{a.symbol}}', 3],
    ],
  );
  assert.is(service.asked.length, 1);
  await run.leave();
  service.end();
});

test('a single placeholder is measured too', async () => {
  const service = drawing();
  const run = await runHook(() => useWidths(['{{a.text}}']));
  await run.act(() => settle());
  assert.equal([...run.now], [['{{a.text}}', 3]]);
  await run.leave();
  service.end();
});

test('of a page without placeholders nothing is asked', async () => {
  const service = drawing();
  const run = await runHook(() => useWidths(['PLAIN TEXT', '{red}']));
  assert.equal([[...run.now], service.asked], [[], []]);
  await run.leave();
  service.end();
});

test('of more placeholders than a page has rows the first are measured', async () => {
  const service = drawing();
  const run = await runHook(() => useWidths([Array.from({ length: 200 }, (_, at) => `{{a.n${at}}}`).join('')]));
  await run.act(() => settle());
  const [asked] = service.asked.map(({ body }) => body as { template: string[]; grid_rows: number });
  assert.is(asked?.template.length, asked?.grid_rows);
  assert.is(run.now.size, asked?.grid_rows);
  await run.leave();
  service.end();
});

test.run();
