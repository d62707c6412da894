import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { arbitrate } from '../../src/core/arbiter/arbiter.ts';
import type { ArbiterInput, Because, Decision, Followed, Trigger } from '../../src/core/arbiter/decision.ts';
import { baselineAt } from '../../src/core/arbiter/baseline.ts';
import { beginMessage } from '../../src/core/arbiter/messages.ts';
import { defaultSettings } from '../../src/schema/appliance/settings.ts';
import type { Silence } from '../../src/schema/appliance/silence.ts';
import type { BoardMessage, BoardProgramme, MessageContent } from '../../src/schema/state.ts';
import { byId, collectionWith, inputWith, pageWith, ruleWith } from '../support/rules.ts';
import { sampleBoard } from '../support/sample-state.ts';

const test = suite('arbiter');
const NOW = '2025-06-18T10:00:00Z';
const at = (time: string) => Date.parse(`2025-06-18T${time}Z`);
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(11, 19));

const grid = (code: number): MessageContent => ({ kind: 'grid', rows: 1, cols: 1, characters: [[code]] });
const timed = (fields: Partial<BoardMessage> = {}): BoardMessage => ({
  id: 'timed',
  content: grid(1),
  priority: 'normal',
  state: 'up',
  ends: 'time',
  expires_at: '2025-06-18T10:30:00.000Z',
  lasts_ms: 30 * 60_000,
  revert_mode: 'schedule',
  revert_page_id: null,
  transition: null,
  when_busy: 'replace',
  ...fields,
});
const endless = { ends: 'change', expires_at: null, lasts_ms: null } as const;
/** A message without an end, over what the board returns to. */
const untimed = (input: ArbiterInput, fields: Partial<BoardMessage> = {}): BoardMessage =>
  beginMessage(
    { ...timed(), id: 'untimed', content: grid(2), ...endless, ...fields },
    input.at,
    baselineAt(input, input.at),
    input,
  );
const programme = (fields: Partial<BoardProgramme> = {}): BoardProgramme => ({
  active_page_id: null,
  messages: [],
  ...fields,
});
const silent = (fields: Partial<Silence> = {}, by_board: Record<string, Partial<Silence>> = {}) => ({
  ...defaultSettings(),
  silence: { ...defaultSettings().silence, enabled: true, start_time: '11:00', end_time: '13:00', ...fields },
  silence_by_board: by_board,
});
/** p2, from 08:00 to 18:00 in Berlin. */
const RULE = ruleWith('rule', { page_id: 'p2', start_time: '08:00', end_time: '18:00' });
const pinned = (id: string) => ({ programme: programme({ active_page_id: id }) });
const boardWith = (fields: Partial<ArbiterInput['board']>) => ({ board: { ...sampleBoard('b1'), ...fields } });

/** Every combination of claims, against the order of the decisions written down once more. */
const CLAIMS = [
  'paused',
  'quiet',
  'critical',
  'silence',
  'urgent',
  'timed',
  'trigger',
  'untimed',
  'follow',
  'pin',
  'schedule',
  'default',
] as const;
type Claim = (typeof CLAIMS)[number];

const resolvedOf = (claims: ReadonlySet<Claim>): string | null =>
  claims.has('follow') ? null : claims.has('pin') ? 'p1' : claims.has('schedule') ? 'p2' : ownDefault(claims);
const ownDefault = (claims: ReadonlySet<Claim>) => (claims.has('default') ? 'p3' : null);
const FRAME: Followed = {
  rows: 1,
  cols: 2,
  characters: [[1, 2]],
  transition: { strategy: 'row', interval_ms: 10, step_size: null },
  until: null,
};
const { until: _until, ...FRAME_SHOWN } = FRAME;

const inputOf = (claims: ReadonlySet<Claim>): ArbiterInput => {
  const input = inputWith(NOW, {
    ...boardWith({ paused: claims.has('paused'), default_page_id: claims.has('default') ? 'p3' : null }),
    schedules: claims.has('schedule') ? [RULE] : [],
    settings: claims.has('silence') ? silent() : defaultSettings(),
    trigger: claims.has('trigger') ? { message: 'NOW' } : null,
    followed: claims.has('follow') ? FRAME : null,
  });
  const standing = {
    ...input,
    programme: programme({
      ...(claims.has('quiet') && { quiet: { until: '2099-01-01T00:00:00.000Z' } }),
      active_page_id: claims.has('pin') ? 'p1' : null,
    }),
  };
  const messages = [
    ...(claims.has('untimed') ? [untimed(standing)] : []),
    ...(claims.has('timed') ? [timed()] : []),
    ...(claims.has('urgent') ? [untimed(standing, { id: 'urgent', content: grid(3), priority: 'urgent' })] : []),
    ...(claims.has('critical') ? [untimed(standing, { id: 'critical', content: grid(4), priority: 'critical' })] : []),
  ];
  return { ...standing, programme: { ...standing.programme, messages } };
};

