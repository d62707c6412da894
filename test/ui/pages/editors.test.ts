import { drawView, type Drawn } from '../views/drawn.ts';
import { h, type ComponentChild } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keepDraft, keptDraft } from '../../../ui/kit/draft.ts';
import { takeUntold } from '../../../ui/kit/untold.ts';
import { Editor, NewEditor } from '../../../ui/pages/editor/editor.tsx';
import { draftOf, newDraft, pageSizeOf, type PageDraft } from '../../../ui/pages/editor/page-draft.ts';
import { GALLERY } from '../../../ui/pages/gallery.tsx';
import { serviceState } from '../../../ui/service-state.ts';
import { strings } from '../../../ui/strings.ts';
import { kit } from '../../../ui/strings/kit.ts';
import { pages as texts } from '../../../ui/strings/pages.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { hold } from '../../support/held.ts';
import { samplePage } from '../../support/sample-state.ts';

/** The ways out of the editor of a page: stored, given up, deleted, and gone meanwhile. */
const test = suite('ui/pages/editor: stored, given up and gone');

const PAGE = samplePage('p/1', 'Welcome');
const single = (name: string): PageDraft => ({
  ...newDraft(pageSizeOf({ device_type: 'flagship' }), 'single', name),
  display_type: 'sun',
});

/** Draws an editor once `prepare` has put into the browser what it keeps. */
const draw = (
  view: ComponentChild,
  prepare: () => void,
  use: (drawn: Drawn, answers: Record<string, ServiceAnswer | Promise<ServiceAnswer>>) => Promise<void>,
) => {
  const answers: Record<string, ServiceAnswer | Promise<ServiceAnswer>> = {
    'GET /pages/p%2F1': PAGE,
    'POST /pages': { ...PAGE, id: 'made' },
    'POST /pages/preview': { raw: { characters: [] }, lines: [] },
    'GET /pages/p%2F1/references': { total: 0, references: [] },
    'POST /templates/validate': { problems: [] },
    'GET /displays': { displays: [] },
    'GET /settings/transitions': { available_strategies: [] },
    'GET /settings/board': { boards: [] },
    'GET /templates/variables': { colors: {}, symbols: [], filters: [] },
    'GET /plugins/variables/all': { sources: [] },
    'GET /templates/formula-functions': { functions: {} },
  };
  return drawView(
    null,
    ({ method, path }: AskedOf) => answers[`${method} ${path}`] ?? {},
    async (drawn) => {
      prepare();
      await drawn.draw(view);
      await use(drawn, answers);
    },
  );
};
const changes = ({ asked }: Drawn) =>
  asked.flatMap(({ method, path }) =>
    /^(GET|POST .*(preview|validate))/.test(`${method} ${path}`) ? [] : `${method} ${path}`,
  );

test('a new page is stored with a name, opens as a stored one, and the one that waited is there again', () =>
  draw(
    h(NewEditor, {}),
    () => {
      keepDraft('page.new', single('Sun'));
      keepDraft('page.new.aside', [single('Waits')]);
    },
    async (drawn) => {
      await drawn.press(texts.save);
      assert.equal(changes(drawn), ['POST /pages']);
      assert.is(location.pathname, '/pages/made');
      assert.is(keptDraft<PageDraft>('page.new')?.name, 'Waits');
    },
  ));

test('a new page is given up once that is confirmed', () =>
  draw(
    h(NewEditor, {}),
    () => keepDraft('page.new', single('Sun')),
    async (drawn) => {
      await drawn.press(kit.discard);
      assert.not.equal(keptDraft('page.new'), null);
      drawn.find('.dialog .button-danger').click();
      await drawn.settle();
      assert.equal([changes(drawn), keptDraft('page.new'), location.pathname], [[], null, '/pages']);
      assert.ok(drawn.text.includes(texts.newNothing));
    },
  ));

test('a page that is deleted forgets what was typed, and can be brought back where one comes to', () =>
  draw(
    h(Editor, { id: 'p/1' }),
    () => keepDraft('page.p/1', { over: 'old', page: draftOf({ ...PAGE, name: 'Typed' }) }),
    async (drawn) => {
      assert.ok(drawn.text.includes(texts.changedElsewhere));
      await drawn.press(texts.delete);
      drawn.find('.dialog .button-danger').click();
      await drawn.settle();
      assert.equal(changes(drawn), ['DELETE /pages/p%2F1']);
      assert.equal([location.pathname, keptDraft('page.p/1')], ['/pages', null]);
      const told = takeUntold(GALLERY);
      assert.is(told?.text, texts.removed('Typed'));
      await told?.undo?.();
      assert.equal(changes(drawn).at(-1), 'POST /pages/p%2F1/restore');
    },
  ));

