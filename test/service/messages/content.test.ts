import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '../../../src/fault.ts';
import type { BoardMessage } from '../../../src/schema/state.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  checkMessage,
  drawnContent,
  expiryOf,
  messageOf,
  templateOf,
  type MessageRequest,
  type SingleMessage,
} from '../../../src/service/messages/content.ts';
import { MessageQueueService } from '../../../src/service/messages/queue.ts';
import { sampleBoard, samplePage, sampleState } from '../../support/sample-state.ts';

const test = suite('service/messages/content');

const CONTENT = { kind: 'page', page_id: 'p' } as const;
const request = (more: Partial<MessageRequest>): MessageRequest => ({
  content: CONTENT,
  picture: samplePage('p'),
  force: false,
  transition: null,
  expiry: null,
  ...more,
});
const timed = (minutes: number | null) => ({ minutes, revert_mode: 'page', revert_page_id: 'q' }) as const;
const USUAL = { ends: 'change', lasts_ms: null, priority: 'normal', when_busy: 'replace', transition: null };
const stored: [what: string, given: Partial<MessageRequest>, expected: object][] = [
  ['nothing more', {}, { ...USUAL, rows: undefined }],
  ['a time', { expiry: timed(5) }, { ends: 'time', lasts_ms: 300_000, revert_mode: 'page', revert_page_id: 'q' }],
  ['no end of its own', { expiry: timed(null) }, { ends: 'time', lasts_ms: null, revert_mode: 'page' }],
  [
    'somebody to acknowledge it',
    { expiry: timed(5), wishes: { acknowledge: true } },
    { ends: 'acknowledgement', lasts_ms: null, revert_mode: 'schedule', revert_page_id: null },
  ],
  [
    'wishes',
    { wishes: { priority: 'urgent', when_busy: 'queue', rows: 'bottom' } },
    { ...USUAL, priority: 'urgent', when_busy: 'queue', rows: 'bottom' },
  ],
  [
    'a transition',
    { transition: { strategy: 'row', interval_ms: 5, step_size: 1 } },
    { ...USUAL, transition: { strategy: 'row', interval_ms: 5, step_size: 1 } },
  ],
];
for (const [what, given, expected] of stored)
  test(`a message with ${what} as it is stored`, () => {
    const message = messageOf(request(given)) as unknown as Record<string, unknown>;
    assert.equal(Object.fromEntries(Object.keys(expected).map((name) => [name, message[name]])), expected);
    assert.equal(message['content'], CONTENT);
  });

const expiries: [given: SingleMessage, expected: object | null][] = [
  [{}, null],
  [{ duration_minutes: null }, null],
  [{ duration_minutes: 5 }, { minutes: 5, revert_mode: 'schedule', revert_page_id: null }],
  [
    { duration_minutes: 5, revert_mode: 'page', revert_page_id: 'q' },
    { minutes: 5, revert_mode: 'page', revert_page_id: 'q' },
  ],
  [
    { duration_minutes: 5, revert_mode: 'blank', revert_page_id: 'q' },
    { minutes: 5, revert_mode: 'blank', revert_page_id: null },
  ],
];
for (const [given, expected] of expiries)
  test(`the end of ${JSON.stringify(given)}`, () => assert.equal(expiryOf(given), expected));

const templates: [given: SingleMessage, expected: string[] | null][] = [
  [{ text: 'A\nB' }, null],
  [{ text: 'A\nB', template: true }, ['A', 'B']],
  [{ text: 'A', lines: ['B', 'C'], template: true }, ['B', 'C']],
  [{ template: true }, null],
  [{ text: '', template: true }, ['']],
];
for (const [given, expected] of templates)
  test(`the template of ${JSON.stringify(given)}`, () => assert.equal(templateOf(given), expected));