const winnerOf = (claims: ReadonlySet<Claim>): Because => {
  if (
    claims.has('silence') &&
    claims.has('timed') &&
    !claims.has('paused') &&
    !claims.has('quiet') &&
    !claims.has('critical')
  )
    return 'timed';
  return CLAIMS.find((claim) => claims.has(claim)) ?? 'none';
};

const shownFor: Record<Because, Decision['show']> = {
  paused: { kind: 'nothing' },
  quiet: { kind: 'nothing' },
  critical: grid(4),
  silence: { kind: 'nothing' },
  urgent: grid(3),
  timed: grid(1),
  trigger: { kind: 'trigger', page_id: null, lines: null, message: 'NOW' },
  untimed: grid(2),
  follow: { kind: 'grid', ...FRAME_SHOWN },
  pin: { kind: 'page', page_id: 'p1' },
  schedule: { kind: 'page', page_id: 'p2' },
  default: { kind: 'page', page_id: 'p3' },
  none: { kind: 'nothing' },
};

for (let bits = 0; bits < 1 << CLAIMS.length; bits++) {
  const claims = new Set(CLAIMS.filter((_, index) => bits & (1 << index)));
  const because = winnerOf(claims);
  test(`${[...claims].join(' + ') || 'nothing'}: ${because}`, () => {
    const input = inputOf(claims);
    const decision = arbitrate(input);
    assert.is(decision.because, because);
    assert.equal(decision.show, shownFor[because]);
    assert.is(decision.paused, claims.has('paused'));
    assert.is(decision.silence.active, claims.has('silence'));
    assert.is(
      decision.source,
      claims.has('follow') || resolvedOf(claims) === null ? 'none' : claims.has('pin') ? 'manual' : 'schedule',
    );
    assert.is(decision.programme.active_page_id, claims.has('pin') ? 'p1' : null);
    assert.is(decision.scheduled_page_id, claims.has('schedule') ? 'p2' : null);
    assert.is(decision.schedule_id, claims.has('schedule') ? 'rule' : null);
    assert.is(decision.resolved_page_id, resolvedOf(claims));
    assert.is(decision.selected_page_id, resolvedOf(claims));
    assert.is(decision.next_check, null);
    assert.is(decision.programme, input.programme);
  });
}

test("a followed frame ends by the clock: the board's own programme follows, or a blank board (rules, F3)", () => {
  const followed = { ...FRAME, until: at('10:00:01') };
  const shown = (claims: readonly Claim[], time: string) =>
    arbitrate({ ...inputOf(new Set(claims)), followed, at: at(time) });
  assert.is(shown(['pin'], '10:00:00').because, 'follow');
  assert.is(iso(shown(['pin'], '10:00:00').next_change), '10:00:01');
  assert.is(shown(['pin'], '10:00:01').because, 'pin');
  const bare = shown([], '10:00:01');
  assert.equal([bare.because, bare.show.kind], ['follow', 'blank']);
});

