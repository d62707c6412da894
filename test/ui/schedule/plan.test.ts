import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dayNumberOf, dayOf } from '../../../src/core/time/day.ts';
import type { Schedule, ScheduleAnswer } from '../../../src/schema/content/schedules.ts';
import { usePlan, type Plan } from '../../../ui/schedule/plan.ts';
import { fakeService, type AskedOf, type FakeService, type ServiceAnswer } from '../../support/fake-service.ts';
import { runHook, type RunningHook } from '../../support/hook.ts';
import { sampleRule, ZONE } from './samples.ts';

const test = suite('plan of a week');

const TIMES = { resolved_start_time: '06:30', resolved_end_time: '09:00' };
const stored = (id: string, change: Partial<Schedule> = {}): ScheduleAnswer => ({
  ...sampleRule({ id, board_id: 'board', ...change }),
  ...TIMES,
});
const bodyOf = ({ id: _id, created_at: _created, updated_at: _updated, ...body }: Schedule): object => body;
const DAY = dayOf(dayNumberOf(2026, 3, 4), ZONE);

interface Rig {
  readonly run: RunningHook<Plan>;
  readonly plan: () => Plan;
  readonly asked: readonly AskedOf[];
  /** What was asked since the last time, as words. */
  readonly news: () => string[];
  readonly reloads: () => number;
  /** Rules that are stored now. */
  readonly store: (rules: readonly ScheduleAnswer[]) => Promise<void>;
  /** The waits that run, in ms, and their end. */
  readonly waits: () => number[];
  readonly elapse: () => Promise<void>;
  readonly refuse: (sentence: string | null) => void;
  readonly warn: (warnings: readonly string[]) => void;
}

let boards = 0;

const check = (
  name: string,
  rules: readonly ScheduleAnswer[],
  run: (rig: Rig) => Promise<void>,
  board = `board ${++boards}`,
) =>
  test(name, async () => {
    const { clearTimeout } = globalThis;
    const timers = new Map<number, { readonly work: () => void; readonly ms: number }>();
    let [last, reloads, told] = [0, 0, 0];
    let refusal: string | null = null;
    let warnings: readonly string[] = [];
    let present = rules;
    Object.assign(globalThis, {
      window: { setTimeout: (work: () => void, ms: number) => (timers.set(++last, { work, ms }), last) },
      clearTimeout: (timer: unknown) => timers.delete(Number(timer)),
    });
    const answer = ({ method, path, body }: AskedOf): ServiceAnswer => {
      if (refusal !== null) return { status: 400, detail: refusal };
      const id = method === 'POST' ? 'made' : path.slice('/schedules/'.length);
      const before = present.find((one) => one.id === id) ?? stored(id);
      return { ...before, ...(body as object | undefined), id, warnings };
    };
    const service: FakeService = fakeService(answer);
    const hook = await runHook(() =>
      usePlan(
        board,
        present,
        () => void reloads++,
        ({ id, start_time, recurrence_type }) => `${id} ${start_time} ${recurrence_type}`,
      ),
    );
    try {
      await run({
        run: hook,
        plan: () => hook.now,
        asked: service.asked,
        news: () => {
          const news = service.asked.slice(told).map(({ method, path }) => `${method} ${path}`);
          told = service.asked.length;
          return news;
        },
        reloads: () => reloads,
        store: async (next) => {
          present = next;
          await hook.again();
        },
        waits: () => [...timers.values()].map(({ ms }) => ms),
        elapse: () =>
          hook.act(async () => {
            for (const [timer, { work }] of timers) {
              timers.delete(timer);
              work();
            }
            await answered();
          }),
        refuse: (sentence) => void (refusal = sentence),
        warn: (said) => void (warnings = said),
      });
      await hook.leave();
    } finally {
      service.end();
      Object.assign(globalThis, { clearTimeout });
      Reflect.deleteProperty(globalThis, 'window');
    }
  });

/** Until the service has answered what was asked, and what was made of it is known. */
const answered = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const lastOf = (rig: Rig) => {
  const { lastChange } = rig.plan();
  return lastChange && { text: lastChange.text, notes: lastChange.notes, failed: lastChange.failed };
};

check('what is laid over a rule is seen at once, and not stored', [stored('a'), stored('b')], async (rig) => {
  const [a] = rig.plan().rules;
  await rig.run.act(() => rig.plan().lay(a as Schedule, { start_time: '07:00' }));
  assert.equal(
    rig.plan().rules.map(({ start_time }) => start_time),
    ['07:00', '06:30'],
  );
  assert.equal([rig.news(), rig.waits()], [[], []]);
  await rig.run.act(() => rig.plan().lay(a as Schedule, null));
  assert.is(rig.plan().rules[0]?.start_time, '06:30');
});

