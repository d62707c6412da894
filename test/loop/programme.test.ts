import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Decision } from '../../src/core/arbiter/decision.ts';
import { Fault } from '../../src/fault.ts';
import { Programme, type ProgrammeOptions } from '../../src/loop/programme.ts';
import type { BoardMessage, BoardProgramme, State } from '../../src/schema/state.ts';
import type { Store } from '../../src/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { sampleCollection, samplePage, sampleSchedule, sampleState } from '../support/sample-state.ts';

const test = suite('loop/programme');

const START = '2026-03-02T10:00:00.000Z';
const MINUTE = 60_000;

const MESSAGE: BoardMessage = {
  id: 'm',
  content: { kind: 'page', page_id: 'p2' },
  priority: 'normal',
  state: 'up',
  ends: 'time',
  expires_at: new Date(Date.parse(START) + 5 * MINUTE).toISOString(),
  lasts_ms: 5 * MINUTE,
  revert_mode: 'schedule',
  revert_page_id: null,
  transition: null,
  when_busy: 'replace',
};
const ends = (minutes?: number) => ({
  until: new Date(Date.parse(START) + 5 * MINUTE).toISOString(),
  ...(minutes === undefined ? {} : { minutes }),
});

/** A board with a pin, and what else a test gives it. */
const rig = (given: Partial<BoardProgramme> = {}, more: Partial<ProgrammeOptions> = {}) => {
  const clock = createFakeClock(START);
  const sample = sampleState();
  let state: State = {
    ...sample,
    pages: ['p1', 'p2'].map((id) => samplePage(id)),
    schedules: [],
    collections: [{ ...sampleCollection('c1'), page_ids: ['p1', 'p2'] }],
    programmes: { b1: { active_page_id: 'p1', messages: [], ...given } },
  };
  let onChange: (now: State, before: State, changed: Set<string>) => void = () => undefined;
  const store = {
    get state() {
      return state;
    },
    onChange: (call: typeof onChange) => void (onChange = call),
  } as unknown as Store;
  const programme = new Programme({
    store,
    clock,
    zone: () => 'UTC',
    evaluateRule: () => false,
    isEmpty: () => false,
    trigger: () => null,
    followed: () => null,
    ...more,
  });
  const decide = (board = 'b1'): Decision => programme.decide(board, clock.now());
  const shows = (board = 'b1'): string => {
    const { show, because } = decide(board);
    return `${because} ${show.kind === 'page' ? show.page_id : show.kind}`;
  };
  const change = (next: Partial<State>): void => {
    const before = state;
    state = { ...state, ...next };
    onChange(state, before, new Set(Object.keys(next)));
  };
  return { clock, programme, decide, shows, change, now: () => state };
};

test('a timed message ends when its minutes are over, whatever is done to the clock (rules, M4)', async () => {
  for (const hours of [0, 3, -3]) {
    const { clock, shows, programme } = rig({ messages: [MESSAGE] });
    assert.is(programme.timedOn('b1')?.id, 'm');
    await clock.advance(2 * MINUTE);
    clock.jump(hours * 60 * MINUTE);
    await clock.advance(3 * MINUTE - 1);
    assert.is(shows(), 'timed p2', `${hours} hours`);
    await clock.advance(1);
    assert.equal([shows(), programme.timedOn('b1')], ['pin p1', null], `${hours} hours`);
  }
});

test('a message that comes with a change counts from then on, and one of an earlier run has its minutes at most', async () => {
  const { clock, shows, change, now } = rig();
  change({ programmes: { ...now().programmes, b1: { active_page_id: 'p1', messages: [MESSAGE] } } });
  clock.jump(-60 * MINUTE);
  await clock.advance(5 * MINUTE);
  assert.is(shows(), 'pin p1');
  const late = { ...MESSAGE, expires_at: '2026-03-09T10:00:00.000Z' };
  const earlier = rig({ messages: [late] });
  await earlier.clock.advance(5 * MINUTE);
  assert.is(earlier.shows(), 'pin p1');
});

const ENDINGS: [name: string, given: (minutes?: number) => Partial<BoardProgramme>, during: string, after: string][] = [
  ['a quiet', (minutes) => ({ quiet: ends(minutes) }), 'quiet nothing', 'pin p1'],
  ['a pin', (minutes) => ({ active_page_id: 'p2', pin_ends: ends(minutes) }), 'pin p2', 'none nothing'],
  ['a page for a while', (minutes) => ({ passing: { page_id: 'p2', ends: ends(minutes) } }), 'pin p2', 'pin p1'],
];
for (const [name, given, during, after] of ENDINGS)
  test(`${name} of minutes lasts so long though the clock is set, one until an instant ends by the clock`, async () => {
    const timed = rig(given(5));
    timed.clock.jump(60 * MINUTE);
    await timed.clock.advance(5 * MINUTE - 1);
    assert.is(timed.shows(), during);
    await timed.clock.advance(1);
    assert.is(timed.shows(), after);
    const until = rig(given());
    assert.is(until.shows(), during);
    until.clock.jump(5 * MINUTE - 1);
    assert.is(until.shows(), during);
    until.clock.jump(1);
    assert.is(until.shows(), after);
  });

