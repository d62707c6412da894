import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Programme } from '../../src/loop/programme.ts';
import { TimelineService } from '../../src/service/timeline.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { inputWith, ruleWith } from '../support/rules.ts';

const test = suite('service/timeline');
const START = '2026-03-01T00:00:00Z';
const MONTH = '2026-03-31T00:00:00Z';

/** Each look at the clock takes so many ms; rules that begin and end every half hour. */
const serviceWith = (msALook: number): TimelineService => {
  let passed = 0;
  const clock = { ...createFakeClock(START), monotonic: () => (passed += msALook) };
  const schedules = Array.from({ length: 24 }, (_, hour) => {
    const [start, end] = ['00', '30'].map((minute) => `${String(hour).padStart(2, '0')}:${minute}`);
    return ruleWith(`p${1 + (hour % 5)}`, { id: `r${hour}`, start_time: start, end_time: end });
  });
  const programme = { inputOf: () => inputWith(START, { schedules, zone: 'UTC' }) } as unknown as Programme;
  const store = { state: { boards: [inputWith(START).board] } } as unknown as Store;
  return new TimelineService({ store, programme, clock, zone: () => 'UTC', messagesOf: () => [] });
};

test('others have their turns while a long timeline is made', async () => {
  let turns = 0;
  let isMade = false;
  const count = (): void => {
    turns++;
    if (!isMade) setImmediate(count);
  };
  setImmediate(count);
  const { ranges, to } = await serviceWith(5).get('b1', START, '2026-03-03T00:00:00Z');
  isMade = true;
  assert.is(ranges.length, 96);
  assert.is(Date.parse(to), Date.parse('2026-03-03T00:00:00Z'));
  assert.ok(turns > 90, `${turns} turns`);
});

test('one that takes too long ends before its time, and says how far it goes', async () => {
  const { ranges, to } = await serviceWith(5).get('b1', START, MONTH);
  assert.ok(ranges.length > 400 && ranges.length < 600, `${ranges.length}`);
  assert.is(ranges.at(-1)?.to, to);
  assert.ok(Date.parse(to) < Date.parse(MONTH));
});

test('one that nobody waits for any more is not made', async () => {
  const controller = new AbortController();
  const made = serviceWith(5).get('b1', START, MONTH, controller.signal);
  controller.abort(new Error('gone'));
  await made.then(
    () => assert.unreachable(),
    ({ message }: Error) => assert.is(message, 'gone'),
  );
});

test.run();
