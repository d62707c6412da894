import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/api.ts';
import { problemsOf } from '../../../ui/plugins/problems.ts';
import { needsAttention, stateOf } from '../../../ui/plugins/state.ts';
import {
  keepable,
  kindOf,
  missingOf,
  placeSettings,
  settingsOf,
  titleOf,
  withoutEmpty,
  type Setting,
} from '../../../ui/plugins/settings/setting-schema.ts';
import { shownOf } from '../../../ui/plugins/settings/setting-value.ts';
import { MASK } from '../../../ui/kit/secret-field.tsx';

const test = suite('settings of plugins');

const KINDS: readonly (readonly [Setting, string])[] = [
  [{ type: 'string' }, 'text'],
  [{ type: 'boolean' }, 'switch'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'number' }, 'number'],
  [{ type: 'array' }, 'list'],
  [{ type: 'object' }, 'map'],
  [{ type: 'object', properties: { a: {} } }, 'object'],
  [{ properties: {} }, 'object'],
  [{}, 'anything'],
  [{ type: 'string', enum: ['a'] }, 'choice'],
  [{ type: 'string', secret: true, enum: ['a'] }, 'secret'],
  [{ type: 'string', 'ui:widget': 'password' }, 'secret'],
  [{ type: 'string', 'ui:widget': 'timezone' }, 'zone'],
  [{ 'ui:widget': 'time-zone' }, 'zone'],
  [{ type: 'string', 'ui:widget': 'datetime' }, 'moment'],
  [{ type: 'string', 'ui:widget': 'page-picker' }, 'page'],
  [{ type: 'string', 'ui:widget': 'textarea' }, 'paragraph'],
  [{ type: 'string', 'ui:widget': 'lookup' }, 'lookup'],
  [{ type: 'array', 'ui:widget': 'textarea' }, 'list'],
  [{ type: 'string', 'ui:widget': 'unheard of' }, 'text'],
];
for (const [setting, kind] of KINDS)
  test(`${JSON.stringify(setting)} has the control "${kind}"`, () => assert.is(kindOf(setting), kind));

test('settings are listed in their order, without the switch of the plugin', () => {
  const schema: Setting = { properties: { b: { type: 'string' }, enabled: { type: 'boolean' }, a: {} } };
  assert.equal(
    settingsOf(schema).map(([name]) => name),
    ['b', 'a'],
  );
  assert.equal(settingsOf({}), []);
});

for (const [name, title, expected] of [
  ['api_key', undefined, 'Api key'],
  ['api_key', 'Key of the API', 'Key of the API'],
  ['_x', '', 'X'],
] as const)
  test(`${name} is called ${expected}`, () => assert.is(titleOf(name, title === undefined ? {} : { title }), expected));

test('what is not set is left out wherever it stands', () =>
  assert.equal(withoutEmpty({ a: null, b: '', c: [{ d: null, e: 0 }, null], f: { g: null }, h: false }), {
    b: '',
    c: [{ e: 0 }, null],
    f: {},
    h: false,
  }));

const SECRETIVE: Setting = {
  properties: {
    name: { type: 'string' },
    key: { type: 'string', secret: true },
    list: { type: 'array', items: { properties: { pass: { 'ui:widget': 'password' }, user: {} } } },
    map: { type: 'object', additionalProperties: { secret: true } },
    group: { properties: { inner: { properties: { token: { secret: true }, open: {} } } } },
    plain: { type: 'array', items: { properties: { a: {} } } },
  },
};

test('a browser keeps no secret, and whatever else was typed', () =>
  assert.equal(
    keepable(SECRETIVE, {
      name: 'n',
      key: 'k',
      list: [
        { pass: 'p', user: 'u' },
        { pass: MASK, user: 'v' },
      ],
      map: { one: 's', two: MASK },
      group: { inner: { token: 't', open: 'o' } },
      plain: [{ a: 1 }],
      unknown: { x: 1 },
    }),
    {
      name: 'n',
      list: [
        { pass: null, user: 'u' },
        { pass: MASK, user: 'v' },
      ],
      map: { one: null, two: MASK },
      group: { inner: { token: null, open: 'o' } },
      plain: [{ a: 1 }],
      unknown: { x: 1 },
    },
  ));

test('what is required and has no value is named by its title', () => {
  const schema: Setting = {
    required: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    properties: {
      a: { title: 'First' },
      b: {},
      c: {},
      d: { default: 'x' },
      e: {},
      f: {},
      g: {},
      h: {},
    },
  };
  assert.equal(missingOf(schema, { b: '', c: [], e: 0, f: false, g: null }, ['g']), ['First', 'B', 'C']);
  assert.equal(missingOf({ properties: { a: {} } }, {}, []), []);
});

test('a place is given as degrees, and as a name where there is room for one', () => {
  const place = { name: 'Berlin', latitude: 52.5, longitude: 13.4 };
  assert.equal(placeSettings({}, place), { latitude: 52.5, longitude: 13.4 });
  const named: Setting = { properties: { location_name: { maxLength: 3 } } };
  assert.is(placeSettings(named, place)['location_name'], 'Ber');
  assert.is(placeSettings({ properties: { location_name: {} } }, place)['location_name'], 'Berlin');
});

test('a default is shown until something is set, and nothing for what was taken away', () => {
  const setting: Setting = { default: 5 };
  assert.equal(
    [undefined, null, 0].map((value) => shownOf(setting, value)).map(({ shown, text }) => [shown, text]),
    [
      [5, '5'],
      [null, ''],
      [0, '0'],
    ],
  );
});

const refused = (status: number, detail: unknown) => problemsOf(new ApiError(status, 'x', { detail }));
for (const [name, problems, expected] of [
  ['a sentence that names its setting', refused(400, 'topics[0].name: too long'), { 'topics[0].name': 'Too long.' }],
  [
    'several in one text',
    refused(422, 'a: one; b.c: two; and more; d-e: three'),
    { a: 'One.', 'b.c': 'Two; and more.', 'd-e': 'Three.' },
  ],
  ['the first of a setting counts', refused(400, 'a: one; a: two'), { a: 'One.' }],
  ['no setting', refused(400, 'Nothing works.'), { '': 'Nothing works.' }],
  [
    'findings with places',
    refused(422, [{ loc: ['body', 'config', 'a', 'b'], msg: 'must be text' }, { msg: 'bad' }]),
    { 'a.b': 'Must be text.', '': ': bad.' },
  ],
  ['nothing said', refused(400, undefined), {}],
  ['another status', refused(500, 'a: one'), {}],
  ['another error', problemsOf(new Error('a: one')), {}],
] as const)
  test(`what is wrong with settings: ${name}`, () => assert.equal(problems, expected));

const SOURCE = { enabled: true, configured: true, error: null, live: false, receives: false, fetched_at: null };
for (const [change, state, attention] of [
  [{ enabled: false, configured: false }, 'off', false],
  [{ configured: false, error: 'x' }, 'needs', true],
  [{ error: 'x', live: true }, 'failing', true],
  [{ live: true, fetched_at: 'now' }, 'live', false],
  [{ fetched_at: 'now', receives: true }, 'working', false],
  [{ receives: true }, 'waiting', false],
  [{}, 'unread', false],
] as const)
  test(`a source with ${JSON.stringify(change)} is ${state}`, () => {
    assert.is(stateOf({ ...SOURCE, ...change } as never), state);
    assert.is(needsAttention(state), attention);
  });

test.run();
