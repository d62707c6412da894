import { setMedia } from '../../support/fake-media.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keptDraft } from '../../../ui/kit/draft.ts';
import { NEW_PAGE, beginPage, endPage } from '../../../ui/pages/begin-page.ts';
import { newDraft, type PageDraft } from '../../../ui/pages/editor/page-draft.ts';
import { putGlobals } from '../../support/globals.ts';
import { SmallTimers, createWindow } from '../views/small-dom.ts';

const test = suite('ui/pages/begin-page');

setMedia('(max-width: 859px)', false);

const draft = (name: string, change: Partial<PageDraft> = {}): PageDraft => ({
  ...newDraft({ device_type: 'note' } as PageDraft, 'template', name),
  ...change,
});

const inPage = (use: (address: () => string) => void, path = '/pages'): void => {
  const { globals, place } = createWindow(0, new SmallTimers());
  place.address = new URL(path, place.origin);
  const restore = putGlobals(globals);
  try {
    use(() => place.address.pathname);
  } finally {
    restore();
  }
};
const nameNow = (): string | undefined => keptDraft<PageDraft>(NEW_PAGE)?.name;

test('a page that is begun is kept, and its editor opened', () =>
  inPage((address) => {
    beginPage(draft('First'));
    assert.equal([nameNow(), address()], ['First', '/pages/new/edit']);
    assert.is(endPage(), null);
  }));

for (const [path, isReplaced] of [
  ['/pages/new', true],
  ['/history', false],
] as const)
  test(`${isReplaced ? 'no way' : 'the way'} back to ${path} from a page that was begun there`, () =>
    inPage(() => {
      let pushed = 0;
      const { pushState } = history;
      history.pushState = (...given) => {
        pushed += 1;
        pushState.apply(history, given);
      };
      beginPage(draft('First'));
      assert.is(pushed, isReplaced ? 0 : 1);
    }, path));

const WRITTEN: readonly (readonly [what: string, change: Partial<PageDraft>, isKept: boolean])[] = [
  ['nothing', { template: ['', ''] }, false],
  ['a line', { template: ['', 'A'] }, true],
  ['a row of a source', { rows: [{ source: 'date_time', row_index: 0, target_row: 0 }] as never }, true],
  ['a source', { display_type: 'date_time' as never }, true],
];
for (const [what, change, isKept] of WRITTEN)
  test(`one with ${what} in it ${isKept ? 'waits until' : 'is gone when'} another one is begun`, () =>
    inPage(() => {
      beginPage(draft('First', change));
      beginPage(draft('Second'));
      assert.is(nameNow(), 'Second');
      assert.is(endPage()?.name, isKept ? 'First' : undefined);
    }));

test('of several that wait the last one comes back first, each once', () =>
  inPage(() => {
    for (const name of ['First', 'Second', 'Third']) beginPage(draft(name, { template: ['A'] }));
    assert.equal(
      [0, 1, 2].map(() => endPage()?.name),
      ['Second', 'First', undefined],
    );
  }));

test.run();