const checks: [given: SingleMessage, problem: string | null][] = [
  [{ text: 'A' }, null],
  [{ text: '', rows: 'bottom', template: true }, null],
  [{ lines: [], rows: 'bottom', template: true }, null],
  [{ revert_mode: 'schedule' }, 'revert_mode needs'],
  [{ revert_mode: 'schedule', duration_minutes: 5 }, null],
  [{ revert_mode: 'page', duration_minutes: 5 }, 'revert_page_id is needed'],
  [{ revert_mode: 'page', duration_minutes: 5, revert_page_id: 'q' }, null],
  [{ template: true }, 'template: '],
  [{ characters: [[1]], template: true }, 'template: '],
  [{ fill: 0, rows: 'bottom' }, 'rows: '],
  [{ transition: { strategy: 'row' } }, null],
  [{ transition: { strategy: null } }, null],
  [{ transition: { strategy: 'wild' } }, 'transition.strategy: there is no transition "wild"'],
  [
    { transition: { strategy: 'plugin:wild' } },
    'transition.strategy: there is no transition "plugin:wild" that is switched on: those of plugins are a beta',
  ],
];
for (const [given, problem] of checks)
  test(`${JSON.stringify(given)} is ${problem === null ? 'a message' : 'refused'}`, () => {
    const check = () => checkMessage(given, (strategy) => strategy === 'row');
    if (problem === null) check();
    else assert.throws(check, (error: Fault) => error.status === 400 && error.detail.startsWith(problem));
  });

test('codes have the size of the board', () => {
  const note = { ...sampleBoard('n'), device_type: 'note' as const };
  const rows = (count: number, cols: number): number[][] => Array.from({ length: count }, () => Array(cols).fill(1));
  const { content, picture } = drawnContent(note, { characters: rows(3, 15) });
  assert.equal(
    [content, picture.rows, picture.cols],
    [{ kind: 'grid', rows: 3, cols: 15, characters: rows(3, 15) }, 3, 15],
  );
  for (const [given, received] of [
    [rows(2, 15), '2 rows x 15 columns'],
    [rows(3, 14), '3 rows x 14 columns'],
    [[...rows(2, 15), [1]], '3 rows x 1 columns'],
    [[], '0 rows x 0 columns'],
  ] as const)
    assert.throws(
      () => drawnContent(note, { characters: given as number[][] }),
      (error: Fault) => error.status === 400 && error.detail.includes(`received ${received}.`),
    );
});

const NOW = '2026-03-02T10:00:00.000Z';
const message = (id: string, more: Partial<BoardMessage>): BoardMessage =>
  ({ ...messageOf(request({})), id, state: 'up', since: NOW, expires_at: null, ...more }) as BoardMessage;

/** The messages of the sample's boards. */
const queue = (...messages: BoardMessage[]) => {
  const calls: string[] = [];
  const list = { b1: messages, b2: [] as BoardMessage[] };
  const failing = { board: '' };
  const state = sampleState();
  const service = new MessageQueueService({
    store: { state } as Store,
    stored: {
      list: (boardId: 'b1' | 'b2') => list[boardId],
      keep: async (boardId: 'b1' | 'b2', one: BoardMessage) =>
        void (list[boardId] = list[boardId].map((other) => (other.id === one.id ? one : other))),
      remove: async (_boardId: string, id: string) => void calls.push(`remove ${id}`),
    },
    boards: { get: () => undefined },
    messages: {
      beginOf: ({ at, after_silence }: { at: string | null; after_silence: boolean }) =>
        at || after_silence ? { at, after_silence } : null,
      endOn: async ({ id }: { id: string }, end: () => Promise<void>) => {
        await end();
        if (id === failing.board) throw new Fault(500, `The board ${id} fails.`);
        calls.push(`shown ${id}`);
        return { sent: true };
      },
    },
  } as never);
  const refusal = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'done',
      (error: Fault) => `${error.status} ${error.detail}`,
    );
  return { service, calls, list, failing, refusal };
};

