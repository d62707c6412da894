import { drawView } from '../views/drawn.ts';
import { h, type ComponentChild } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Screen } from '../../../src/schema/appliance/screens.ts';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import { Favourites } from '../../../ui/favourites/favourites.tsx';
import { NewPage } from '../../../ui/pages/new-page.tsx';
import { InstanceList } from '../../../ui/plugins/instance-list.tsx';
import { OwnEditor } from '../../../ui/plugins/own/own-editor.tsx';
import { PairForm } from '../../../ui/settings/screens/pair-form.tsx';
import { ScreenForm } from '../../../ui/settings/screens/screen-form.tsx';
import { Screens } from '../../../ui/settings/screens/screens.tsx';
import { favourites } from '../../../ui/strings/favourites.ts';
import { kit } from '../../../ui/strings/kit.ts';
import { pages } from '../../../ui/strings/pages.ts';
import { plugins } from '../../../ui/strings/plugins.ts';
import { screens } from '../../../ui/strings/settings/screens.ts';
import { sources } from '../../../ui/strings/sources.ts';
import type { ServiceAnswer } from '../../support/fake-service.ts';
import { hold } from '../../support/held.ts';

/** What is typed outlives a login that ends, after which a view is drawn anew. */
const test = suite('ui: what was typed is there again');

const nothing = (): void => undefined;
const SCREEN = {
  id: 's1',
  name: 'Hall',
  board_ids: ['a'],
  options: { night: null, orientation: 0 },
} as unknown as Screen;
const ANSWERS: Readonly<Record<string, object>> = {
  '/settings/board': { boards: [] },
  '/screens': { screens: [] },
  '/screens/pairing': { waiting: [] },
  '/settings/displays': { displays: [] },
};
let refusal: object = {};
const screenForm = (onClose = nothing) => h(ScreenForm, { screen: SCREEN, onSaved: nothing, onClose });

const FORMS: readonly (readonly [what: string, view: ComponentChild, field: string])[] = [
  ['the name of a new page', h(NewPage, {}), pages.name],
  [
    'the label of an instance',
    h(InstanceList, { plugin: { id: 'countdown' } as PluginDetail, sources: [], now: 0 }),
    plugins.label,
  ],
  ['the code of a screen', h(PairForm, { code: '', onPaired: nothing }), screens.code],
  ['the name of a paired screen', screenForm(), screens.name],
];
for (const [what, view, label] of FORMS)
  test(what, () =>
    drawView(
      view,
      ({ path }) => ANSWERS[path] ?? {},
      async ({ enter, field, draw }) => {
        await enter(label, 'typed');
        await draw(null);
        await draw(view);
        assert.is(field(label).value, 'typed');
      },
    ),
  );

test('the name of an address for another page', () =>
  drawView(
    h(Screens, { query: new URLSearchParams() }),
    ({ path }) => ANSWERS[path] ?? {},
    async ({ all, draw, settle }) => {
      const name = () => all('form')[1]?.querySelectorAll('input')[0];
      const field = name();
      if (field) field.value = 'Blog';
      field?.do({ type: 'input' });
      await settle();
      await draw(null);
      await draw(h(Screens, { query: new URLSearchParams() }));
      assert.is(name()?.value, 'Blog');
    },
  ));

test('what was typed for an address stays when that is refused, and goes when it is made', () =>
  drawView(
    h(Screens, { query: new URLSearchParams() }),
    ({ method, path }) => (method === 'POST' ? refusal : (ANSWERS[path] ?? {})),
    async ({ all, settle }) => {
      const form = () => all('form')[1];
      const name = () => form()?.querySelectorAll('input')[0];
      const field = name();
      if (field) field.value = 'Blog';
      field?.do({ type: 'input' });
      await settle();
      for (const [answer, left] of [
        [{ status: 422, detail: 'Not now.' }, 'Blog'],
        [{ token: 't' }, ''],
      ] as const) {
        refusal = answer;
        form()?.do({ type: 'submit', preventDefault: nothing });
        await settle();
        assert.is(name()?.value, left);
      }
    },
  ));

