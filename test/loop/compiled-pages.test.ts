import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { geometryOf } from '../../src/core/flaps/geometry.ts';
import { compilePage } from '../../src/core/template/page.ts';
import { CompiledPages } from '../../src/loop/compiled-pages.ts';
import type { Page } from '../../src/schema/content/pages.ts';

const test = suite('loop/compiled-pages');

const geometry = geometryOf({ device_type: 'flagship' });
const pageOf = (letters: number): Page => ({ template: ['x'.repeat(letters)] }) as unknown as Page;

const rig = () => {
  const pages = new CompiledPages();
  let compilations = 0;
  const draw = (page: Page, on = geometry): void => {
    pages.get(page, on, () => {
      compilations++;
      return compilePage({ template: [] }, on);
    });
  };
  return { pages, draw, count: () => compilations };
};

test('a page is compiled once, and once more for other flaps', () => {
  const { draw, count } = rig();
  const page = pageOf(100);
  draw(page);
  draw(page);
  assert.is(count(), 1);
  draw(page, { ...geometry, places: [[0, 1]] });
  draw(page, { ...geometry, spellsDegree: true });
  assert.is(count(), 3);
});

test('pages that were drawn long ago give way when there are too many letters; the others stay', () => {
  const { draw, count } = rig();
  const [old, used, ...others] = Array.from({ length: 6 }, () => pageOf(30_000));
  draw(old as Page);
  draw(used as Page);
  draw(others[0] as Page);
  draw(used as Page);
  draw(others[1] as Page);
  assert.is(count(), 4);
  draw(used as Page);
  assert.is(count(), 4, 'it was drawn meanwhile');
  draw(old as Page);
  assert.is(count(), 5, 'it was given up');
});

test('the largest page alone is kept, and all are forgotten on demand', () => {
  const { pages, draw, count } = rig();
  const large = pageOf(1_000_000);
  draw(large);
  draw(large);
  assert.is(count(), 1);
  pages.clear();
  draw(large);
  assert.is(count(), 2);
});

test.run();