test('an end of an earlier run has what is left of its minutes', async () => {
  const { shows, clock } = rig({ quiet: ends(90) });
  assert.is(shows(), 'quiet nothing');
  clock.jump(-60 * MINUTE);
  await clock.advance(5 * MINUTE - 1);
  assert.is(shows(), 'quiet nothing');
  await clock.advance(1);
  assert.is(shows(), 'pin p1');
});

test('a hold of minutes stands so long though the clock is set', async () => {
  const hold = { from: START, ends: ends(5) };
  const { clock, decide } = rig({ active_page_id: 'c1', turn: { collection_id: 'c1', shift_ms: 0, hold } });
  const held = decide().resolved_page_id;
  clock.jump(60 * MINUTE + 30_000);
  await clock.advance(4 * MINUTE);
  assert.is(decide().resolved_page_id, held);
  assert.ok(decide().programme.turn?.hold);
  await clock.advance(MINUTE);
  assert.is(decide().programme.turn?.hold, null);
});

test('what nothing has moved is the same object', () => {
  const { decide, now } = rig({ quiet: ends(5), messages: [MESSAGE] });
  assert.is(decide().programme, now().programmes['b1']);
});
test('a message that is covered, or has no end, does not end by the clock', async () => {
  const covered = { ...MESSAGE, id: 'covered', expires_at: null };
  const critical = {
    ...MESSAGE,
    id: 'critical',
    priority: 'critical',
    ends: 'change',
    expires_at: null,
    lasts_ms: null,
  } as const;
  const { decide, clock } = rig({ messages: [covered, critical] });
  await clock.advance(600 * MINUTE);
  assert.equal(
    decide().programme.messages.map(({ id, expires_at }) => [id, expires_at]),
    [
      ['covered', null],
      ['critical', null],
    ],
  );
});

test('rules, triggers and followed frames count for their board', () => {
  const rule = { ...sampleSchedule('s'), page_id: 'p2', start_time: '09:00', end_time: '11:00' };
  const { shows, change, now } = rig({ active_page_id: null });
  const boards = now().boards.map((board) => ({ ...board, schedule_enabled: true }));
  change({ boards, schedules: [rule] });
  assert.equal([shows(), shows('b2')], ['schedule p2', 'none nothing'], 'the default slot is that of the first board');
  const fired = rig({}, { trigger: (id) => (id === 'b2' ? { message: 'DOOR' } : null) });
  assert.equal([fired.shows(), fired.shows('b2')], ['pin p1', 'trigger trigger']);
  const frame = { rows: 6, cols: 22, characters: [[1]], transition: null, until: null };
  const followed = rig({}, { followed: ({ id }) => (id === 'b2' ? frame : null) });
  assert.equal([followed.shows(), followed.shows('b2')], ['pin p1', 'follow grid']);
});

test('the members of a collection are asked once each whether they have nothing to say', () => {
  const asked: string[] = [];
  const isEmpty = ({ id }: { id: string }): boolean => {
    asked.push(id);
    return id === 'p1';
  };
  const { shows } = rig({ active_page_id: 'c1' }, { isEmpty });
  assert.is(shows(), 'pin p2');
  assert.equal([...asked].sort(), [...new Set(asked)].sort());
});

test('a page or collection is resolved for a board; what does not fit is null, and a board that is gone is 404', () => {
  const { programme, clock, change } = rig();
  const at = clock.now();
  assert.is(programme.pageFor('p2', 'b1', at)?.id, 'p2');
  assert.ok(['p1', 'p2'].includes(programme.pageFor('c1', 'b1', at)?.id ?? ''));
  assert.is(programme.pageFor('gone', 'b1', at), null);
  change({ pages: [{ ...samplePage('p2'), device_type: 'note' }] });
  assert.is(programme.pageFor('p2', 'b1', at), null);
  assert.throws(
    () => programme.decide('gone', at),
    (error: Fault) => error instanceof Fault && error.status === 404,
  );
});

test('a message begins over what the board returns to', () => {
  const { programme, clock } = rig();
  const planned = { ...MESSAGE, state: 'planned', ends: 'change', lasts_ms: null, expires_at: null } as const;
  const begun = programme.begin('b1', planned, clock.now());
  assert.equal([begun.state, begun.since, begun.over?.page_id], ['up', START, 'p1']);
});

test('a programme is settled as of an instant', () => {
  const { programme, clock } = rig();
  const given = { active_page_id: 'p1', messages: [MESSAGE] };
  assert.is(programme.settled('b1', given, clock.now()).messages.length, 1);
  assert.is(programme.settled('b1', given, clock.now() + 5 * MINUTE).messages.length, 0);
});

test('the target is the browser until somebody chose, and a display is lit as it usually is', () => {
  const { programme, change, now, clock } = rig();
  assert.is(programme.target, 'both');
  change({ settings: { ...now().settings, output_target: null } as State['settings'] });
  assert.is(programme.target, 'ui');
  const [board] = now().boards;
  assert.ok(board);
  const screen = { ...board, panel: { driver: 'screen', connection: { brightness: 40 } } } as typeof board;
  assert.is(programme.light(screen, clock.now()).level, 40);
});

test.run();