/** [what, changes, because, resolved, source, scheduled] */
const STANDINGS: [
  name: string,
  fields: Partial<ArbiterInput>,
  because: Because,
  resolved: string | null,
  source: string,
  scheduled: string | null,
][] = [
  [
    'schedule off: no rule',
    { ...boardWith({ schedule_enabled: false }), schedules: [RULE] },
    'none',
    null,
    'none',
    null,
  ],
  [
    'schedule off: no default page',
    boardWith({ schedule_enabled: false, default_page_id: 'p3' }),
    'none',
    null,
    'none',
    null,
  ],
  [
    'schedule off: the pin counts',
    { ...boardWith({ schedule_enabled: false }), ...pinned('p1'), schedules: [RULE] },
    'pin',
    'p1',
    'manual',
    null,
  ],
  ['outside the rule', { schedules: [{ ...RULE, end_time: '09:00' }] }, 'none', null, 'none', null],
  [
    'outside the rule: default page',
    { ...boardWith({ default_page_id: 'p3' }), schedules: [{ ...RULE, end_time: '09:00' }] },
    'default',
    'p3',
    'schedule',
    null,
  ],
  ['a pin that is gone: the rule', { ...pinned('gone'), schedules: [RULE] }, 'schedule', 'p2', 'schedule', 'p2'],
  ['a pin that is gone: nothing', pinned('gone'), 'none', null, 'none', null],
  ['a pinned collection that is gone', pinned('collection:gone'), 'none', null, 'none', null],
  [
    'a pin that does not fit',
    { ...pinned('p1'), pages: byId([pageWith('p1', { device_type: 'note' }), pageWith('p2')]), schedules: [RULE] },
    'schedule',
    'p2',
    'schedule',
    'p2',
  ],
  [
    'a rule whose page is gone: the default page',
    { ...boardWith({ default_page_id: 'p3' }), schedules: [{ ...RULE, page_id: 'gone' }] },
    'default',
    'p3',
    'schedule',
    null,
  ],
  [
    'a rule whose page is gone: the next rule',
    { schedules: [RULE, ruleWith('other', { page_id: 'gone', start_time: '00:00', end_time: null })] },
    'schedule',
    'p2',
    'schedule',
    'p2',
  ],
  [
    'a rule whose page does not fit',
    { schedules: [RULE], pages: byId([pageWith('p2', { device_type: 'note' })]) },
    'none',
    null,
    'none',
    null,
  ],
  ['a default page that is gone', boardWith({ default_page_id: 'gone' }), 'none', null, 'none', null],
  [
    'a default page that does not fit',
    { ...boardWith({ default_page_id: 'p3', device_type: 'note' }) },
    'none',
    null,
    'none',
    null,
  ],
  [
    'pages of the size of a note',
    { ...boardWith({ device_type: 'note' }), ...pinned('p1'), pages: byId([pageWith('p1', { device_type: 'note' })]) },
    'pin',
    'p1',
    'manual',
    null,
  ],
  [
    'a panel of the size of a flagship',
    { ...boardWith({ device_type: 'panel', grid_rows: 6, grid_cols: 22 }), ...pinned('p1') },
    'pin',
    'p1',
    'manual',
    null,
  ],
  ['the default slot on the primary', { schedules: [RULE] }, 'schedule', 'p2', 'schedule', 'p2'],
  ['the default slot on another board', { isPrimary: false, schedules: [RULE] }, 'none', null, 'none', null],
  [
    'own rules of another board',
    { isPrimary: false, schedules: [{ ...RULE, board_id: 'b1' }] },
    'schedule',
    'p2',
    'schedule',
    'p2',
  ],
  ['rules of a third board', { schedules: [{ ...RULE, board_id: 'b2' }] }, 'none', null, 'none', null],
];
for (const [name, fields, because, resolved, source, scheduled] of STANDINGS) {
  test(name, () => {
    const decision = arbitrate(inputWith(NOW, fields));
    assert.is(decision.because, because);
    assert.is(decision.resolved_page_id, resolved);
    assert.is(decision.source, source);
    assert.is(decision.scheduled_page_id, scheduled);
    assert.equal(decision.show, resolved === null ? { kind: 'nothing' } : { kind: 'page', page_id: resolved });
  });
}

test('a pin that does not resolve is still reported', () =>
  assert.is(arbitrate(inputWith(NOW, pinned('gone'))).programme.active_page_id, 'gone'));

const TURNING = collectionWith('collection:c', ['p1', 'p2', 'p3'], { time: { interval_seconds: 60 } });
const withTurning = { collections: byId([TURNING]) };