test('messages are listed: what is up, what waits, what is planned by its time', () => {
  const { service } = queue(
    message('late', { state: 'planned', at: '2026-03-02T12:00:00.000Z', lasts_ms: 60_000 }),
    message('soon', { state: 'planned', at: '2026-03-02T11:00:00.000Z' }),
    message('evening', { state: 'planned', after_silence: true }),
    message('waits', { state: 'queued' }),
    message('below', { since: '2026-03-02T09:00:00.000Z', expires_at: '2026-03-02T10:30:00.000Z' }),
    message('up', { priority: 'urgent', ends: 'acknowledgement', at: '2026-03-02T09:30:00.000Z', after_silence: true }),
    message('next', { follows: 'up' } as never),
  );
  const told = service
    .list('b1')
    .messages.map(({ id, state, from, until, at, after_silence, acknowledge }) =>
      [id, state, from?.slice(11, 16), until?.slice(11, 16), at?.slice(11, 16), after_silence, acknowledge].join(' '),
    );
  assert.equal(told.slice(2), [
    'waits queued    false false',
    'evening planned    true false',
    'soon planned   11:00 false false',
    'late planned  12:01 12:00 false false',
  ]);
  assert.equal(told.slice(0, 2).sort(), ['below queued 09:00 10:30  false false', 'up shown 10:00   false true']);
});

test('the text of a message is that of its lines or codes, or the name of its page', () => {
  const { service } = queue(
    message('a', { content: { kind: 'template', template: ['A', 'B'], line_metadata: null } }),
    message('b', { content: { kind: 'grid', rows: 1, cols: 2, characters: [[8, 9]] } }),
    message('c', { content: { kind: 'page', page_id: 'p1' } }),
    message('d', { content: { kind: 'page', page_id: 'c1' } }),
    message('e', { content: { kind: 'page', page_id: 'gone' } }),
  );
  const texts = Object.fromEntries(service.list('b1').messages.map(({ id, text }) => [id, text]));
  assert.equal(texts, { a: 'A\nB', b: 'HI', c: 'Page p1', d: 'Collection c1', e: 'gone' });
});

test('another time is given to what is not up, where one is said or was before', async () => {
  const { service, refusal, list } = queue(
    message('up', {}),
    message('waits', { state: 'queued' }),
    message('planned', { state: 'planned', at: NOW }),
  );
  assert.match(await refusal(service.move('up', { at: NOW })), /^409 The message is on the board already/);
  assert.match(await refusal(service.move('waits', {})), /^400 at: /);
  assert.match(await refusal(service.move('x'.repeat(99), {})), /^404 There is no message "x+/);
  const { state, at } = await service.move('waits', { at: NOW });
  assert.equal([state, at], ['planned', NOW]);
  assert.equal((await service.move('planned', { after_silence: true })).at, NOW);
  assert.equal(
    list.b1.map(({ after_silence = false }) => after_silence),
    [false, false, true],
  );
});

test('a message that is up is taken down, and another one is only forgotten', async () => {
  const { service, calls } = queue(message('up', {}), message('waits', { state: 'queued' }));
  const waits = await service.remove('waits');
  assert.equal(
    [calls, waits.sent, waits.code, waits.state, waits.id],
    [['remove waits'], false, 'nothing_to_show', 'dropped', 'waits'],
  );
  const up = await service.remove('up');
  assert.equal([calls.slice(1), up.sent, up.state, up.ends_by], [['remove up', 'shown b1'], true, 'dropped', 'change']);
});

test('what waits to be acknowledged is acknowledged, and nothing else', async () => {
  const { service, calls, refusal } = queue(
    message('asks', { ends: 'acknowledgement' }),
    message('later', { state: 'queued', ends: 'acknowledgement' }),
  );
  assert.equal([service.awaited('b1'), service.awaited('b2')], ['asks', null]);
  assert.match(await refusal(service.confirm('later')), /^409 The message does not wait/);
  assert.match(await refusal(service.acknowledge('b2')), /^409 No message on the board "Board b2"/);
  await service.confirm('asks');
  await service.acknowledge('b1');
  await service.acknowledgeAll();
  assert.equal(calls, ['remove asks', 'shown b1', 'remove asks', 'shown b1', 'remove asks', 'shown b1']);
});

test('of all boards those are acknowledged that come after one that fails', async () => {
  const { service, calls, list, failing, refusal } = queue(message('first', { ends: 'acknowledgement' }));
  list.b2 = [message('second', { ends: 'acknowledgement' })];
  failing.board = 'b1';
  assert.match(await refusal(service.acknowledgeAll()), /^500 The board b1 fails/);
  assert.equal(calls, ['remove first', 'remove second', 'shown b2']);
});

test.run();
