import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { useState } from 'preact/hooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MASK, SecretField } from '../../../ui/kit/secret-field.tsx';
import { kit } from '../../../ui/strings/kit.ts';

const test = suite('ui/kit/secret-field');

const LABEL = 'Password';
const REMOVE = kit.removeSecret(LABEL);

/** A form whose value is `changes.at(-1)`. */
const draw = (stored: string, use: (drawn: Drawn, changes: string[]) => Promise<void>, removable = true) => {
  const changes: string[] = [];
  const Form = () => {
    const [value, setValue] = useState(stored);
    const onChange = (next: string) => (changes.push(next), setValue(next));
    return h(SecretField, { label: LABEL, hint: 'Eight letters', value, onChange, removable });
  };
  return drawView(
    h(Form, {}),
    () => ({}),
    (drawn) => use(drawn, changes),
  );
};

const hintOf = ({ find }: Drawn) => find('.field-note').textContent;

test('a stored secret is not shown, and stays when what was typed over it is taken away again', () =>
  draw(MASK, async (drawn, changes) => {
    assert.equal([drawn.field(LABEL).value, hintOf(drawn)], ['', kit.secretStored]);
    assert.is(drawn.field(LABEL).getAttribute('placeholder'), '••••••••');
    await drawn.enter(LABEL, 'new');
    assert.equal([drawn.field(LABEL).value, hintOf(drawn)], ['new', 'Eight letters']);
    assert.equal(drawn.all('button'), []);
    await drawn.enter(LABEL, '');
    assert.equal(changes, ['new', MASK]);
  }));

test('a stored secret that is removed is gone: what is typed then and taken away leaves none', () =>
  draw(MASK, async (drawn, changes) => {
    await drawn.press(REMOVE);
    assert.equal([changes, hintOf(drawn), drawn.all('button')], [[''], 'Eight letters', []]);
    assert.is(drawn.field(LABEL).getAttribute('placeholder'), '');
    await drawn.enter(LABEL, 'new');
    await drawn.enter(LABEL, '');
    assert.equal(changes, ['', 'new', '']);
  }));

test('a new secret that is emptied is none, and is one to be kept once it was stored', () =>
  draw('', async (drawn, changes) => {
    await drawn.enter(LABEL, 'new');
    await drawn.enter(LABEL, '');
    assert.equal(changes, ['new', '']);
    await drawn.enter(LABEL, MASK);
    await drawn.enter(LABEL, 'other');
    await drawn.enter(LABEL, '');
    assert.is(changes.at(-1), MASK);
  }));

test('one that is needed cannot be removed', () =>
  draw(MASK, async ({ all }) => assert.equal(all('button'), []), false));

test.run();