test('a pinned collection resolves to a member, with the instant of its next rotation', () => {
  const decision = arbitrate(inputWith('2025-06-18T10:00:20Z', { ...withTurning, ...pinned('collection:c') }));
  assert.is(decision.programme.active_page_id, 'collection:c');
  assert.is(decision.selected_page_id, 'collection:c');
  assert.is(decision.resolved_page_id, 'p1');
  assert.is(iso(decision.next_check), '10:01:00');
  assert.is(iso(decision.next_change), '10:01:00');
  assert.is(decision.next_edge, null);
});
test('a scheduled collection is named as it is scheduled', () => {
  const decision = arbitrate(
    inputWith('2025-06-18T10:01:00Z', { ...withTurning, schedules: [{ ...RULE, page_id: 'collection:c' }] }),
  );
  assert.is(decision.scheduled_page_id, 'collection:c');
  assert.is(decision.resolved_page_id, 'p2');
  assert.is(decision.source, 'schedule');
});
test('members that do not fit or were deleted are left out', () => {
  const pages = byId([pageWith('p1'), pageWith('p2', { device_type: 'note' })]);
  const decision = arbitrate(inputWith('2025-06-18T10:01:00Z', { ...withTurning, ...pinned('collection:c'), pages }));
  assert.is(decision.resolved_page_id, 'p1');
  assert.is(decision.next_check, null);
});
test('a collection of which nothing fits is as if not there', () => {
  const decision = arbitrate(
    inputWith(NOW, {
      ...withTurning,
      ...pinned('collection:c'),
      schedules: [{ ...RULE, page_id: 'p5' }],
      pages: byId([pageWith('p5')]),
    }),
  );
  assert.is(decision.because, 'schedule');
  assert.is(decision.resolved_page_id, 'p5');
});
test('a collection by rules asks for the expressions', () => {
  const collection = collectionWith('collection:v', ['p1', 'p2'], {
    selection_mode: 'variable',
    variable: { rules: [{ expression: 'x', page_id: 'p2' }], default_page_id: 'p1', poll_seconds: 10 },
  });
  const resolve = (value: boolean) =>
    arbitrate(
      inputWith(NOW, { collections: byId([collection]), ...pinned('collection:v'), evaluateRule: () => value }),
    );
  assert.is(resolve(true).resolved_page_id, 'p2');
  assert.is(resolve(false).resolved_page_id, 'p1');
  assert.is(iso(resolve(false).next_check), '10:00:10');
});

const SILENCES: [name: string, settings: ArbiterInput['settings'], show: Decision['show']][] = [
  ['freeze', silent({ mode: 'freeze' }), { kind: 'nothing' }],
  [
    'indicator',
    silent({ mode: 'indicator', indicator_text: 'ZZZ', indicator_position: 'top-left' }),
    { kind: 'indicator', text: 'ZZZ', position: 'top-left' },
  ],
  ['page', silent({ mode: 'page', page_id: 'p4' }), { kind: 'page', page_id: 'p4' }],
  [
    'page that is gone',
    silent({ mode: 'page', page_id: 'gone' }),
    { kind: 'indicator', text: 'SNOOZING', position: 'center' },
  ],
  ['no page', silent({ mode: 'page' }), { kind: 'indicator', text: 'SNOOZING', position: 'center' }],
  ['a mode of its own', silent({}, { b1: { mode: 'page', page_id: 'p5' } }), { kind: 'page', page_id: 'p5' }],
  ['the mode of another board', silent({}, { b2: { mode: 'page', page_id: 'p5' } }), { kind: 'nothing' }],
];
for (const [name, settings, show] of SILENCES) {
  test(`silence: ${name}`, () => {
    const decision = arbitrate(inputWith(NOW, { ...pinned('p1'), settings }));
    assert.is(decision.because, 'silence');
    assert.equal(decision.show, show);
    assert.is(decision.resolved_page_id, 'p1');
    assert.is(decision.source, 'manual');
    assert.is(iso(decision.silence.next_change), '11:00:00');
  });
}
test('silence: a page that does not fit gives the indicator', () => {
  const decision = arbitrate(
    inputWith(NOW, {
      settings: silent({ mode: 'page', page_id: 'p4' }),
      pages: byId([pageWith('p4', { device_type: 'note' })]),
    }),
  );
  assert.is(decision.show.kind, 'indicator');
});
test('silence: a rotating collection stays at its first member', () => {
  const shown = ['09:00:00', '09:07:30', '10:59:59'].map((time) =>
    arbitrate(
      inputWith(`2025-06-18T${time}Z`, { ...withTurning, settings: silent({ mode: 'page', page_id: 'collection:c' }) }),
    ),
  );
  for (const { show, next_change } of shown) {
    assert.equal(show, shown[0]?.show);
    assert.is(iso(next_change), '11:00:00');
  }
});
test('silence: outside its window the decision has the instant at which it begins', () => {
  const decision = arbitrate(inputWith('2025-06-18T08:00:00Z', { settings: silent() }));
  const { active, window, since, next_change } = decision.silence;
  assert.equal([active, window.mode, since, next_change], [false, 'freeze', null, at('09:00:00')]);
  assert.is(decision.because, 'none');
});
test('silence: a message that ends inside it gives way to it', () => {
  const decision = arbitrate(
    inputWith('2025-06-18T10:30:00Z', {
      settings: silent(),
      programme: programme({ active_page_id: 'p1', messages: [timed()] }),
    }),
  );
  assert.is(decision.because, 'silence');
  assert.equal(decision.programme.messages, []);
});

