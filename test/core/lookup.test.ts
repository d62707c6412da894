import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BudgetSpent } from '../../src/core/template/context.ts';
import { fieldOf, lookup, ownValue, parsePath } from '../../src/core/template/lookup.ts';
import { contextOf } from '../support/template-context.ts';

const test = suite('template lookup');

const data = {
  demo: {
    temp: 68,
    Upper: 'u',
    both: 'lower',
    Both: 'upper',
    none: null,
    NONE: null,
    zero: 0,
    no: false,
    empty: '',
    list: [{ name: 'A', tags: ['x', 'y'] }, { name: 'B', Sub: { Key: 1 } }, null],
    deep: { er: { value: 5 } },
    'a.b': 'dotted',
  },
  'demo:north': { temp: 3 },
};
const context = contextOf(data);

const found: [string, unknown, string][] = [
  ['demo.temp', 68, 'temp'],
  ['DEMO.temp', 68, 'temp'],
  ['demo.TEMP', 68, 'temp'],
  ['demo.Upper', 'u', 'Upper'],
  ['demo.both', 'lower', 'both'],
  ['demo.Both', 'upper', 'Both'],
  ['demo.BOTH', 'lower', 'both'],
  ['demo.zero', 0, 'zero'],
  ['demo.no', false, 'no'],
  ['demo.empty', '', 'empty'],
  ['demo.list.0.name', 'A', 'list.0.name'],
  ['demo.list.1.Name', 'B', 'list.1.name'],
  ['demo.list.01.name', 'B', 'list.01.name'],
  ['demo.list[0].name', 'A', 'list.0.name'],
  ['demo.list.[1].name', 'B', 'list.1.name'],
  ['demo.list[0].tags[1]', 'y', 'list.0.tags.1'],
  ['demo.list.1.Sub.Key', 1, 'list.1.Sub.Key'],
  ['demo.Deep.ER.value', 5, 'deep.er.value'],
  ['demo:north.temp', 3, 'temp'],
  ['Demo:North.temp', 3, 'temp'],
];
for (const [path, value, field] of found) {
  test(`${path} is found`, () => {
    const result = lookup(path, context);
    assert.ok(result.found);
    if (result.found) assert.equal([result.value, result.field], [value, field]);
  });
}

test('lists and objects are found as they are, with their source', () => {
  const result = lookup('demo.list', context);
  assert.ok(result.found && result.value === data.demo.list && result.source.data === data.demo);
});

const missing = [
  '',
  'demo',
  'temp',
  'demo.',
  '.temp',
  'demo..temp',
  'nope.temp',
  'demo:south.temp',
  'demo.none',
  'demo.missing',
  'demo.upper',
  'demo.temp.x',
  'demo.empty.length',
  'demo.list.3',
  'demo.list.2',
  'demo.list.2.name',
  'demo.list.-1',
  'demo.list.1.5',
  'demo.list.x',
  'demo.list.length',
  'demo.list[9]',
  'demo.list[-1]',
  'demo.list[]',
  'demo.a.b',
  'demo.list.9999999999999',
  'demo.__proto__',
  'demo.constructor',
  'demo.prototype',
  'demo.toString',
  'demo.hasOwnProperty',
  'demo.__PROTO__',
  'demo.CONSTRUCTOR',
  'demo.list.constructor',
  'demo.list.map',
  'demo.deep.__proto__.polluted',
  '__proto__.x',
  'constructor.name',
];
for (const path of missing)
  test(`"${path}" is not found`, () => assert.equal(lookup(path, context), { found: false, isOld: false }));

test('own keys that reach for prototypes stay out of reach', () => {
  const hostile = JSON.parse(
    '{"__proto__": {"x": 1}, "constructor": 2, "prototype": 3, "a": {"__proto__": 4}}',
  ) as Record<string, unknown>;
  for (const path of ['h.__proto__.x', 'h.__proto__', 'h.constructor', 'h.CONSTRUCTOR', 'h.prototype', 'h.a.__proto__'])
    assert.equal(lookup(path, contextOf({ h: hostile })), { found: false, isOld: false }, path);
  assert.is(ownValue(hostile, '__proto__'), undefined);
  assert.is(fieldOf(hostile, 'constructor'), undefined);
});

const entities = {
  home_assistant: {
    'media_player.den': {
      state: 'playing',
      attributes: { volume: 0.5, State: 'odd', none: null },
      last: 'today',
      none: 'top',
    },
    'light.desk_lamp': { state: 'on', attributes: { rgb: [1, 2, 3] } },
    'sensor.a_b': { state: 1 },
    'sensor_a.b': { state: 2 },
    plain: { state: 'direct' },
    'sensor.number': 7,
  },
};
const home = contextOf(entities, { entityLookup: true });

const entityFound: [string, unknown, string][] = [
  ['home_assistant.media_player_den.state', 'playing', 'media_player.den.state'],
  ['home_assistant.media_player_den.STATE', 'playing', 'media_player.den.state'],
  ['HOME_ASSISTANT.Media_Player_Den.state', 'playing', 'media_player.den.state'],
  ['home_assistant.media_player_den.volume', 0.5, 'media_player.den.volume'],
  ['home_assistant.media_player_den.last', 'today', 'media_player.den.last'],
  ['home_assistant.media_player_den.none', 'top', 'media_player.den.none'],
  ['home_assistant.media_player_den.attributes.volume', 0.5, 'media_player.den.attributes.volume'],
  ['home_assistant.light_desk_lamp.state', 'on', 'light.desk_lamp.state'],
  ['home_assistant.light_desk_lamp.rgb.1', 2, 'light.desk_lamp.rgb.1'],
  ['home_assistant.sensor_a_b.state', 1, 'sensor.a_b.state'],
  ['home_assistant.plain.state', 'direct', 'plain.state'],
];
for (const [path, value, field] of entityFound) {
  test(`${path} is found`, () => {
    const result = lookup(path, home);
    assert.ok(result.found);
    if (result.found) assert.equal([result.value, result.field], [value, field]);
  });
}

for (const path of [
  'home_assistant.media_player_den',
  'home_assistant.media_player_den.missing',
  'home_assistant.nope_den.state',
  'home_assistant.sensor_number.state',
  `home_assistant.${'a_'.repeat(200)}.state`,
]) {
  test(`${path.slice(0, 60)} is not found`, () => assert.equal(lookup(path, home), { found: false, isOld: false }));
}

test('only sources of entities read underscores as dots', () => {
  assert.equal(lookup('home_assistant.media_player_den.state', contextOf(entities)), { found: false, isOld: false });
});

test('looking up costs', () => {
  assert.throws(
    () => lookup('demo.temp', contextOf(data, { budget: 1 })),
    (error: unknown) => error instanceof BudgetSpent,
  );
});

test('a path is taken apart once', () => {
  assert.equal(parsePath('Demo:North.List[0].Name'), { key: 'demo:north', steps: ['List', '0', 'Name'] });
  assert.equal(parsePath('x'), { key: 'x', steps: [] });
});

test.run();