test('a code that comes with the address counts before what was typed without one', () =>
  drawView(
    h(PairForm, { code: '', onPaired: nothing }),
    ({ path }) => ANSWERS[path] ?? {},
    async ({ enter, field, draw }) => {
      await enter(screens.code, '123 456');
      await draw(h(PairForm, { code: '654 321', onPaired: nothing }));
      assert.is(field(screens.code).value, '654 321');
    },
  ));

test('what was typed about a paired screen is forgotten with its form', () => {
  let closed = 0;
  const view = screenForm(() => closed++);
  return drawView(
    view,
    () => ({}),
    async ({ enter, field, draw, press }) => {
      await enter(screens.name, 'typed');
      await press(kit.cancel);
      assert.is(closed, 1);
      await draw(null);
      await draw(view);
      assert.is(field(screens.name).value, 'Hall');
    },
  );
});

const FAVOURITES = { favourites: [] };
const OWN = { id: 'tide', file: '{}' };

const WHILE_SAVING: readonly (readonly [what: string, view: ComponentChild, field: string, saves: string])[] = [
  ['the name of a paired screen', screenForm(), screens.name, 'PATCH /screens/s1'],
  ['the text of a favourite', h(Favourites, {}), favourites.text, 'POST /favourites'],
  ['the file of a source', h(OwnEditor, { id: 'tide' }), sources.file, 'POST /plugins/own'],
];
for (const [what, view, label, saves] of WHILE_SAVING)
  test(`${what}, typed on while it is saved`, () => {
    const saved = hold<ServiceAnswer>();
    const answers: Readonly<Record<string, ServiceAnswer | Promise<ServiceAnswer>>> = {
      'GET /favourites': FAVOURITES,
      'GET /plugins/tide/file': OWN,
      'GET /plugins/tide': { id: 'tide', config: {} },
      'POST /plugins/own/try': { flagship: [], note: [], error: null },
      'POST /plugins/own/check': { id: 'tide', name: 'Tide', problems: [] },
      [saves]: saved.answer,
    };
    return drawView(
      view,
      ({ method, path }) => answers[`${method} ${path}`] ?? {},
      async ({ asked, enter, field, all, draw, settle }) => {
        if (label === favourites.text) await enter(favourites.name, 'Dinner');
        await enter(label, 'typed');
        all('form').at(-1)?.do({ type: 'submit', preventDefault: nothing });
        await settle();
        assert.ok(asked.some(({ method, path }) => `${method} ${path}` === saves));
        await enter(label, 'typed on');
        saved.letGo({ id: 'tide', name: 'Tide' });
        await settle(3000);
        assert.is(field(label).value, 'typed on');
        await draw(null);
        await draw(view);
        assert.is(field(label).value, 'typed on');
      },
    );
  });

test('a board that was made for a screen goes again when the screen cannot be paired', () => {
  const stored = [{ boards: [{ id: 'a' }] }, { boards: [{ id: 'a' }, { id: 'new' }] }];
  const waits = { code: 'ABC347', user_agent: '', address: '', width: 1920, height: 1080 };
  const answers: Readonly<Record<string, () => ServiceAnswer>> = {
    'GET /screens/pairing': () => ({ waiting: [waits] }),
    'GET /settings/board': () => stored[0] ?? {},
    'POST /settings/board/add': () => stored[1] ?? {},
    'POST /screens': () => ({ status: 404, detail: 'The code has ended.' }),
  };
  return drawView(
    h(PairForm, { code: 'ABC347', onPaired: nothing }),
    ({ method, path }) => answers[`${method} ${path}`]?.() ?? {},
    async (drawn) => {
      const alike = drawn.find('[role="switch"]');
      alike.checked = true;
      alike.do({ type: 'change' });
      await drawn.settle();
      await drawn.press(screens.pair);
      const done = drawn.asked.flatMap(({ method, path }) => (method === 'GET' ? [] : `${method} ${path}`));
      assert.equal(done, ['POST /settings/board/add', 'POST /screens', 'DELETE /settings/board/new']);
      assert.ok(drawn.text.includes('The code has ended.'));
    },
  );
});

test.run();
