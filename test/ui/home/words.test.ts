import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DAY_MS } from '../../../src/core/time/durations.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import type { Condition } from '../../../src/schema/boards/conditions.ts';
import type { MqttStatus } from '../../../src/schema/appliance/mqtt.ts';
import type { MessageAnswer } from '../../../src/schema/content/messages.ts';
import type { OutcomeCode } from '../../../src/schema/boards/outcomes.ts';
import type { UpdateStatus } from '../../../src/schema/appliance/update.ts';
import type { WithCode } from '../../../ui/api.ts';
import { answerText, endText } from '../../../ui/home/outcome-text.ts';
import { isCut } from '../../../ui/home/composition.ts';
import { faultOf } from '../../../ui/home/attention/faults.ts';
import { notesOf } from '../../../ui/home/attention/attention.ts';
import { isCovered, statusText } from '../../../ui/home/status-text.ts';
import { momentOf, timesInWords } from '../../../ui/kit/language.ts';
import { setZone } from '../../../ui/kit/zone.ts';
import { strings } from '../../../ui/strings.ts';
import { home } from '../../../ui/strings/home.ts';
import { attention } from '../../../ui/strings/attention.ts';

const FLAGSHIP = { rows: 6, cols: 22 };
const test = suite('words on the first view');

setZone('Asia/Tokyo');

for (const [what, text, cut] of [
  ['a short text', 'HELLO', false],
  ['six lines', 'A\nB\nC\nD\nE\nF', false],
  ['six lines and a line break behind', 'A\nB\nC\nD\nE\nF\n', false],
  ['seven lines', 'A\nB\nC\nD\nE\nF\nG', true],
  ['long words that need nine rows', 'extraordinary '.repeat(9), true],
  ['132 flaps', 'X'.repeat(132), false],
  ['133 flaps', 'X'.repeat(133), true],
] as const) {
  test(`${what} ${cut ? 'loses its end' : 'fits'}`, () => assert.is(isCut(text, FLAGSHIP), cut));
}

const answer = (code: OutcomeCode): WithCode<MessageAnswer> => ({
  sent: code === 'sent',
  board_id: 'b',
  characters: [],
  text: '',
  expires_at: null,
  reason: code === 'sent' ? null : 'For a reason.',
  code,
});
for (const [what, code, flaps, text] of [
  ['what moved flaps', 'sent', 'moving', home.sent],
  ['what a board without flaps shows', 'browser_only', 'none', home.shown],
  ['what a board of the browser shows already', 'unchanged', 'none', home.shown],
  ['what is kept to the browser', 'browser_only', 'idle', `${home.shownOnScreen} ${home.uiOnly}`],
  ['what the board shows already', 'unchanged', 'moving', `${home.notSent} For a reason.`],
  ['what is not shown at all', 'superseded', 'none', `${home.notSent} For a reason.`],
] as const) {
  test(`the answer to ${what}`, () => assert.is(answerText(answer(code), flaps).text, text));
}

for (const [code, text] of [
  ['sent', home.ended],
  ['browser_only', home.ended],
  ['paused', `${home.ended} For a reason.`],
] as const) {
  test(`a message was taken down: ${code}`, () => assert.is(endText(answer(code)).text, text));
}

const time = (instant: string) => momentOf(instant, Date.parse(instant));

test('times are those of the appliance', () => assert.is(time('2026-03-01T17:00:00.000Z'), '02:00'));

test('instants in sentences are told as times, with their day when that is not today', () => {
  for (const days of [0, 3, 30]) {
    const now = Date.now();
    const until = new Date(now + days * DAY_MS).toISOString();
    assert.is(
      timesInWords(`The board is in its silence window until ${until}.`),
      `The board is in its silence window until ${momentOf(until, now)}.`,
    );
    assert.is(momentOf(until, now) === time(until), days === 0);
  }
  const refused = 'at: "2026-13-01T00:00:00Z" is no time.';
  assert.is(timesInWords(refused), refused);
});

const NOW = Date.parse('2026-03-01T14:00:00Z');
const BOARD = {
  paused: false,
  override_expires_at: null,
  source: 'schedule',
  active_page_id: null,
  scheduled_page_id: 'p',
  resolved_page_id: 'p',
} as BoardDetail;
const HEALTHY: Condition = {
  board_id: 'b',
  because: 'schedule',
  since: null,
  until: null,
  waiting: 0,
  page_id: 'p',
  skipped: null,
  missing: [],
  stale: [],
  error: null,
  drifted: false,
  guessed: false,
  substitutions: {},
};
const why = (condition: Partial<Condition>, board: Partial<BoardDetail> = {}) =>
  statusText({ ...BOARD, ...board }, { condition: { ...HEALTHY, ...condition }, now: NOW, nameOf: () => 'Clock' });
