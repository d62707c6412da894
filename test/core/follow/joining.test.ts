import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeFrame, frameTopic, parseFrame, stateTopic, viaOf } from '../../../src/core/follow/frame.ts';
import {
  answerTopic,
  askTopic,
  askerOf,
  encodeAnswer,
  encodeAsk,
  parseAnswer,
  parseAsk,
} from '../../../src/core/follow/joining.ts';
import { furthestAfter, orderOf } from '../../../src/core/follow/order.ts';
import { encodeReport, parseState, type ToldReport } from '../../../src/core/follow/state.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';

const test = suite('topics, joining and the order of frames');

test('topics lie below their prefix', () => {
  assert.is(frameTopic('a/b'), 'a/b/frame');
  assert.is(stateTopic('a/b', 'c'), 'a/b/state/c');
  assert.is(stateTopic('a/b', '+'), 'a/b/state/+');
  assert.is(askTopic('wall-1'), 'flapbox/joining/wall-1');
  assert.is(answerTopic('wall-1'), 'flapbox/joining/wall-1/topic');
});

test('who asks stands in the topic', () => {
  assert.is(askerOf(askTopic('Wall_1-b')), 'Wall_1-b');
  assert.is(askerOf(askTopic('x'.repeat(140))), 'x'.repeat(140));
  for (const none of [
    answerTopic('a'),
    askTopic(''),
    askTopic('x'.repeat(141)),
    askTopic('a b'),
    'flapbox/joined/a',
    'a',
  ])
    assert.is(askerOf(none), null);
});

test('a question is read as it was told, its name cut and on one line', () => {
  const ask = { name: 'Hall', rows: 6, cols: 22 };
  assert.equal(parseAsk(encodeAsk(ask)), ask);
  assert.is(parseAsk(encodeAsk({ ...ask, name: ' a\n\u0007b\t c ' }))?.name, 'a b c');
  assert.is(parseAsk(encodeAsk({ ...ask, name: '😀'.repeat(61) }))?.name, '😀'.repeat(60));
  assert.is(parseAsk('{"v":1,"name":5,"rows":1,"cols":1}')?.name, '');
  for (const none of ['', '[]', '{"v":2,"rows":1,"cols":1}', '{"v":1,"rows":0,"cols":1}', '{"v":1,"rows":1}'])
    assert.is(parseAsk(none), null);
});
test('an answer is a topic, or none', () => {
  assert.is(parseAnswer(encodeAnswer('hall/board')), 'hall/board');
  for (const none of ['', '{"v":1}', '{"v":1,"topic":5}', '{"topic":"a"}']) assert.is(parseAnswer(none), null);
});

test('a size is from one flap to the largest panel', () => {
  const sized = (rows: number, cols: number) => parseAsk(encodeAsk({ name: '', rows, cols })) !== null;
  assert.equal(
    [sized(1, 1), sized(96, 128), sized(97, 128), sized(96, 129), sized(1, 0)],
    [true, true, false, false, false],
  );
});

const frame = (sequence: number, sender = 'a') => ({ sequence, sender });
const CENTURY = 3_155_760_000_000;
test('the order of frames', () => {
  assert.is(orderOf(frame(8), frame(7), null), 'newer');
  assert.is(orderOf(frame(7), frame(7), null), 'same');
  assert.is(orderOf(frame(6), frame(7), null), 'older');
  assert.is(orderOf(frame(CENTURY), frame(0), null), 'newer');
  assert.is(orderOf(frame(CENTURY + 1), frame(0), null), 'too far');
});
test('after a frame of somebody else the word of the hub counts', () => {
  assert.is(orderOf(frame(1, 'hub'), frame(7), 'hub'), 'newer');
  assert.is(orderOf(frame(1, 'hub'), frame(7, 'hub'), 'hub'), 'older');
  assert.is(orderOf(frame(1, 'b'), frame(7), 'hub'), 'older');
});
test('one frame does not use up all numbers that there are (rules, F2)', () => {
  assert.is(furthestAfter(0), CENTURY);
  assert.is(furthestAfter(1000), CENTURY + 1100);
  const last = furthestAfter(Number.MAX_SAFE_INTEGER);
  assert.is(furthestAfter(last), last);
  assert.ok(last < Number.MAX_SAFE_INTEGER);
});

