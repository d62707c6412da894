import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { useState } from 'preact/hooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ProblemsProvider, type Problems } from '../../../ui/plugins/problems.ts';
import { SettingField } from '../../../ui/plugins/settings/setting-field.tsx';
import type { Setting } from '../../../ui/plugins/settings/setting-schema.ts';
import { plugins as texts } from '../../../ui/strings/plugins.ts';

/** Settings that hold others: lists whose order counts, and values by names of one's own. */
const test = suite('ui/plugins/settings: fields within fields');

const draw = (
  setting: Setting,
  stored: unknown,
  use: (drawn: Drawn, value: () => unknown) => Promise<void>,
  problems: Problems = {},
) => {
  let value = stored;
  const Form = () => {
    const [now, setNow] = useState(stored);
    value = now;
    return h(
      ProblemsProvider,
      { value: problems },
      h(SettingField, { name: 'all', path: 'all', setting, required: false, value: now, onChange: setNow }),
    );
  };
  return drawView(
    h(Form, {}),
    () => ({ pages: [] }),
    (drawn) => use(drawn, () => value),
  );
};

const typeInto = async ({ all, settle }: Drawn, at: number, text: string): Promise<void> => {
  const field = all('input')[at];
  if (field) field.value = text;
  field?.do({ type: 'input' });
  await settle();
};
const LIST: Setting = { type: 'array', title: 'All', items: { type: 'string' }, maxItems: 3 };

test('entries of a list change places, go and come, up to as many as there may be', () =>
  draw(LIST, ['a', 'b', 'c'], async (drawn, value) => {
    const add = () => drawn.all('button').find((one) => one.textContent === texts.add);
    assert.ok(add()?.disabled);
    await drawn.press(texts.moveUp('All', 3));
    assert.equal(value(), ['a', 'c', 'b']);
    await drawn.press(texts.moveUp('All', 2));
    assert.equal(value(), ['c', 'a', 'b']);
    assert.ok(drawn.all('button').find((one) => one.getAttribute('aria-label') === texts.moveUp('All', 1))?.disabled);
    await drawn.press(texts.removeEntry('All', 2));
    assert.equal(value(), ['c', 'b']);
    await typeInto(drawn, 1, 'B');
    assert.equal(value(), ['c', 'B']);
    await typeInto(drawn, 0, '');
    assert.equal(value(), ['', 'B']);
    assert.not.ok(add()?.disabled);
    await drawn.press(texts.addEntry('All'));
    assert.equal(value(), ['', 'B', '']);
  }));

test('an entry of several settings begins without any, one with a default with that', async () => {
  await draw({ ...LIST, items: { properties: { name: { type: 'string' } } } }, undefined, async (drawn, value) => {
    assert.ok(drawn.text.includes(texts.emptyList));
    await drawn.press(texts.addEntry('All'));
    assert.equal(value(), [{}]);
    await typeInto(drawn, 0, 'Ulm');
    assert.equal(value(), [{ name: 'Ulm' }]);
    assert.not.ok(drawn.text.includes(texts.emptyList));
  });
  await draw({ ...LIST, items: { type: 'string', default: 'x' } }, [], async (drawn, value) => {
    await drawn.press(texts.addEntry('All'));
    assert.equal(value(), ['x']);
  });
});

const MAP: Setting = { type: 'object', title: 'All', additionalProperties: { type: 'string' } };

test('values by names: a name is changed where it stands, and never to that of another one', () =>
  draw(MAP, { accept: 'json', host: 'a' }, async (drawn, value) => {
    await typeInto(drawn, 0, 'kind');
    assert.equal(JSON.stringify(value()), '{"kind":"json","host":"a"}');
    await typeInto(drawn, 2, 'kind');
    assert.equal(JSON.stringify(value()), '{"kind":"json","host":"a"}');
    await typeInto(drawn, 3, 'b');
    assert.equal(JSON.stringify(value()), '{"kind":"json","host":"b"}');
    await typeInto(drawn, 1, '');
    assert.equal(JSON.stringify(value()), '{"kind":"","host":"b"}');
    await drawn.press(texts.addEntry('All'));
    assert.equal(value(), { kind: '', host: 'b', '': '' });
    assert.ok(drawn.all('button').find((one) => one.textContent === texts.add)?.disabled);
    await drawn.press(texts.removeEntry('All', 1));
    assert.equal(value(), { host: 'b', '': '' });
  }));

test('that a list is wrong stands at it, and leads there', () =>
  draw(
    LIST,
    ['a'],
    async ({ find }) => {
      assert.ok(find('fieldset').hasAttribute('aria-invalid'));
      assert.is(find('fieldset .is-wrong').textContent, 'Too few.');
    },
    { all: 'Too few.' },
  ));

test('several settings that are wrong together are told at their frame, which is no list', () =>
  draw(
    { type: 'object', title: 'All', properties: { name: { type: 'string' } }, description: 'Where it is.' },
    null,
    async ({ find }, value) => {
      assert.not.ok(find('fieldset').hasAttribute('aria-invalid'));
      assert.is(find('fieldset .field-note').textContent, 'Is odd.');
      assert.is(value(), null);
    },
    { all: 'Is odd.' },
  ));

test.run();