const TRIGGERS: [name: string, trigger: Trigger, show: Decision['show'] | null][] = [
  [
    'page before lines',
    { page_id: 'p4', lines: ['A'], message: 'B' },
    { kind: 'trigger', page_id: 'p4', lines: null, message: null, triggerData: null },
  ],
  [
    'a page with its data',
    { key: 'door:front', data: { who: 'ANNA' }, page_id: 'p4' },
    {
      kind: 'trigger',
      page_id: 'p4',
      lines: null,
      message: null,
      triggerData: { key: 'door:front', data: { who: 'ANNA' } },
    },
  ],
  [
    'lines before message',
    { lines: ['A'], message: 'B' },
    { kind: 'trigger', page_id: null, lines: ['A'], message: null },
  ],
  ['message', { message: 'B' }, { kind: 'trigger', page_id: null, lines: null, message: 'B' }],
  ['an empty message is one', { message: '' }, { kind: 'trigger', page_id: null, lines: null, message: '' }],
  [
    'a page that is gone gives way to lines',
    { page_id: 'gone', lines: ['A'] },
    { kind: 'trigger', page_id: null, lines: ['A'], message: null },
  ],
  ['nothing to show', {}, null],
  ['nulls only', { page_id: null, lines: null, message: null }, null],
  ['a page that is gone', { page_id: 'gone' }, null],
  ['it is over', { message: 'B', until: Date.parse(NOW) }, null],
  [
    'not over yet',
    { message: 'B', until: Date.parse(NOW) + 1 },
    { kind: 'trigger', page_id: null, lines: null, message: 'B' },
  ],
];
for (const [name, trigger, show] of TRIGGERS) {
  test(`trigger: ${name}`, () => {
    const decision = arbitrate(inputWith(NOW, { trigger, ...pinned('p1') }));
    assert.is(decision.because, show ? 'trigger' : 'pin');
    assert.equal(decision.show, show ?? { kind: 'page', page_id: 'p1' });
    assert.is(decision.resolved_page_id, 'p1');
  });
}
test('trigger: its end is a change', () => {
  assert.is(
    iso(arbitrate(inputWith(NOW, { trigger: { message: 'B', until: at('10:00:30') } })).next_change),
    '10:00:30',
  );
});

test('timed: a page reference follows changes of the page', () => {
  const decision = arbitrate(
    inputWith('2025-06-18T10:01:00Z', {
      ...withTurning,
      programme: programme({ messages: [timed({ content: { kind: 'page', page_id: 'collection:c' } })] }),
    }),
  );
  assert.equal(decision.show, { kind: 'page', page_id: 'p2' });
  assert.is(iso(decision.next_change), '10:02:00');
  assert.is(decision.next_check, null);
});
test('timed: a page that was deleted is skipped', () => {
  const decision = arbitrate(
    inputWith(NOW, {
      programme: programme({ active_page_id: 'p1', messages: [timed({ content: { kind: 'page', page_id: 'gone' } })] }),
    }),
  );
  assert.is(decision.because, 'pin');
  assert.is(decision.programme.messages.length, 1);
});
test('timed: template lines are drawn as they are', () => {
  const content = { kind: 'template', template: ['HI'], line_metadata: null } as const;
  const decision = arbitrate(
    inputWith(NOW, { programme: programme({ messages: [timed({ content: { ...content, template: ['HI'] } })] }) }),
  );
  assert.equal(decision.show, content);
});
test('timed: without an end it stays', () => {
  const decision = arbitrate(
    inputWith(NOW, { programme: programme({ messages: [timed({ expires_at: null, lasts_ms: null })] }) }),
  );
  assert.is(decision.because, 'timed');
  assert.is(decision.next_change, null);
});
for (const [time, because] of [
  ['10:29:59', 'timed'],
  ['10:30:00', 'pin'],
  ['12:00:00', 'pin'],
] as const) {
  test(`timed: at ${time} it is ${because}`, () => {
    const decision = arbitrate(
      inputWith(`2025-06-18T${time}Z`, { programme: programme({ active_page_id: 'p1', messages: [timed()] }) }),
    );
    assert.is(decision.because, because);
    assert.is(decision.programme.messages.length === 0, because === 'pin');
  });
}
test('timed: an end that cannot be read is over', () => {
  assert.is(
    arbitrate(
      inputWith(NOW, { programme: programme({ active_page_id: 'p1', messages: [timed({ expires_at: 'soon' })] }) }),
    ).because,
    'pin',
  );
});