test('a rule whose page was deleted is named instead of nothing', () => {
  const skipped = { schedule_id: 'r', start_time: '06:30', end_time: '09:00', page_exists: false };
  const told = why({ because: 'none', skipped }, { source: 'none', scheduled_page_id: null, resolved_page_id: null });
  assert.equal([told.title, told.note], ['Rule 06:30 to 09:00 has no page', home.skippedNote]);
});

test('a rule whose page does not fit says so, and that it ends with the day', () => {
  const skipped = { schedule_id: 'r', start_time: '20:00', end_time: null, page_exists: true };
  const { title, note } = why({ because: 'none', skipped }, { source: 'none', resolved_page_id: null });
  assert.equal([title, note], [home.skippedRule('20:00', 'midnight'), home.skippedUnfit]);
});

test('a page whose name is not known any more is told as a deleted one, of a page for a while that one counts', () => {
  const names: Record<string, string> = { q: 'Clock' };
  const told = (change: Partial<BoardDetail>, condition: Partial<Condition>) =>
    statusText(
      { ...BOARD, source: 'manual', active_page_id: 'p', ...change },
      { condition: { ...HEALTHY, because: 'pin', ...condition }, now: NOW, nameOf: (id) => names[id] ?? null },
    ).title;
  assert.is(told({}, {}), home.unknownPage);
  assert.is(told({ resolved_page_id: 'q' }, { until: '2026-03-01T15:00:00Z' }), 'Clock');
});

for (const [what, wanted, told] of [
  ['is pinned', { active_page_id: 'p' }, ['Clock', home.emptyNote]],
  ['is scheduled', { active_page_id: null, scheduled_page_id: 'p' }, ['Clock', home.emptyNote]],
  ['nobody wants', { active_page_id: null, scheduled_page_id: null }, [home.nothingPlanned, home.nothingNote]],
] as const)
  test(`what ${what} and has nothing to show is named`, () => {
    const { title, note } = why({ because: 'none' }, { source: 'none', resolved_page_id: null, ...wanted });
    assert.equal([title, note], told);
  });

for (const [what, condition, wanted] of [
  ['a page for a while over a pin', { because: 'pin', until: '2026-03-01T15:00:00Z', page_id: 'q' }, true],
  ['a pin with an end', { because: 'pin', until: '2026-03-01T15:00:00Z', page_id: 'p' }, false],
  ['a pin', { because: 'pin', page_id: 'p' }, false],
  ['a message', { because: 'untimed' }, true],
] as const)
  test(`${what} ${wanted ? 'covers' : 'is'} the programme`, () =>
    assert.is(isCovered({ ...BOARD, active_page_id: 'p' }, { ...HEALTHY, ...condition }), wanted));

for (const [what, told, title, note] of [
  [
    'tomorrow begins at the midnight of the appliance: before it',
    why({ because: 'silence', until: '2026-03-01T14:30:00Z' }),
    home.silenceUntil(time('2026-03-01T14:30:00Z')),
    home.silenceNote,
  ],
  [
    'tomorrow begins at the midnight of the appliance: behind it',
    why({ because: 'silence', until: '2026-03-01T22:00:00Z' }),
    home.silenceUntil(strings.tomorrow(time('2026-03-01T22:00:00Z'))),
    home.silenceNote,
  ],
  [
    'an end in three days names the weekday',
    why({ because: 'quiet', until: '2026-03-04T22:00:00Z' }),
    home.quietUntil(`Thursday ${time('2026-03-04T22:00:00Z')}`),
    home.silenceNote,
  ],
  [
    'one in two weeks names the date',
    why({ because: 'silence', until: '2026-03-15T22:00:00Z' }),
    home.silenceUntil(`16 March ${time('2026-03-15T22:00:00Z')}`),
    home.silenceNote,
  ],
  [
    'a message of days names the day of its end',
    why({}, { override_expires_at: '2026-03-03T14:00:00Z' }),
    home.messageLeft(2880, `Tuesday ${time('2026-03-03T14:00:00Z')}`),
    null,
  ],
  ['a silence without an end', why({ because: 'silence' }), home.silence, null],
  [
    'a page that follows a rule',
    why({ until: '2026-03-01T14:30:00Z' }),
    'Clock',
    home.scheduledUntil(time('2026-03-01T14:30:00Z')),
  ],
  [
    'a message says since when it is up',
    why({ because: 'untimed', since: '2026-03-01T13:00:00Z' }),
    home.messageSince(time('2026-03-01T13:00:00Z')),
    null,
  ],
  [
    'one of another day names the day',
    why({ because: 'untimed', since: '2026-02-27T13:00:00Z' }),
    home.messageSince(`Friday ${time('2026-02-27T13:00:00Z')}`),
    null,
  ],
  ['one of older data', why({ because: 'untimed' }), home.message, null],
  ['a page by the schedule', why({}), 'Clock', home.scheduled],
  ['a default page', why({}, { scheduled_page_id: null }), 'Clock', home.gap],
  [
    'a default page until a rule begins',
    why({ until: '2026-03-01T14:30:00Z' }, { scheduled_page_id: null }),
    'Clock',
    home.gapUntil(time('2026-03-01T14:30:00Z')),
  ],
  ['a pin', why({}, { source: 'manual', active_page_id: 'p' }), 'Clock', home.pinned],
  [
    'a page for a while',
    why({ because: 'pin', until: '2026-03-01T14:30:00Z' }, { source: 'manual' }),
    'Clock',
    home.pinnedUntil(time('2026-03-01T14:30:00Z')),
  ],
  ['quiet without an end', why({ because: 'quiet' }), home.quiet, null],
  ['what another appliance sends', why({ because: 'follow' }), home.followed, null],
  ['what a plugin wants to be seen', why({ because: 'trigger' }), home.trigger, null],
  [
    'minutes that are left are rounded up',
    why({}, { override_expires_at: '2026-03-01T14:04:01Z' }),
    home.messageLeft(5, time('2026-03-01T14:04:01Z')),
    null,
  ],
  [
    'the last seconds are a minute',
    why({}, { override_expires_at: '2026-03-01T14:00:01Z' }),
    home.messageLeft(1, time('2026-03-01T14:00:01Z')),
    null,
  ],
] as const) {
  test(what, () => assert.equal([told.title, told.note], [title, note]));
}