check('what is kept is stored when its time is over, all changes at once', [stored('a')], async (rig) => {
  const keep = (change: object, wait?: number) => rig.run.act(() => rig.plan().keep(stored('a'), change, wait));
  await keep({ start_time: '07:00' }, 400);
  await keep({ end_time: '10:00' }, 600);
  assert.equal([rig.waits(), rig.news()], [[600], []]);
  assert.equal([rig.plan().rules[0]?.start_time, rig.plan().rules[0]?.end_time], ['07:00', '10:00']);
  await rig.elapse();
  assert.equal(rig.news(), ['PUT /schedules/a']);
  assert.equal(rig.asked[0]?.body, { start_time: '07:00', end_time: '10:00' });
  assert.equal(lastOf(rig), { text: 'a 07:00 weekly.', notes: null, failed: false });
  assert.is(rig.reloads(), 1);
  assert.is(rig.plan().rules[0]?.start_time, '07:00', 'it is seen until what is stored arrives');
  await rig.store([stored('a', { start_time: '07:01' })]);
  assert.is(rig.plan().rules[0]?.start_time, '07:01');
});

check('without a wait it is stored as soon as can be', [stored('a')], async (rig) => {
  await rig.run.act(() => rig.plan().keep(stored('a'), { start_time: '07:00' }));
  assert.equal(rig.waits(), [0]);
});

check('what is still on its way stays over what arrives', [stored('a'), stored('b')], async (rig) => {
  await rig.run.act(() => rig.plan().keep(stored('a'), { start_time: '07:00' }, 400));
  await rig.run.act(() => rig.plan().lay(stored('b'), { start_time: '08:00' }));
  await rig.store([stored('a'), stored('b')]);
  assert.equal(
    rig.plan().rules.map(({ start_time }) => start_time),
    ['07:00', '06:30'],
  );
});

check('a change is taken back with what stood there before', [stored('a', { end_time: null })], async (rig) => {
  await rig.run.act(() => rig.plan().lay(stored('a'), { start_time: '08:00' }));
  // The rule as it is drawn has the change already.
  await rig.run.act(() => rig.plan().keep(rig.plan().rules[0] as Schedule, { start_time: '08:00', end_time: '10:00' }));
  await rig.elapse();
  rig.news();
  await rig.run.act(async () => {
    rig.plan().undo();
    await answered();
  });
  assert.equal(rig.news(), ['PUT /schedules/a']);
  assert.equal(rig.asked.at(-1)?.body, { start_time: '06:30', end_time: null });
  assert.equal(lastOf(rig), { text: 'Undone.', notes: null, failed: false });
  assert.is(rig.plan().lastChange?.undo, null);
  await rig.run.act(() => rig.plan().undo());
  assert.equal(rig.news(), [], 'it is taken back once');
});

check('a refused change is told, and seen no more', [stored('a')], async (rig) => {
  rig.refuse('The rule overlaps another one.');
  await rig.run.act(() => rig.plan().keep(stored('a'), { start_time: '07:00' }));
  await rig.elapse();
  assert.equal(lastOf(rig), { text: 'The rule overlaps another one.', notes: null, failed: true });
  assert.is(rig.plan().lastChange?.undo, null);
  assert.equal([rig.plan().rules[0]?.start_time, rig.reloads()], ['06:30', 0]);
  await rig.run.act(() => rig.plan().dismiss());
  assert.is(rig.plan().lastChange, null);
});

check('a form hears that its change is refused', [stored('a')], async (rig) => {
  rig.refuse('No.');
  let problem = '';
  await rig.run.act(() =>
    rig
      .plan()
      .save(stored('a'), { start_time: '07:00' })
      .catch((error: Error) => (problem = error.message)),
  );
  assert.equal([problem, rig.plan().lastChange], ['No.', null]);
});

check('what is known about a change is told with it, and whose it is', [stored('a')], async (rig) => {
  rig.warn(['One.', 'Two.']);
  await rig.run.act(() => rig.plan().save(stored('a'), { start_time: '07:00' }));
  assert.equal(lastOf(rig)?.notes, { rule: 'a', count: 2 });
  await rig.run.act(() => rig.plan().create(bodyOf(sampleRule())));
  assert.equal(lastOf(rig), { text: 'New: made 06:30 weekly.', notes: { rule: 'made', count: 2 }, failed: false });
});