/** What an expired message leaves on a board that follows p2 until 16:00 UTC. */
const after = (time: string, fields: Partial<BoardMessage>, more: Partial<ArbiterInput> = {}) =>
  arbitrate(
    inputWith(`2025-06-18T${time}Z`, {
      schedules: [RULE],
      programme: programme({ messages: [timed(fields)] }),
      ...more,
    }),
  );

test('revert to the schedule', () => {
  const decision = after('10:30:00', {});
  assert.equal(decision.show, { kind: 'page', page_id: 'p2' });
  assert.equal(decision.programme, programme());
});
test('revert to a page', () => {
  const decision = after('10:30:00', { revert_mode: 'page', revert_page_id: 'p4' });
  assert.equal(decision.show, { kind: 'page', page_id: 'p4' });
  assert.is(decision.because, 'untimed');
  assert.is(decision.resolved_page_id, 'p2');
  assert.equal(decision.programme.messages, [
    {
      ...timed(),
      ...endless,
      content: { kind: 'page', page_id: 'p4' },
      follows: true,
      since: '2025-06-18T10:30:00.000Z',
      over: { page_id: 'p2', page_updated_at: null, selected_id: 'p2', selected_updated_at: null, rule_id: 'rule' },
    },
  ]);
});
test('revert to a page that was deleted shows the schedule', () => {
  assert.equal(after('10:30:00', { revert_mode: 'page', revert_page_id: 'gone' }).show, {
    kind: 'page',
    page_id: 'p2',
  });
  assert.equal(after('10:30:00', { revert_mode: 'page', revert_page_id: null }).show, { kind: 'page', page_id: 'p2' });
});
test('revert to blank', () => {
  const decision = after('10:30:00', { revert_mode: 'blank' });
  assert.equal(decision.show, { kind: 'blank' });
  assert.is(decision.because, 'untimed');
  assert.equal(decision.programme.messages[0]?.content, { kind: 'grid', rows: 6, cols: 22, characters: [] });
});
test('with nothing to return to the board is blanked, until a rule begins', () => {
  const late = { schedules: [{ ...RULE, start_time: '12:40' }] };
  for (const fields of [{}, { revert_mode: 'page' as const, revert_page_id: null }])
    assert.equal(after('10:39:59', fields, late).show, { kind: 'blank' });
  assert.equal(after('10:40:00', {}, late).show, { kind: 'page', page_id: 'p2' });
});
for (const [what, fields, left] of [
  ['an open', {}, 1],
  ['a paused', boardWith({ paused: true, critical_passes: 'all' }), 0],
  ['a silent', { settings: silent() }, 0],
] as const)
  test(`a critical message leaves ${left ? 'a blank' : 'nothing'} on ${what} board that has nothing to return to`, () => {
    const decision = after('10:30:00', { priority: 'critical' }, { schedules: [], ...fields });
    assert.is(decision.programme.messages.length, left);
  });
