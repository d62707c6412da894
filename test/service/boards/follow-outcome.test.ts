import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { BoardView } from '../../../src/board/board-port.ts';
import { BROWSER_TARGET, causedOutcome, outcomeOf, pausedOutcome, type Outcome } from '../../../src/board/outcome.ts';
import type { Because } from '../../../src/core/arbiter/decision.ts';
import { createGrid } from '../../../src/core/flaps/grid.ts';
import type { PublishedFrame } from '../../../src/core/follow/frame.ts';
import { FollowService, type FollowLink } from '../../../src/service/follow.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sampleBoard, sampleState } from '../../support/sample-state.ts';

/** What a board tells of a frame that it follows. */
const test = suite('service/boards/follow-outcome');

const AT = Date.parse('2025-03-01T10:00:00Z');
const SHOWN = createGrid(6, 22, 5);

const frameOf = (change: Partial<PublishedFrame> = {}): PublishedFrame => ({
  sender: 'hub',
  sequence: 7,
  at: AT,
  timeToLive: 60,
  grid: SHOWN,
  transition: { strategy: null, interval_ms: null, step_size: null },
  ...change,
});

/** How it stands with a board, where it is not as usual: it shows the frame, on flaps, and nothing is in the way. */
interface Given {
  readonly because?: Because;
  readonly refusal?: Outcome;
  readonly frame?: PublishedFrame | null;
  readonly view?: Partial<BoardView> | null;
  readonly physical?: boolean;
  readonly browserOnly?: boolean;
  /** Null where it follows nothing. */
  readonly link?: Partial<FollowLink> | null;
}

const serviceOf = (given: Given) => {
  const {
    because = 'follow',
    refusal = null,
    frame = frameOf(),
    view = {},
    physical = true,
    browserOnly = false,
  } = given;
  const follow = given.link === null ? null : { topic: 'a/b', url: '', username: '', ca_certificate: '' };
  const state = { ...sampleState(), boards: [{ ...sampleBoard('wall'), follow }] };
  const link = { follower: 'me-wall', broker: 'mqtt://hub', connected: true, frame, error: null, ...given.link };
  const service = new FollowService({
    store: { state },
    boards: { get: () => view && { physical, view: { characters: SHOWN, drifted: false, error: null, ...view } } },
    writer: { refusal: () => refusal, isBrowserOnly: browserOnly },
    programme: { decide: () => ({ because }) },
    clock: createFakeClock('2025-03-01T10:00:30Z'),
    linkOf: () => (follow === null ? null : link),
  } as never);
  return { service, frame };
};

const PAUSED = pausedOutcome('Board wall', null);
const other = { characters: createGrid(6, 22, 6) };
const NOTHING = { code: null, reason: null };
const SENT = { code: 'sent', reason: null };

const CASES: readonly (readonly [what: string, given: Given, outcome: object, shows: boolean])[] = [
  ['flaps that show it', {}, SENT, true],
  ['flaps on their way', { view: other }, NOTHING, false],
  ['flaps that nobody knows', { view: { characters: null } }, NOTHING, false],
  ['a board that is not there yet', { view: null }, NOTHING, false],
  [
    'a board that fails',
    { view: { ...other, error: 'No answer.' } },
    causedOutcome('unreachable', 'No answer.'),
    false,
  ],
  ['a board that failed later', { view: { error: 'No answer.' } }, SENT, true],
  ['a board without flaps', { physical: false }, outcomeOf('browser_only'), true],
  ['a board without flaps that has it not yet', { physical: false, view: other }, NOTHING, false],
  ['flaps that are left alone for the browser', { browserOnly: true, view: other }, BROWSER_TARGET, false],
  ['a board without flaps, for the browser', { browserOnly: true, physical: false }, outcomeOf('browser_only'), true],
  ['a board that is not there yet, for the browser', { browserOnly: true, view: null }, BROWSER_TARGET, false],
  ['a message', { because: 'timed', view: other }, outcomeOf('covered'), false],
  ['a message on a paused board', { because: 'urgent', refusal: PAUSED, view: other }, outcomeOf('covered'), false],
  ['a paused board', { refusal: PAUSED, view: other }, PAUSED, false],
  ['what a plugin wants seen', { because: 'trigger', view: other }, outcomeOf('covered'), false],
  ['the same on a paused board', { because: 'trigger', refusal: PAUSED, view: other }, PAUSED, false],
  ['no frame', { frame: null }, causedOutcome('nothing_to_show', 'No frame has come yet.'), false],
  [
    'a frame that ends now',
    { frame: frameOf({ timeToLive: 30 }) },
    causedOutcome('nothing_to_show', 'The last frame has ended.'),
    false,
  ],
  ['a frame that ends in a second', { frame: frameOf({ timeToLive: 31 }) }, SENT, true],
  ['a frame without an end', { frame: frameOf({ timeToLive: null }) }, SENT, true],
];