const GONE = { status: 404, detail: 'There is no such page.' };
const drawGone = (prepare: () => void, use: (drawn: Drawn) => Promise<void>) =>
  drawView(
    null,
    () => GONE,
    async (drawn) => {
      prepare();
      await drawn.draw(h(Editor, { id: 'p/1' }));
      await use(drawn);
    },
  );

test('what was typed into a page that is gone becomes a new one on request', () =>
  drawGone(
    () => keepDraft('page.p/1', { over: 'old', page: draftOf({ ...PAGE, name: 'Typed' }) }),
    async (drawn) => {
      assert.ok(drawn.text.includes(texts.unknown) && drawn.text.includes(texts.unsavedHere));
      await drawn.press(texts.rescue);
      assert.equal([keptDraft<PageDraft>('page.new')?.name, keptDraft('page.p/1')], ['Typed', null]);
      assert.is(location.pathname, '/pages/new/edit');
    },
  ));

test('a page that is gone with nothing typed leads back', () =>
  drawGone(
    () => undefined,
    async (drawn) => {
      assert.ok(drawn.text.includes(texts.unknown));
      assert.equal(drawn.all('button'), []);
      assert.is(drawn.find('a').getAttribute('href'), '/pages');
    },
  ));

test('whom a change leaves without a page that fits is told', () =>
  draw(
    h(Editor, { id: 'p/1' }),
    () => keepDraft('page.p/1', { over: PAGE.created_at, page: draftOf({ ...PAGE, name: 'Typed' }) }),
    async (drawn, answers) => {
      const lost = [{ board_name: 'Hall' }, { board_name: 'Hall' }, { board_name: 'Shop' }];
      answers['PUT /pages/p%2F1'] = { page: { ...PAGE, name: 'Typed' }, incompatible_references: lost };
      await drawn.press(texts.save);
      assert.ok(drawn.all('.report').some(({ textContent }) => textContent === texts.noLongerFits('Hall, Shop')));
      assert.is(keptDraft('page.p/1'), null);
    },
  ));

for (const live of [true, false])
  test(`that a page cannot be drawn is said once while the connection is ${live ? 'there' : 'lost'}`, () =>
    draw(
      h(Editor, { id: 'p/1' }),
      () => serviceState.set({ live }),
      async (drawn, answers) => {
        const fail = (): never => {
          throw new TypeError('failed to fetch');
        };
        Object.defineProperty(answers, 'POST /pages/preview', { get: fail });
        await drawn.enter(texts.name, 'Another name');
        const said = drawn.all('.notice-bad').map(({ textContent }) => textContent);
        assert.equal(said, live ? [strings.unreachable] : []);
        serviceState.set({ live: false });
      },
    ));

for (const [what, view, prepare, saves, address] of [
  ['a new page', h(NewEditor, {}), () => keepDraft('page.new', single('Sun')), 'POST /pages', '/pages/made'],
  ['a stored page', h(Editor, { id: 'p/1' }), () => undefined, 'PUT /pages/p%2F1', '/'],
] as const)
  test(`what is typed into ${what} while that is saved is a change that is not saved yet`, () =>
    draw(view, prepare, async (drawn, answers) => {
      const saved = hold<ServiceAnswer>();
      answers[saves] = saved.answer;
      await drawn.enter(texts.name, 'Morning');
      await drawn.press(texts.save);
      await drawn.enter(texts.name, 'Good morning');
      const page = { ...PAGE, id: saves === 'POST /pages' ? 'made' : PAGE.id, name: 'Morning', updated_at: 'later' };
      saved.letGo(saves === 'POST /pages' ? page : { page, incompatible_references: [] });
      await drawn.settle();
      const kept = keptDraft<{ over: string; page: PageDraft }>(`page.${page.id}`);
      assert.equal([kept?.page.name, kept?.over, location.pathname], ['Good morning', 'later', address]);
    }));

test.run();