test('with nothing to return to but a message that was covered, that comes back', () => {
  const bare = inputWith(NOW, { programme: programme() });
  const messages = [untimed(bare), timed({ priority: 'urgent' })];
  const decision = arbitrate({ ...bare, at: at('10:30:00'), programme: programme({ messages }) });
  assert.equal([decision.because, decision.programme.messages.length], ['untimed', 1]);
});
test('a blank board stays blank until the rule changes', () => {
  assert.equal(after('15:59:59', { revert_mode: 'blank' }).show, { kind: 'blank' });
  const decision = after('16:00:00', { revert_mode: 'blank' }, boardWith({ default_page_id: 'p3' }));
  assert.equal(decision.show, { kind: 'page', page_id: 'p3' });
  assert.equal(decision.programme, programme());
});
test('a message that ended while the power was off does not hide the rule that began since', () => {
  const other = ruleWith('other', {
    page_id: 'p5',
    start_time: '12:45',
    end_time: '14:00',
    created_at: '2025-04-01T00:00:00Z',
  });
  assert.equal(after('10:44:59', { revert_mode: 'blank' }, { schedules: [RULE, other] }).show, { kind: 'blank' });
  assert.equal(after('10:45:00', { revert_mode: 'blank' }, { schedules: [RULE, other] }).show, {
    kind: 'page',
    page_id: 'p5',
  });
});
test('a blank board over a rotating collection stays blank', () => {
  const rotating = { ...withTurning, schedules: [{ ...RULE, page_id: 'collection:c' }] };
  for (const time of ['10:30:00', '10:31:00', '10:47:00'])
    assert.equal(after(time, { revert_mode: 'blank' }, rotating).show, { kind: 'blank' });
});
test('what was reverted once is stored and stays the same', () => {
  const first = after('10:30:00', { revert_mode: 'blank' });
  const second = arbitrate(inputWith('2025-06-18T10:40:00Z', { schedules: [RULE], programme: first.programme }));
  assert.equal(second.show, { kind: 'blank' });
  assert.is(second.programme, first.programme);
});
test('the revert of a message ends an untimed one beneath it', () => {
  const input = inputWith('2025-06-18T10:30:00Z', pinned('p1'));
  const messages = [untimed(input), timed()];
  const decision = arbitrate({ ...input, programme: { ...input.programme, messages } });
  assert.equal(decision.programme, input.programme);
});

/** An untimed message that was written over `before`, by default the pinned page p1. */
const over = (fields: Partial<ArbiterInput> = {}, before: Partial<ArbiterInput> = pinned('p1')) => {
  const input = inputWith(NOW, { ...pinned('p1'), ...fields });
  const messages = [untimed(inputWith(NOW, before))];
  return { ...input, programme: { ...input.programme, messages } };
};
test('untimed: stays while the page beneath does', () => assert.is(arbitrate(over()).because, 'untimed'));
test('untimed: ends when another page is pinned', () => {
  const decision = arbitrate(over(pinned('p2')));
  assert.is(decision.because, 'pin');
  assert.equal(decision.programme.messages, []);
});
test('untimed: ends when the page beneath is edited', () => {
  const pages = byId([pageWith('p1', { updated_at: '2025-06-18T09:59:00.000Z' })]);
  assert.is(arbitrate(over({ pages })).because, 'pin');
});
test('untimed: an edit of another page does not end it', () => {
  const pages = byId([pageWith('p1'), pageWith('p2', { updated_at: '2025-06-18T09:59:00.000Z' })]);
  assert.is(arbitrate(over({ pages })).because, 'untimed');
});
test('untimed: ends when a rule begins, and when it ends', () => {
  const fields = { programme: programme(), schedules: [{ ...RULE, start_time: '12:30' }] };
  assert.is(arbitrate({ ...over(fields, fields), at: at('10:29:59') }).because, 'untimed');
  assert.is(arbitrate({ ...over(fields, fields), at: at('10:30:00') }).because, 'schedule');
  const inside = { programme: programme(), schedules: [RULE] };
  assert.is(arbitrate({ ...over(inside, inside), at: at('15:59:59') }).because, 'untimed');
  assert.is(arbitrate({ ...over(inside, inside), at: at('16:00:00') }).because, 'none');
});
test('untimed: ends when another rule with the same page begins', () => {
  const other = ruleWith('other', { page_id: 'p2', start_time: '12:30', created_at: '2025-04-01T00:00:00Z' });
  const fields = { programme: programme(), schedules: [RULE, other] };
  assert.is(arbitrate({ ...over(fields, fields), at: at('10:29:59') }).because, 'untimed');
  assert.is(arbitrate({ ...over(fields, fields), at: at('10:30:00') }).because, 'schedule');
});
test('untimed: stays when the collection beneath turns, and ends when that is edited', () => {
  const fields = { ...withTurning, ...pinned('collection:c') };
  const input = over(fields, fields);
  for (const time of ['10:00:59', '10:01:00', '10:07:00'])
    assert.is(arbitrate({ ...input, at: at(time) }).because, 'untimed');
  const collections = new Map(
    [...(input.collections ?? [])].map(([id, one]) => [id, { ...one, updated_at: '2025-06-18T10:00:30.000Z' }]),
  );
  assert.is(arbitrate({ ...input, collections }).because, 'pin');
});
for (const updated_at of [null, '2025-06-18T09:00:00.000Z'])
  test(`untimed: stays when the member of a collection that was beneath is deleted, edited before: ${updated_at}`, () => {
    const pages = byId([pageWith('p1', { updated_at }), pageWith('p2')]);
    const fields = { ...withTurning, ...pinned('collection:c'), pages };
    const input = over(fields, fields);
    assert.is(input.programme.messages[0]?.over?.page_updated_at, updated_at);
    const decision = arbitrate({ ...input, pages: byId([pageWith('p2')]) });
    assert.equal([decision.because, decision.resolved_page_id], ['untimed', 'p2']);
  });
