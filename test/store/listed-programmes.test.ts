import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AGGREGATES } from '../../src/store/aggregates.ts';

const test = suite('programmes of older versions');

const AT = '2025-03-01T10:00:00.000Z';
const content = { kind: 'page', page_id: 'p1' };
const TIMED = {
  content,
  expires_at: AT,
  duration_minutes: 5,
  revert_mode: 'page',
  revert_page_id: 'p2',
  transition: null,
};
const UNTIMED = { content, over_page_id: 'p1', over_page_updated_at: AT, since: AT };
const PLAIN = { priority: 'normal', state: 'up', when_busy: 'replace' };

const read = (programme: object) => {
  const reading = AGGREGATES.programmes.read({ b1: programme });
  assert.ok('value' in reading, JSON.stringify(reading));
  return reading.value['b1'];
};

test('a timed message keeps its end, its length and what follows it', () =>
  assert.equal(read({ active_page_id: 'p3', timed: TIMED, untimed: null }), {
    active_page_id: 'p3',
    messages: [
      {
        ...PLAIN,
        id: 'timed-b1',
        content,
        ends: 'time',
        expires_at: AT,
        lasts_ms: 300_000,
        revert_mode: 'page',
        revert_page_id: 'p2',
        transition: null,
      },
    ],
  }));
test('one that was never to end has no time', () =>
  assert.is(
    read({ active_page_id: null, timed: { ...TIMED, expires_at: null }, untimed: null })?.messages[0]?.lasts_ms,
    null,
  ));
test('an untimed message keeps what it was written over, and since when', () =>
  assert.equal(read({ active_page_id: null, timed: null, untimed: UNTIMED })?.messages, [
    {
      ...PLAIN,
      id: 'untimed-b1',
      content,
      ends: 'change',
      expires_at: null,
      lasts_ms: null,
      revert_mode: 'schedule',
      revert_page_id: null,
      transition: null,
      since: AT,
      over: { page_id: 'p1', page_updated_at: AT },
    },
  ]));
test('both, the timed one on top', () =>
  assert.equal(
    read({ active_page_id: null, timed: TIMED, untimed: UNTIMED })?.messages.map(({ id }) => id),
    ['untimed-b1', 'timed-b1'],
  ));
test('members that this build does not know stay', () => {
  const later = { active_page_id: null, timed: null, untimed: null, pinned_until: AT };
  assert.equal(read(later), { active_page_id: null, messages: [], pinned_until: AT });
});
test('a timed message that does not say for how long may have been sent for eight hours', () => {
  const { duration_minutes: _, ...timed } = TIMED;
  assert.is(read({ active_page_id: null, timed, untimed: null })?.messages[0]?.lasts_ms, 480 * 60_000);
});
test('an untimed message may know neither since when nor over what it was written', () => {
  const message = read({ active_page_id: null, untimed: { content } })?.messages[0];
  assert.equal([message?.over, message && 'since' in message], [{ page_id: null, page_updated_at: null }, false]);
});
test('what a later version wrote comes before what an older one did', () => {
  const messages = read({ active_page_id: null, timed: TIMED, untimed: null })?.messages ?? [];
  const both = read({ active_page_id: null, messages, untimed: UNTIMED });
  assert.equal(
    both?.messages.map(({ id }) => id),
    ['timed-b1', 'untimed-b1'],
  );
});
for (const [what, programme] of [
  ['a timed message that is a text', { timed: 'x', untimed: null }],
  ['an untimed message that is a number', { untimed: 5 }],
  ['messages that are no list', { messages: {}, timed: null }],
] as const)
  test(`${what} makes the file damaged, and is not passed over`, () =>
    assert.equal(AGGREGATES.programmes.read({ b1: { active_page_id: null, ...programme } }), {
      problem: 'b1.messages has the wrong shape',
    }));
test('a programme without either is left as it is', () =>
  assert.equal(read({ active_page_id: 'p', messages: [] }), { active_page_id: 'p', messages: [] }));
test('what is read is not turned again', () => {
  const once = read({ active_page_id: null, timed: TIMED, untimed: UNTIMED });
  assert.equal(read(once ?? {}), once);
});

test.run();
