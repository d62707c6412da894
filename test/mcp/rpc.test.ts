import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RPC, inspect, messageOf, paramsProblem, rpcError } from '../../src/mcp/rpc.ts';
import { pictureFileUri, pictureUri, pictureUris } from '../../src/mcp/picture-uris.ts';

const test = suite('mcp/rpc');

const bodies: [text: string, expected: object][] = [
  ['{"method":"a","id":1,"params":{"x":1}}', { batch: null, method: 'a', id: 1, params: { x: 1 } }],
  ['{"method":"a","id":"k"}', { batch: null, method: 'a', id: 'k', params: undefined }],
  ['{"method":5,"id":{}}', { batch: null, method: null, id: null, params: undefined }],
  ['[1,2]', { batch: [1, 2], method: null, id: null, params: undefined }],
  ['"x"', { batch: null, method: null, id: null, params: undefined }],
  ['{', { batch: null, method: null, id: null, params: undefined }],
];
for (const [text, expected] of bodies)
  test(`the body ${text}`, () => assert.equal({ ...inspect(Buffer.from(text)) }, expected));

const INITIALIZE = { protocolVersion: '1', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
const COMPLETE = { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: '' } };
const params: [method: string, params: unknown, problem: RegExp | null][] = [
  ['ping', undefined, null],
  ['constructor', undefined, null],
  ['initialize', INITIALIZE, null],
  ['initialize', { ...INITIALIZE, clientInfo: { name: 'a' } }, /clientInfo\.version/],
  ['initialize', undefined, /protocolVersion/],
  ['tools/call', { name: 'a' }, null],
  ['tools/call', {}, /^Invalid params: name: .*\.$/],
  ['prompts/get', { name: 5 }, /name/],
  ['resources/read', { uri: 'flapbox://a' }, null],
  ['resources/read', { uri: 'flapbox://%' }, /uri: It has a malformed escape sequence/],
  ['resources/subscribe', {}, /uri/],
  ['resources/unsubscribe', {}, /uri/],
  ['completion/complete', COMPLETE, null],
  ['completion/complete', { ...COMPLETE, ref: { type: 'ref/resource', uri: 'a' } }, null],
  ['completion/complete', { ...COMPLETE, ref: { type: 'ref/resource' } }, /ref/],
  ['completion/complete', { ...COMPLETE, argument: { name: 'b' } }, /argument\.value/],
];
for (const [method, given, problem] of params)
  test(`${method} with ${JSON.stringify(given) ?? 'nothing'}`, () => {
    const told = paramsProblem({ batch: null, method, id: 1, params: given });
    if (problem === null) assert.is(told, null);
    else assert.match(told ?? '', problem);
  });
test('a message without a method has no params to be wrong', () =>
  assert.is(paramsProblem({ batch: null, method: null, id: 1, params: undefined }), null));

test('an error has its code and the id of its request', async () => {
  const response = rpcError(404, RPC.noSession, 'None.', 'k');
  assert.equal([response.status, response.headers.get('content-type')], [404, 'application/json']);
  assert.equal(JSON.parse(await response.text()), {
    jsonrpc: '2.0',
    id: 'k',
    error: { code: -32_001, message: 'None.' },
  });
  assert.is((JSON.parse(await rpcError(400, RPC.refused, 'No.').text()) as { id: unknown }).id, null);
});

test('the codes are those of the protocol', () =>
  assert.equal(RPC, {
    invalidRequest: -32_600,
    invalidParams: -32_602,
    internal: -32_603,
    refused: -32_000,
    noSession: -32_001,
    noResource: -32_002,
    noVersion: -32_022,
  }));

test('the one message of a stream', () => {
  assert.is(messageOf('event: message\ndata: {"a":1}\n\n'), '{"a":1}');
  assert.is(messageOf('event: message\n\n'), null);
});

test('the picture of a board has two addresses, that of the primary board four', () => {
  assert.is(pictureUri('a/b'), 'flapbox://boards/a%2Fb/picture');
  assert.is(pictureFileUri('b'), 'flapbox://boards/b/picture.png');
  const own = ['flapbox://boards/b/picture', 'flapbox://boards/b/picture.png'];
  assert.equal(pictureUris('b', false), own);
  assert.equal(pictureUris('b', true), [
    ...own,
    'flapbox://boards/primary/picture',
    'flapbox://boards/primary/picture.png',
  ]);
});

test.run();
