import { drawView, type Drawn } from '../views/drawn.ts';
import { h } from 'preact';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OwnSource } from '../../../ui/plugins/own/own-source.tsx';
import { sources as texts } from '../../../ui/strings/sources.ts';
import type { AskedOf, ServiceAnswer } from '../../support/fake-service.ts';
import { assertRecorded } from '../../support/recording.ts';

/** A source of one's own: made of what lies at an address, value by value, and tried while it is made. */
const test = suite('ui/plugins/own/own-source');

const told: string[] = [];
const note = (what: string, drawn: Drawn): void => void told.push(`# ${what}`, ...drawn.since());

const ANSWER = {
  kind: 'json',
  url: 'https://example.org/tide?key={{key}}',
  value: { high: 4.25, now: { place: 'Ulm', 'odd name': null }, list: ['one', { deep: true }] },
  settings: {},
  config: { key: 'secret' },
};
const rows = (count: number, cols: number) => Array.from({ length: count }, () => Array<number>(cols).fill(0));
const TRIED = { flagship: rows(6, 22), note: rows(3, 15), error: null };
const HOME = { destination: 'http://10.0.0.9', home: true, secrets: [] };

const draw = (use: (drawn: Drawn, answers: Record<string, ServiceAnswer>) => Promise<void>) => {
  const answers: Record<string, ServiceAnswer> = {
    '/plugins/own/answer': ANSWER,
    '/plugins/own/try': TRIED,
    '/plugins/own': { id: 'my/tide', name: 'My tide', hosts: ['example.org'] },
  };
  return drawView(
    h(OwnSource, {}),
    ({ path }: AskedOf) => answers[path] ?? {},
    async (drawn) => {
      await drawn.enter(texts.address, 'https://example.org/tide?key=secret');
      await drawn.press(texts.read);
      await use(drawn, answers);
    },
  );
};

const sent = ({ asked }: Drawn, path: string) =>
  asked.findLast((one) => one.path === path)?.body as Record<string, unknown>;
const fileOf = (drawn: Drawn, path = '/plugins/own/try') =>
  JSON.parse(String(sent(drawn, path)['file'])) as { values: object; pages: { note: string[] } };

test('values are chosen of an answer, named and tried a moment later', () =>
  draw(async (drawn) => {
    note('what lies at the address', drawn);
    await drawn.press('4.25');
    note('a value', drawn);
    await drawn.press('Ulm');
    await drawn.press('one');
    await drawn.settle(500);
    note('three values, tried', drawn);
    assert.equal(fileOf(drawn).pages.note, ['{{high}}', '{{place}}', '{{list}}']);
    const [first, second] = drawn.all('.own-value input');
    if (first) first.value = 'place';
    first?.do({ type: 'input' });
    if (second) second.value = 'value * 2';
    second?.do({ type: 'input' });
    await drawn.settle(500);
    note('two of one name, and a formula', drawn);
    await drawn.press(texts.remove('place'));
    await drawn.settle(500);
    note('one taken away', drawn);
    await drawn.enter(texts.name, ' ');
    note('without a name', drawn);
    await drawn.enter(texts.name, 'My tide');
    await drawn.settle(500);
    drawn.since();
    await drawn.press(texts.keep);
    note('it is kept', drawn);
    assert.equal(sent(drawn, '/plugins/own')['replace'], false);
    assert.equal(sent(drawn, '/plugins/my%2Ftide/config'), { config: { key: 'secret' }, confirm: [] });
    await drawn.press(texts.keep);
    assert.equal(sent(drawn, '/plugins/own')['replace'], true);
  }));

test('what it wants to ask first is confirmed, and what is wrong with it keeps it from being kept', () =>
  draw(async (drawn, answers) => {
    await drawn.press('4.25');
    drawn.since();
    answers['/plugins/own/try'] = { status: 409, detail: 'It asks first.', destinations: [HOME] } as ServiceAnswer;
    await drawn.settle(500);
    note('it asks first', drawn);
    answers['/plugins/own/try'] = { ...TRIED, error: 'File: line 3, column 9 (values.high.path): is not there.' };
    await drawn.press('Confirm');
    await drawn.settle(500);
    note('it was confirmed, and shows nothing', drawn);
    assert.equal(sent(drawn, '/plugins/own/try')['confirm'], [HOME]);
    answers['/plugins/own/try'] = { status: 500, detail: 'Not now.' };
    await drawn.enter(texts.formula, 'value + 1');
    await drawn.settle(500);
    note('it cannot be tried', drawn);
  }));

test('an answer without members is a value itself', () =>
  draw(async (drawn, answers) => {
    answers['/plugins/own/answer'] = {
      ...ANSWER,
      url: 'https://example.org/plain',
      value: 'plain text that is longer',
    };
    await drawn.press(texts.read);
    await drawn.press('plain text that is longer');
    await drawn.settle(500);
    assert.equal(fileOf(drawn).values, { value: { formula: 'answer', max_length: 22 } });
  }));

test('an answer that cannot be read is said', () =>
  draw(async (drawn, answers) => {
    answers['/plugins/own/answer'] = { status: 502, detail: 'Nobody answers there.' };
    await drawn.press(texts.read);
    note('nobody answers', drawn);
  }));

test('what is drawn and asked is what was recorded', () => assertRecorded('ui/plugins/own-source.txt', told));

test.run();