check('a new rule is taken back by deleting it', [], async (rig) => {
  await rig.run.act(() => rig.plan().create(bodyOf(sampleRule())));
  assert.is(rig.reloads(), 1);
  await rig.run.act(async () => {
    rig.plan().undo();
    await answered();
  });
  assert.equal(rig.news(), ['POST /schedules', 'DELETE /schedules/made']);
  assert.is(rig.reloads(), 2);
});

check('a deleted rule is taken back as it was', [stored('a')], async (rig) => {
  await rig.run.act(() => rig.plan().remove(stored('a')));
  assert.equal(lastOf(rig), { text: 'Deleted: a 06:30 weekly.', notes: null, failed: false });
  rig.refuse('The page is gone.');
  await rig.run.act(async () => {
    rig.plan().undo();
    await answered();
  });
  assert.equal(rig.news(), ['DELETE /schedules/a', 'POST /schedules']);
  assert.equal(rig.asked.at(-1)?.body, bodyOf(sampleRule({ id: 'a', board_id: 'board' })));
  assert.equal(lastOf(rig), { text: 'The page is gone.', notes: null, failed: true });
});

const ONE_DAY = { recurrence_type: 'one_off_date', one_off_date: '2026-03-04' } as const;
for (const [name, change, has] of [
  ['a rule of every day', { day_pattern: 'all' }, true],
  ['a rule of weekdays', { day_pattern: 'weekdays' }, true],
  ['a rule of two days', { day_pattern: 'custom', custom_days: ['monday', 'wednesday'] }, true],
  ['a rule of one day', { day_pattern: 'custom', custom_days: ['wednesday'] }, false],
  ['a rule of one date', ONE_DAY, false],
] as const)
  check(
    `${name} that was dragged on a day ${has ? 'can be changed on that day only' : 'has no other days'}`,
    [stored('a', change as Partial<Schedule>)],
    async (rig) => {
      await rig.run.act(() =>
        rig.plan().keepOn(stored('a', change as Partial<Schedule>), { start_time: '07:00' }, DAY),
      );
      assert.equal(rig.waits(), [0]);
      await rig.elapse();
      assert.is(typeof rig.plan().lastChange?.onlyThisDay === 'function', has);
    },
  );

check('a change for one day is taken back on all others', [stored('a')], async (rig) => {
  await rig.run.act(() => rig.plan().keepOn(stored('a'), { start_time: '07:00' }, DAY));
  await rig.elapse();
  rig.news();
  await rig.run.act(async () => {
    rig.plan().onlyThisDay();
    await answered();
  });
  assert.equal(rig.news(), ['PUT /schedules/a', 'POST /schedules']);
  assert.equal(rig.asked.at(-2)?.body, { start_time: '06:30' });
  assert.equal(rig.asked.at(-1)?.body, {
    ...bodyOf(sampleRule({ id: 'a', board_id: 'board', start_time: '07:00' })),
    recurrence_type: 'one_off_date',
    one_off_date: '2026-03-04',
    one_off_end_date: null,
    day_pattern: 'all',
    custom_days: null,
  });
  assert.equal(lastOf(rig), { text: 'New: made 07:00 one_off_date.', notes: null, failed: false });
  assert.is(rig.plan().lastChange?.onlyThisDay, null);
});

check('a change that was saved in a form is for all days', [stored('a')], async (rig) => {
  await rig.run.act(() => rig.plan().save(stored('a'), { start_time: '07:00' }));
  assert.is(rig.plan().lastChange?.onlyThisDay, null);
  rig.news();
  await rig.run.act(() => rig.plan().onlyThisDay());
  assert.equal(rig.news(), []);
});

check('what waits is stored when the view is left', [stored('a')], async (rig) => {
  await rig.run.act(() => rig.plan().keep(stored('a'), { start_time: '07:00' }, 5000));
  await rig.run.leave();
  await answered();
  assert.equal([rig.news(), rig.waits()], [['PUT /schedules/a'], []]);
});

check(
  'who comes back to a week can still undo what was done there',
  [stored('a')],
  async (rig) => {
    await rig.run.act(() => rig.plan().remove(stored('a')));
  },
  'hall',
);
check(
  'and not what was done on another board',
  [stored('a')],
  async (rig) => {
    assert.is(rig.plan().lastChange, null);
  },
  'kitchen',
);
check(
  'nor what was looked at and closed',
  [stored('a')],
  async (rig) => {
    assert.equal(lastOf(rig), { text: 'Deleted: a 06:30 weekly.', notes: null, failed: false });
    await rig.run.act(() => rig.plan().dismiss());
  },
  'hall',
);
check(
  'once and for all',
  [stored('a')],
  async (rig) => {
    assert.is(rig.plan().lastChange, null);
  },
  'hall',
);

test.run();
