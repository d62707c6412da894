import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../src/fault.ts';
import { answerBoard, type BoardBehind, type BoardReply } from '../../src/http/local-api/answer.ts';
import type { StoredBoard } from '../../src/schema/boards/boards.ts';
import type { Message } from '../../src/schema/content/messages.ts';

// What a served board answers to programs of Vestaboards, without a network.
const test = suite('http/local-api-answers');

const MESSAGE = '/local-api/message';
const ENABLEMENT = '/local-api/enablement';
const KEY = 'x-vestaboard-local-api-key';
const TOKEN = 'x-vestaboard-local-api-enablement-token';

const NOTE = { device_type: 'note', secrets: { served_local_api_key: 'key', served_enablement_token: 'token' } };

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: unknown;
  readonly board?: object | undefined;
  readonly characters?: number[][] | null;
  readonly fails?: Error;
}

const ask = async (asked: Asked): Promise<{ answer: BoardReply | null; sent: Message[] }> => {
  const { method = 'GET', path = MESSAGE, headers = { [KEY]: 'key' }, body = '', characters = null, fails } = asked;
  const sent: Message[] = [];
  const behind: BoardBehind = {
    board: () => ('board' in asked ? asked.board : NOTE) as StoredBoard | undefined,
    characters: () => characters,
    send: async (message) => {
      if (fails) throw fails;
      sent.push(message);
      return {} as never;
    },
    enable: () => Promise.resolve('new key'),
  };
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { answer: await answerBoard({ method, path, headers, body: bytes }, behind), sent };
};

const BLANK_NOTE = Array.from({ length: 3 }, () => Array.from({ length: 15 }, () => 0));
const INVALID_KEY = { status: 401, text: 'Invalid API key' };
const WRONG_METHOD = { status: 405, text: 'Method Not Allowed', headers: { Allow: 'GET, POST' } };
const INVALID_TOKEN = { status: 403, text: '{"message":"Invalid enablement token"}' };

const answers: [what: string, asked: Asked, answer: BoardReply | null][] = [
  ['another path', { path: '/local-api' }, null],
  ['another method', { method: 'PUT' }, WRONG_METHOD],
  ['another method without a key', { method: 'DELETE', headers: {} }, WRONG_METHOD],
  ['no key', { headers: {} }, INVALID_KEY],
  ['another key', { headers: { [KEY]: 'kez' } }, INVALID_KEY],
  ['a part of the key', { headers: { [KEY]: 'ke' } }, INVALID_KEY],
  ['two keys', { headers: { [KEY]: ['key', 'key'] } }, INVALID_KEY],
  ['no key for a board without one', { board: { ...NOTE, secrets: {} } }, INVALID_KEY],
  [
    'an empty key for an empty one',
    { headers: { [KEY]: '' }, board: { ...NOTE, secrets: { local_api_key: '' } } },
    INVALID_KEY,
  ],
  ['a board that is gone', { board: undefined }, INVALID_KEY],
  ['what it shows', { characters: [[1, 2]] }, { status: 200, text: '{"message":[[1,2]]}' }],
  ['what nobody knows', {}, { status: 200, text: JSON.stringify({ message: BLANK_NOTE }) }],
  [
    'the key of the board itself',
    { characters: [[1]], headers: { [KEY]: 'own' }, board: { ...NOTE, secrets: { local_api_key: 'own' } } },
    { status: 200, text: '{"message":[[1]]}' },
  ],
  ['whether it is there', { path: ENABLEMENT, headers: {} }, { status: 200, text: '{"message":"Local API"}' }],
  ['enablement by another method', { path: ENABLEMENT, method: 'PUT', headers: { [TOKEN]: 'token' } }, WRONG_METHOD],
  ['enablement without a token', { path: ENABLEMENT, method: 'POST', headers: {} }, INVALID_TOKEN],
  ['enablement with the key', { path: ENABLEMENT, method: 'POST', headers: { [TOKEN]: 'key' } }, INVALID_TOKEN],
  [
    'enablement of a board without a token',
    { path: ENABLEMENT, method: 'POST', headers: { [TOKEN]: '' }, board: { ...NOTE, secrets: {} } },
    INVALID_TOKEN,
  ],
  [
    'enablement',
    { path: ENABLEMENT, method: 'POST', headers: { [TOKEN]: 'token' } },
    { status: 200, text: '{"message":"Local API enabled","apiKey":"new key"}' },
  ],
  ['a write', { method: 'POST', body: [[1]] }, { status: 201, text: '' }],
  [
    'a write that is silenced',
    { method: 'POST', body: [[1]], fails: new Fault(409, 'It is quiet.') },
    { status: 423, text: 'It is quiet.' },
  ],
  [
    'a write that comes too soon',
    { method: 'POST', body: [[1]], fails: new Fault(429, 'Later.', { retryAfter: 3 }) },
    { status: 429, text: 'Later.', headers: { 'Retry-After': '3' } },
  ],
  ['no JSON', { method: 'POST', body: '{' }, { status: 400, text: 'The body is not JSON.' }],
];
for (const [what, asked, expected] of answers)
  test(what, async () => assert.equal((await ask(asked)).answer, expected));

test('a failure that nobody expected is not told as an answer', async () => {
  const error = await ask({ method: 'POST', body: [[1]], fails: new Error('boom') }).catch((error_: unknown) => error_);
  assert.is((error as Error).message, 'boom');
});

const PLAIN = { characters: [[5]], force: false };
const writes: [what: string, body: unknown, message: object][] = [
  ['rows alone', [[5]], PLAIN],
  ['rows as a member', { characters: [[5]] }, PLAIN],
  ['no transition', { characters: [[5]], strategy: null }, PLAIN],
  ['the transition of old', { characters: [[5]], strategy: 'classic', step_size: 3, step_interval_ms: 7 }, PLAIN],
  [
    'a transition alone',
    { characters: [[5]], strategy: 'row' },
    { ...PLAIN, transition: { strategy: 'row', interval_ms: null, step_size: null } },
  ],
  [
    'a transition with its steps',
    { characters: [[5]], strategy: 'column', step_interval_ms: 7, step_size: 3 },
    { ...PLAIN, transition: { strategy: 'column', interval_ms: 7, step_size: 3 } },
  ],
  [
    'no pause between steps',
    { characters: [[5]], strategy: 'random', step_interval_ms: 0 },
    { ...PLAIN, transition: { strategy: 'random', interval_ms: null, step_size: null } },
  ],
  [
    'a pause that is too long',
    { characters: [[5]], strategy: 'diagonal', step_interval_ms: 9999 },
    { ...PLAIN, transition: { strategy: 'diagonal', interval_ms: 5000, step_size: null } },
  ],
  ['the least and the most of codes', [[0, 71]], { characters: [[0, 71]], force: false }],
];
for (const [what, body, message] of writes)
  test(`a message with ${what}`, async () => assert.equal((await ask({ method: 'POST', body })).sent, [message]));

test.run();