for (const [what, condition, fault] of [
  ['a board that cannot be reached', { error: 'No way.', drifted: true, missing: ['a.b'] }, home.faulty],
  ['a wall whose broker is away', { error: 'The board follows "hall": Nothing listens there.' }, home.followsNot],
  ['a wall that asks a broker that is away', { error: 'The board asks to join: Nothing listens.' }, home.followsNot],
  ['a wall with a frame that is too large', { error: 'The frame on the topic cannot be used.' }, home.followsNot],
  ['a board that somebody else wrote on', { drifted: true, missing: ['a.b'] }, home.strayed],
  ['a board with ??? on it', { missing: ['a.b'] }, home.gaps],
  ['a board that is well', {}, null],
] as const) {
  test(`what is wrong with ${what}`, () => assert.is(faultOf({ ...HEALTHY, ...condition } as Condition), fault));
}

const quiet = {
  check: { valid: true, errors: [], warnings: [] },
  mqtt: { enabled: false } as MqttStatus,
  update: { state: 'idle', last_update: null } as unknown as UpdateStatus,
};
const plugin = (plugin_id: string, host: string, offline: boolean) => ({
  plugin_id,
  error: 'the host name is unknown',
  unreached: { host, offline },
});

test('a house without internet is told once, with the hosts; a device that does not answer by itself', () => {
  const plugins = [
    plugin('weather', 'api.example.com', true),
    plugin('rss', 'news.example.com', true),
    plugin('json', '192.168.1.5', false),
  ];
  const [internet, json, ...more] = notesOf({ ...quiet, plugins }, [], (id) => id, 'b').map(({ text }) => text);
  assert.is(internet, attention.offline(['api.example.com', 'news.example.com'], []));
  assert.match(internet ?? '', /^No internet: api\.example\.com, news\.example\.com cannot be reached\. .* still work/);
  assert.match(json ?? '', /192\.168\.1\.5 cannot be reached/);
  assert.equal(more, []);
});

test('other boards are told of, the one in view speaks for itself', () => {
  const conditions = [
    { ...HEALTHY, error: 'No way.' },
    { ...HEALTHY, board_id: 'c', missing: ['weather.temperature'] },
    { ...HEALTHY, board_id: 'd', drifted: true },
  ];
  assert.equal(
    notesOf({ ...quiet, plugins: [] }, conditions, (id) => id.toUpperCase(), 'b').map(({ text }) => text),
    [attention.drifted('D'), attention.missing('C', ['weather.temperature'])],
  );
});

test('a plugin without data is told once, with the boards that lack its values', () => {
  const plugins = [
    { plugin_id: 'weather', error: 'no answer', unreached: { host: 'api.example.com', offline: true } },
    { plugin_id: 'stocks:paris', error: 'the key is refused', unreached: null },
  ];
  const conditions = [
    { ...HEALTHY, board_id: 'b', missing: ['weather.temperature'] },
    { ...HEALTHY, board_id: 'c', missing: ['weather.wind', 'stocks:paris.price'] },
    { ...HEALTHY, board_id: 'd', missing: ['weather.wind', 'calendar.next'] },
  ];
  const told = notesOf({ ...quiet, plugins }, conditions, (id) => id.toUpperCase(), 'b').map(({ text }) => text);
  assert.equal(told, [
    attention.offline(['api.example.com'], ['B', 'C', 'D']),
    attention.plugin('stocks:paris', 'the key is refused', ['C']),
    attention.missing('D', ['calendar.next']),
  ]);
  assert.match(told[0] ?? '', /B, C, D show \?\?\? for it\./);
});

test.run();