for (const [what, given, outcome, shows] of CASES)
  test(`${what}: the board, its status and its hub say the same`, () => {
    const { service, frame } = serviceOf(given);
    const report = service.report('wall', frame, null);
    const status = service.status('wall');
    assert.equal({ code: report?.code, reason: report?.reason }, outcome);
    assert.equal({ code: status.code, reason: status.reason }, outcome);
    assert.equal([report?.shows, status.shows], [shows, shows]);
  });

test('the status tells of the frame and of its end', () => {
  const { sequence, at, expires_at, fit, error } = serviceOf({}).service.status('wall');
  assert.equal(
    { sequence, at, expires_at, fit, error },
    { sequence: 7, at: '2025-03-01T10:00:00.000Z', expires_at: '2025-03-01T10:01:00.000Z', fit: 'exact', error: null },
  );
});

test('a board that follows nothing says so, and has no problem', () => {
  const { service } = serviceOf({ link: null, frame: null });
  assert.equal(service.status('wall'), {
    board_id: 'wall',
    topic: null,
    asks: false,
    broker: null,
    connected: false,
    follower: null,
    sequence: null,
    at: null,
    expires_at: null,
    fit: null,
    shows: false,
    code: null,
    reason: null,
    error: null,
  });
});

test('a board that is gone has no problem', () => assert.is(serviceOf({}).service.problemOf('gone'), null));

for (const [rows, cols, problem] of [
  [6, 22, null],
  [7, 22, 'The frame that is followed has 7 rows x 22 columns: the first are shown.'],
  [6, 23, 'The frame that is followed has 6 rows x 23 columns: the first are shown.'],
  [5, 21, null],
] as const)
  test(`a frame of ${rows} x ${cols} on a flagship`, () => {
    const { service } = serviceOf({ frame: frameOf({ grid: createGrid(rows, cols, 5) }) });
    assert.is(service.problemOf('wall'), problem);
  });

test('what the connection says goes before the size of the frame', () => {
  const frame = frameOf({ grid: createGrid(7, 22, 5) });
  assert.is(serviceOf({ frame, link: { error: 'No broker.' } }).service.problemOf('wall'), 'No broker.');
});

test('a hub is told of the board as it is: size, flaps, and the error of the board before that of the connection', () => {
  const report = (given: Given) => serviceOf(given).service.report('wall', null, 'No broker.');
  assert.equal(
    [report({})?.rows, report({})?.cols, report({})?.name, report({})?.characters],
    [6, 22, 'Board wall', SHOWN],
  );
  assert.is(report({})?.error, 'No broker.');
  assert.is(report({ view: { error: 'No answer.' } })?.error, 'No answer.');
  assert.equal([report({})?.drifted, report({ view: { drifted: true } })?.drifted], [false, true]);
  const { sequence, drifted, characters } = report({ view: null }) ?? {};
  assert.equal({ sequence, drifted, characters }, { sequence: null, drifted: false, characters: null });
  assert.is(serviceOf({}).service.report('gone', null, null), null);
});

test.run();