test('a frame that is passed on names the boards over which it came', () => {
  const relay = { by: 'c', grid: null, via: ['a', 'b'] };
  assert.equal(viaOf(relay, true), ['a', 'b', 'c']);
  assert.equal(viaOf(relay, false), ['c']);
  assert.equal(viaOf(null, true), []);
});
const PUBLISHED = {
  sender: 'a',
  sequence: 1,
  at: 0,
  timeToLive: null,
  grid: createGrid(1, 1),
  transition: { strategy: null, interval_ms: null, step_size: null },
};
test('these boards travel with the frame, within bounds', () => {
  const read = (via: readonly unknown[]) => parseFrame(encodeFrame({ ...PUBLISHED, via: via as string[] }));
  assert.equal(read(['x', 'y']), { value: { ...PUBLISHED, via: ['x', 'y'] } });
  assert.equal(read([]), { value: PUBLISHED });
  assert.not.ok(encodeFrame(PUBLISHED).includes('via'));
  for (const via of [[1], ['x'.repeat(200)], Array.from({ length: 100 }, () => 'x')]) {
    const reading = read(via);
    assert.ok('problem' in reading);
    assert.match(reading.problem, /"via" is no list of at most \d+ names/);
  }
  assert.ok('problem' in parseFrame(JSON.stringify({ ...(JSON.parse(encodeFrame(PUBLISHED)) as object), via: 'x' })));
});
test('a sender is cut, and nobody where it is no text', () => {
  const named = (sender: unknown) => {
    const reading = parseFrame(JSON.stringify({ ...(JSON.parse(encodeFrame(PUBLISHED)) as object), sender }));
    return 'value' in reading ? reading.value.sender : null;
  };
  assert.equal([named('x'.repeat(65)), named(5)], ['x'.repeat(64), '']);
});
test('a frame lives a second at least and a year at most', () => {
  const isRead = (ttl_seconds: number) =>
    'value' in parseFrame(JSON.stringify({ ...(JSON.parse(encodeFrame(PUBLISHED)) as object), ttl_seconds }));
  assert.equal([0, 1, 31_536_000, 31_536_001].map(isRead), [false, true, true, false]);
});

const REPORT: ToldReport = {
  name: 'Hall',
  rows: 1,
  cols: 1,
  sequence: 3,
  shows: true,
  code: null,
  reason: null,
  fit: 'centered',
  drifted: true,
  error: 'It is gone.',
  presence: 'a/state/b',
  characters: null,
};
test('what a follower says is taken within bounds', () => {
  const read = (change: object) => {
    const reading = parseState(JSON.stringify({ ...(JSON.parse(encodeReport(REPORT)) as object), ...change }));
    return 'value' in reading && reading.value.online ? reading.value : null;
  };
  assert.equal(read({}), { online: true, ...REPORT });
  for (const fit of ['exact', 'cropped', 'centered']) assert.is(read({ fit })?.fit, fit);
  assert.is(read({ fit: 'other' })?.fit, null);
  assert.is(read({ sequence: 1.5 })?.sequence, null);
  assert.is(read({ sequence: '3' })?.sequence, null);
  assert.is(read({ shows: 1 })?.shows, false);
  assert.is(read({ drifted: 1 })?.drifted, false);
  assert.is(read({ name: 5 })?.name, '');
  assert.is(read({ error: 'x'.repeat(300) })?.error, 'x'.repeat(300));
  assert.is(read({ error: 'x'.repeat(301) })?.error, 'x'.repeat(300));
  assert.is(read({ presence: 'x'.repeat(512) })?.presence, 'x'.repeat(512));
  for (const presence of ['', 'a/+', 'a/#', '$SYS', 'x'.repeat(513), 5])
    assert.is(read({ presence })?.presence, undefined);
  assert.is(read({ rows: 0 }), null);
  assert.equal(parseState('{"v":1,"online":"yes"}'), { value: { online: false } });
});

test.run();