test('untimed: what an older version stored over a member of a collection stays too', () => {
  const input = over({ ...withTurning, ...pinned('collection:c') });
  const older = { ...untimed(input), over: { page_id: 'p1', page_updated_at: null } };
  const programme = { ...input.programme, messages: [older] };
  assert.is(arbitrate({ ...input, programme, at: at('10:01:00') }).because, 'untimed');
  const elsewhere = { ...older, over: { page_id: 'p5', page_updated_at: null } };
  assert.is(arbitrate({ ...input, programme: { ...programme, messages: [elsewhere] } }).because, 'pin');
});
const nowhere = { programme: programme() };
test('untimed: over nothing', () => assert.is(arbitrate(over(nowhere, nowhere)).because, 'untimed'));
test('untimed: ends when there is nothing beneath any more', () => assert.is(arbitrate(over(nowhere)).because, 'none'));
test('untimed: pause and silence do not end it', () => {
  for (const fields of [boardWith({ paused: true }), { settings: silent() }])
    assert.is(arbitrate(over(fields)).programme.messages.length, 1);
});

/** [what, changes, next edge, next change] from 12:00 in Berlin. */
const CHANGES: [name: string, fields: Partial<ArbiterInput>, edge: string | null, change: string | null][] = [
  ['nothing at all', {}, null, null],
  ['the end of the rule', { schedules: [RULE] }, '16:00:00', '16:00:00'],
  [
    'a rule that begins',
    { schedules: [RULE, ruleWith('x', { page_id: 'gone', start_time: '12:20', end_time: '12:40' })] },
    '10:20:00',
    '10:20:00',
  ],
  ['no rules while the schedule is off', { ...boardWith({ schedule_enabled: false }), schedules: [RULE] }, null, null],
  ['rules also while a pin wins', { ...pinned('p1'), schedules: [RULE] }, '16:00:00', '16:00:00'],
  ['the end of silence', { settings: silent(), schedules: [RULE] }, '11:00:00', '11:00:00'],
  [
    'the end of a message',
    { programme: programme({ messages: [timed()] }), schedules: [RULE] },
    '10:30:00',
    '10:30:00',
  ],
  ['a rotation', { ...withTurning, ...pinned('collection:c'), schedules: [RULE] }, '16:00:00', '10:01:00'],
  [
    'rotations go on beneath a message',
    { ...withTurning, programme: programme({ active_page_id: 'collection:c', messages: [timed()] }) },
    '10:30:00',
    '10:01:00',
  ],
  ['also while paused', { ...boardWith({ paused: true }), schedules: [RULE] }, '16:00:00', '16:00:00'],
];
for (const [name, fields, edge, change] of CHANGES) {
  test(`next change: ${name}`, () => {
    const decision = arbitrate(inputWith(NOW, fields));
    assert.is(iso(decision.next_edge), edge);
    assert.is(iso(decision.next_change), change);
  });
}

test('nothing changes before the next change', () => {
  const other = ruleWith('other', { page_id: 'p4', start_time: '13:15', end_time: '13:45' });
  const base = inputWith(NOW, {
    schedules: [RULE, other],
    settings: silent({ start_time: '14:00', end_time: '15:30' }),
    programme: programme({ messages: [timed({ revert_mode: 'blank' })] }),
  });
  const summary = ({ because, show, resolved_page_id, silence }: Decision) =>
    JSON.stringify([because, show, resolved_page_id, silence.active]);
  let decision = arbitrate(base);
  let last = summary(decision);
  for (let instant = base.at; instant < base.at + 24 * 3_600_000; instant += 60_000) {
    const now = arbitrate({ ...base, at: instant });
    if (summary(now) !== last) {
      assert.is(instant, decision.next_change);
      last = summary(now);
    }
    if (instant >= (decision.next_change ?? Infinity)) decision = now;
  }
});

test.run();
