import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FIRST_COST, createCipher, deriveKey, generateKey, isToken, keyIdOf } from '../../src/store/secrets/cipher.ts';
import { mapLeaves, rejoinSecrets, separateSecrets } from '../../src/store/secrets/secrets.ts';

const test = suite('secrets');

const CASES: Record<string, [value: unknown, data: unknown, secrets: unknown]> = {
  'nothing secret': [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, {}],
  'at the root': [{ a: 1, secrets: { k: 'v' } }, { a: 1 }, { '': { k: 'v' } }],
  'in a member': [
    { mqtt: { port: 1, secrets: { password: 'p' } } },
    { mqtt: { port: 1 } },
    { '/mqtt': { password: 'p' } },
  ],
  'in a list, by id': [
    [
      { id: 'x', secrets: { k: 'v' } },
      { id: 'y', secrets: {} },
    ],
    [{ id: 'x' }, { id: 'y' }],
    { '/x': { k: 'v' }, '/y': {} },
  ],
  'in a list without ids': [[{ secrets: { k: 1 } }, 5], [{}, 5], { '/0': { k: 1 } }],
  'in a list where an id occurs twice': [
    [
      { id: 'x', secrets: 1 },
      { id: 'x', secrets: 2 },
    ],
    [{ id: 'x' }, { id: 'x' }],
    { '/0': 1, '/1': 2 },
  ],
  'with slashes and tildes in names': [
    { 'a/b': { secrets: 1 }, 'a~1b': { secrets: 2 } },
    { 'a/b': {}, 'a~1b': {} },
    { '/a~1b': 1, '/a~01b': 2 },
  ],
  'deep in a list': [{ a: [{ b: { secrets: 'x' } }] }, { a: [{ b: {} }] }, { '/a/0/b': 'x' }],
  'a text, a list, null': [
    { a: { secrets: 't' }, b: { secrets: [1] }, c: { secrets: null } },
    { a: {}, b: {}, c: {} },
    { '/a': 't', '/b': [1], '/c': null },
  ],
  'inside secrets': [{ secrets: { secrets: { k: 1 } } }, {}, { '': { secrets: { k: 1 } } }],
  'named like the prototype': [
    JSON.parse('{"__proto__":{"secrets":{"k":1}}}'),
    JSON.parse('{"__proto__":{}}'),
    { '/__proto__': { k: 1 } },
  ],
};
for (const [name, [value, data, secrets]] of Object.entries(CASES)) {
  test(`${name}: taken out, and put back`, () => {
    const separated = separateSecrets(value);
    assert.is(JSON.stringify(separated), JSON.stringify({ data, secrets }));
    assert.equal(rejoinSecrets(separated.data, separated.secrets), value);
  });
}

test('secrets of a record stay with it when the list is put in another order', () => {
  const { data, secrets } = separateSecrets([
    { id: 'x', secrets: 1 },
    { id: 'y', secrets: 2 },
  ]);
  assert.equal(rejoinSecrets(Array.isArray(data) ? [...data].reverse() : null, secrets), [
    { id: 'y', secrets: 2 },
    { id: 'x', secrets: 1 },
  ]);
});
test('secrets without a place are left out', () =>
  assert.equal(rejoinSecrets([{ id: 'x' }], { '/gone': 1 }), [{ id: 'x' }]));
test('what has no secrets is not copied', () => {
  const page = { id: 'p', template: ['a'] };
  const { data } = separateSecrets([page, { id: 'q', secrets: 1 }]);
  assert.is(Array.isArray(data) && data[0], page);
});
test('leaves are what is set, with their places', () => {
  const seen: unknown[] = [];
  const mapped = mapLeaves({ a: 'x', b: '', c: null, d: { e: [0, false] } }, '/s', (leaf, place) =>
    seen.push([place, leaf]),
  );
  assert.equal(seen, [
    ['/s/a', 'x'],
    ['/s/d/e/0', 0],
    ['/s/d/e/1', false],
  ]);
  assert.equal(mapped, { a: 1, b: '', c: null, d: { e: [2, 3] } });
});

const cipher = createCipher(generateKey());
for (const text of ['x', '', 'Grüße 🎉', 'a'.repeat(10_000), '"quoted"', 'enc:v1:00000000:AAAA']) {
  test(`a text of ${text.length} characters survives`, () =>
    assert.is(cipher.open(cipher.seal(text, 'here'), 'here'), text));
}
test('the same text gives another token each time', () => assert.is.not(cipher.seal('x', 'p'), cipher.seal('x', 'p')));
test('a token has its form and its key', () => {
  const token = cipher.seal('x', 'p');
  assert.ok(isToken(token));
  assert.is(keyIdOf(token), cipher.keyId);
  assert.match(cipher.keyId, /^[0-9a-f]{8}$/);
});
for (const other of ['x', '', 'enc:v1:', 'enc:v1:xyz:AA', 'enc:v2:00000000:AA', 5, null]) {
  test(`${JSON.stringify(other)} is no token`, () => assert.not.ok(isToken(other)));
}
test('a token of an earlier version opens', () => {
  const known = createCipher(Buffer.alloc(32, 7));
  assert.is(known.keyId, '542952c8');
  assert.is(
    known.open('enc:v1:542952c8:u1PerqOJBVRUo_NcvxVPNK8c_VJoVeeODCnTGz2Ua7295FV8nhJp1VOWKbSjCw', 'boards.json#/a'),
    'a secret of before',
  );
});
test('a token of another place does not open', () =>
  assert.is(cipher.open(cipher.seal('x', 'boards.json#/a'), 'boards.json#/b'), null));
test('a token of another key does not open', () =>
  assert.is(createCipher(generateKey()).open(cipher.seal('x', 'p'), 'p'), null));
test('a token with any character changed does not open', () => {
  const token = cipher.seal('hello', 'p');
  for (let i = 0; i < token.length; i++) {
    // The last character of unpadded base64 has bits that mean nothing.
    if (i === token.length - 1) continue;
    const changed = `${token.slice(0, i)}${token[i] === 'A' ? 'B' : 'A'}${token.slice(i + 1)}`;
    assert.is(cipher.open(changed, 'p'), null, String(i));
  }
});
test('a token cut short does not open', () => {
  const token = cipher.seal('hello', 'p');
  for (let length = 0; length < token.length - 1; length++) assert.is(cipher.open(token.slice(0, length), 'p'), null);
});
test('words give the same key again, others another', async () => {
  const [a, b, c, d] = await Promise.all(
    ['words s', 'words s', 'wordz s', 'words t'].map((each) => deriveKey(each.slice(0, 5), each.slice(6), FIRST_COST)),
  );
  assert.equal(a, b);
  assert.not.equal(a, c);
  assert.not.equal(a, d);
  assert.is(a?.length, 32);
});

test.run();
