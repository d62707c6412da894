import { readFileSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { explainDetail, withLabels } from '../../../ui/kit/field-names.ts';
import { fieldNames } from '../../../ui/strings/field-names.ts';

const test = suite('ui/kit/field-names');

/** [what the service says, what people read] */
const SENTENCES: readonly (readonly [string, string])[] = [
  ['host: "a b" is not a host name.', 'Address of the board: "a b" is not a host name.'],
  ['panel.connection.host: the name "x" is not known.', 'Address of the board: the name "x" is not known.'],
  ['tiles[2].local_api_key: too long.', 'Local API key: too long.'],
  ['label: "kitchen" is there already.', 'Name of the instance: "kitchen" is there already.'],
  [
    'start_time and end_time are both 08:00: the rule would never apply.',
    '“From” and “Until” are both 08:00: the rule would never apply.',
  ],
  ['led.pin: 17 is the button.', 'Pin: 17 is the button.'],
  ['favourite_id: the action needs one.', 'Favourite: the action needs one.'],
  ['page_id: "start_time" is no page.', 'Page: "start_time" is no page.'],
  ['template: {{page_id.name}} is unknown.', 'Text of the page: {{page_id.name}} is unknown.'],
  [
    'variable.rules[1].expression: a ) is missing (at offset 14)',
    'variable.rules[1].expression: a ) is missing (at offset 14)',
  ],
  ['There is no such page.', 'There is no such page.'],
  ['The board at 192.168.1.7:7000 is away: look.', 'The board at 192.168.1.7:7000 is away: look.'],
  ['Follow mqtt://host/start_time now.', 'Follow mqtt://host/start_time now.'],
];
for (const [said, read] of SENTENCES) test(said, () => assert.is(withLabels(said), read));

test('findings name their fields', () => {
  const finding = (loc: unknown[], msg: string) => ({ type: 'x', loc, msg });
  assert.is(
    explainDetail([
      finding(['body', 'panel', 'grid_rows'], 'Must be a number'),
      finding(['body'], 'Must be an object'),
    ]),
    'Rows: Must be a number; Must be an object',
  );
  assert.is(explainDetail([finding(['body', 'page_ids', 3], 'Must be text')]), 'Pages: Must be text');
  assert.is(explainDetail(undefined), null);
  assert.is(explainDetail([]), null);
});

test('fields are called as they are in forms', () => {
  const texts = readdirSync('ui/strings', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'field-names.ts')
    .map((name) => readFileSync(`ui/strings/${name}`, 'utf8'))
    .join('\n');
  const elsewhere = [
    'Certificate',
    'Flaps',
    'Kind of board',
    'Text of the page',
    'What comes after',
    'The page that comes after',
  ];
  const unknown = Object.values(fieldNames).filter(
    (label) => !texts.includes(`'${label}'`) && !elsewhere.includes(label),
  );
  assert.equal(unknown, []);
});

test.run();
