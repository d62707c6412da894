import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PluginDetail } from '../../../src/schema/plugins/plugins.ts';
import { VariableList } from '../../../ui/plugins/variable-list.tsx';
import { kit } from '../../../ui/strings/kit.ts';
import { plugins as texts } from '../../../ui/strings/plugins.ts';
import type { ServiceAnswer } from '../../support/fake-service.ts';

const test = suite('ui/plugins/variable-list');

const listOf = (live = false, version = '1') =>
  h(VariableList, { plugin: { id: 'tide/1', variables: {} } as PluginDetail, version, live });

const draw = (answer: object, use: (drawn: Drawn) => Promise<void>, view = listOf()) =>
  drawView(
    view,
    (): ServiceAnswer => ({
      plugin_id: 'tide/1',
      variables: [],
      open: false,
      values: {},
      variable_groups: {},
      variable_metadata: {},
      ...answer,
    }),
    use,
  );

const textsOf = ({ all }: Drawn, selectors: string): string[] => all(selectors).map(({ textContent }) => textContent);

const NOTES: readonly (readonly [what: string, answer: object, notes: readonly string[]])[] = [
  ['no variables', {}, [texts.noVariables]],
  ['no variables, and more that its data tell', { open: true }, [texts.noVariables]],
  ['one variable', { variables: ['now'] }, [texts.variablesIntro]],
  ['one, and more that its data tell', { variables: ['now'], open: true }, [texts.variablesIntro, texts.openVariables]],
  ['lists, which are counted from 0', { variables: ['days.*.high'] }, [texts.variablesIntro, texts.listsHint]],
];
for (const [what, answer, notes] of NOTES)
  test(`of a plugin with ${what} it is said what can be done with them`, () =>
    draw(answer, async (drawn) => {
      const said = [...textsOf(drawn, 'p')];
      assert.equal(said, notes);
    }));

test('a variable shows its value, its example where it has none yet, and what it is', () =>
  draw(
    {
      variables: ['now', 'later', 'never'],
      values: { now: 0, later: null },
      variable_metadata: { now: { description: 'Now', example: 5 }, later: { example: 'HIGH' } },
    },
    async (drawn) => {
      assert.equal(textsOf(drawn, 'output'), ['0']);
      assert.equal(
        drawn.all('.variable-value').map(({ textContent }) => textContent),
        ['0Now', texts.example('HIGH'), ''],
      );
      assert.equal(textsOf(drawn, 'code'), ['{{tide/1.now}}', '{{tide/1.later}}', '{{tide/1.never}}']);
      await drawn.press(`${kit.copy}: ${texts.variable('now')}`);
      assert.is(drawn.find('button').textContent, kit.copied);
    },
  ));

test('groups have headings where there are several', async () => {
  const grouped = { variable_metadata: { now: { group: 'main' } }, variable_groups: { main: { label: 'Main' } } };
  await draw({ variables: ['now'], ...grouped }, async (drawn) => assert.equal(textsOf(drawn, 'h3'), []));
  await draw({ variables: ['now', 'later'], ...grouped }, async (drawn) =>
    assert.equal(textsOf(drawn, 'h3'), ['Main', texts.more]),
  );
});

test('they are fetched again for another version, and while the plugin is live every ten seconds', () =>
  draw({ variables: ['now'] }, async ({ asked, settle, draw: put }) => {
    await settle(25_000);
    const before = asked.length;
    await put(listOf(false, '2'));
    assert.is(asked.length, before + 1);
    await put(listOf(true, '2'));
    await settle(20_500);
    assert.is(asked.length, before + 3);
    assert.equal([...new Set(asked.map(({ path }) => path))], ['/plugins/tide%2F1/variables']);
  }));

test('that they cannot be fetched is said, and they are fetched when asked again', () => {
  let isBack = false;
  return drawView(
    listOf(),
    () =>
      isBack
        ? { plugin_id: 'tide', variables: ['now'], values: {}, variable_groups: {}, variable_metadata: {} }
        : { status: 503, detail: 'Not now.' },
    async (drawn) => {
      assert.match(drawn.find('[role="alert"]').textContent, 'Not now.');
      isBack = true;
      await drawn.press(kit.tryAgain);
      assert.equal(drawn.all('[role="alert"]'), []);
      assert.equal(textsOf(drawn, 'code'), ['{{tide.now}}']);
    },
  );
});

test.run();
