import type { Fault } from '../../src/fault.ts';
import type { Draw } from '../fuzz/draw.ts';
import { settle } from '../support/fake-clock.ts';
import type { Judge } from './judge.ts';
import { closedAt, passTime, untimedNow, type ModelBoard, type ModelHouse } from './model.ts';
import { templateOf } from './pages.ts';
import { CAST, drawRule, modelRule } from './plot.ts';
import type { World } from './world.ts';

/** What an owner, a plugin or a broken board does, to the appliance and to the model alike. */
export class Life {
  readonly #world: World;
  readonly #house: ModelHouse;
  readonly #boards: readonly ModelBoard[];
  readonly #judges: ReadonlyMap<string, Judge>;
  readonly #draw: Draw;
  #rules = 0;
  /** How often each deed was done. */
  readonly deeds = new Map<string, number>();

  constructor(
    world: World,
    house: ModelHouse,
    boards: readonly ModelBoard[],
    judges: ReadonlyMap<string, Judge>,
    draw: Draw,
  ) {
    this.#world = world;
    this.#house = house;
    this.#boards = boards;
    this.#judges = judges;
    this.#draw = draw;
  }

  /** Does one thing of chance and has every board judged. */
  async act(): Promise<void> {
    const board = this.#draw.pick(this.#boards);
    const now = this.#world.clock.now();
    for (const one of this.#boards) passTime(this.#house, one, now);
    const name = this.#draw.pick([
      'timed',
      'timed',
      'timed',
      'untimed',
      'pin',
      'pin',
      'unpin',
      'pause',
      'resume',
      'resume',
      'clear',
      'edit',
      'push',
      'clock',
      'scheduled',
      'standby',
      'rule',
      'breaks',
      'mends',
    ] as const);
    this.deeds.set(name, (this.deeds.get(name) ?? 0) + 1);
    const forced = await this.#deeds[name](board, now);
    await settle(3);
    for (const one of this.#boards) this.#judges.get(one.id)?.deed(now, forced && one === board);
  }

  readonly #deeds = {
    timed: (board: ModelBoard, now: number) => this.#send(board, now, true),
    untimed: (board: ModelBoard, now: number) => this.#send(board, now, false),
    pin: async (board: ModelBoard) => {
      const page = this.#draw.pick(this.#targets(board));
      board.pin = page;
      board.untimed = null;
      return this.#ask(board, () => this.#world.services.boards.pin(board.id, page));
    },
    unpin: async (board: ModelBoard) => {
      board.pin = null;
      board.untimed = null;
      await this.#ask(board, () => this.#world.services.boards.pin(board.id, null));
      return false;
    },
    pause: (board: ModelBoard) => this.#set(board, { paused: true }),
    resume: async (board: ModelBoard) => {
      const paused = this.#draw.chance(0.7) ? (this.#boards.find((one) => one.paused) ?? board) : board;
      return this.#set(paused, { paused: false });
    },
    scheduled: (board: ModelBoard) => this.#set(board, { schedule_enabled: this.#draw.chance(0.7) }),
    standby: (board: ModelBoard) =>
      this.#set(board, { default_page_id: this.#draw.chance(0.7) ? this.#draw.pick(this.#targets(board)) : null }),
    clear: async (board: ModelBoard, now: number) => {
      // With nothing to return to a board is blanked, which no rule of the model knows.
      if (untimedNow(this.#house, board, { code: 0 }, now).over === null) return false;
      board.timed = null;
      board.untimed = null;
      return this.#ask(board, () => this.#world.services.messages.clear(board.id));
    },
    edit: async (board: ModelBoard) => {
      const page = this.#house.pages.get(`${[...board.fitting][0]?.charAt(0)}-${this.#draw.integer(1, 4)}`);
      if (!page) return false;
      page.revision++;
      await this.#world.services.pages.update(page.id, { template: templateOf(page) });
      return false;
    },
    push: async () => {
      if (this.#house.pushed === undefined && !this.#isOn('webhook')) return false;
      const value = this.#draw.integer(1, 99);
      const payload = { shown: `V${value}` };
      if (!this.#isOn('webhook')) return false;
      await this.#world.services.plugins.receive('webhook', { payload, headers: {}, rawBody: JSON.stringify(payload) });
      this.#house.pushed = value;
      return false;
    },
    clock: async () => {
      const key = this.#draw.pick(['date_time', 'webhook']);
      const enabled = this.#draw.chance(0.75);
      const changes = enabled !== this.#isOn(key);
      await this.#world.services.plugins.installation.update(key, { enabled });
      if (key === 'date_time') this.#house.clockOn = enabled;
      else if (changes) this.#house.pushed = undefined;
      return false;
    },
    rule: async (board: ModelBoard, now: number) => {
      const form = [...board.fitting][0]?.charAt(0) ?? '';
      const rule = drawRule(
        this.#draw,
        '',
        board.id,
        this.#targets(board),
        new Date(now).toISOString().slice(0, 4),
        new Date(now + ++this.#rules).toISOString(),
      );
      const { id: _id, created_at: _created, updated_at: _updated, ...body } = rule;
      if (form === '') return false;
      const made = await this.#world.services.schedules.create(body);
      board.rules = [
        ...board.rules,
        { ...modelRule(made, this.#house.calendar), id: made.id } as (typeof board.rules)[number],
      ];
      if (board.rules.length > 16) await this.#dropRule(board);
      return false;
    },
    breaks: async () => this.#turn('b5', 'fails', 'b7', 'slow'),
    mends: async () => this.#turn('b5', 'works', 'b7', 'works'),
  };

  #targets(board: ModelBoard): string[] {
    const form = CAST.find(({ id }) => id === board.id)?.form ?? '';
    return [...board.fitting, ...this.#house.collections.keys()].filter(
      (one) => one.startsWith(`${form}-`) && !one.endsWith('-q'),
    );
  }

  #isOn(key: string): boolean {
    return this.#world.services.enabledPlugins().includes(key);
  }

  /**
   * A board that is slow is not waited for: the time would stand still. A refusal of a board in trouble is no surprise.
   */
  async #ask(board: ModelBoard, work: () => Promise<unknown>): Promise<boolean> {
    const done = work().catch((error: Fault) => {
      if (board.id !== 'b5' && board.id !== 'b6' && board.id !== 'b7') throw error;
    });
    if (board.id !== 'b7') await done;
    return true;
  }

  async #send(board: ModelBoard, now: number, timed: boolean): Promise<boolean> {
    if (CAST.find(({ id }) => id === board.id)?.strictness !== 'exact') return false;
    const code = this.#draw.integer(1, 26);
    const minutes = this.#draw.integer(1, 200);
    const revert = this.#draw.pick(['schedule', 'blank', 'page'] as const);
    const page = `${[...board.fitting][0]?.charAt(0)}-${this.#draw.integer(1, 4)}`;
    const byPage = this.#draw.chance(0.4)
      ? this.#draw.pick(this.#targets(board).filter((one) => this.#house.pages.has(one)))
      : null;
    const content = byPage === null ? { code } : { page_id: byPage };
    const closed = closedAt(board, now);
    const term = timed
      ? { duration_minutes: minutes, revert_mode: revert, ...(revert === 'page' ? { revert_page_id: page } : {}) }
      : {};
    const shown = byPage === null ? { fill: code } : { page_id: byPage };
    const refused = await this.#world.services.messages.send(board.id, { ...shown, ...term, force: false }).then(
      () => false,
      (error: Fault) => error.status === 409,
    );
    if (refused !== closed)
      throw new Error(
        `${board.id}: a message was ${refused ? 'refused' : 'taken'} at ${new Date(now).toISOString()}, the model says otherwise`,
      );
    if (closed) return false;
    board.timed = timed ? { content, expires: now + minutes * 60_000, revert, revertPage: page } : null;
    board.untimed = timed ? null : untimedNow(this.#house, board, content, now);
    return false;
  }

  async #set(
    board: ModelBoard,
    change: { paused?: boolean; schedule_enabled?: boolean; default_page_id?: string | null },
  ): Promise<boolean> {
    await this.#world.services.boards.update(board.id, change);
    board.paused = change.paused ?? board.paused;
    board.scheduled = change.schedule_enabled ?? board.scheduled;
    if (change.default_page_id !== undefined) board.defaultPage = change.default_page_id;
    return false;
  }

  async #dropRule(board: ModelBoard): Promise<void> {
    const [rule] = board.rules as ((typeof board.rules)[number] & { id?: string })[];
    const own = (board.rules as readonly { id?: string }[]).find(({ id }) => id !== undefined)?.id;
    if (own === undefined || !rule) return;
    await this.#world.services.schedules.remove(own);
    board.rules = board.rules.filter((one) => (one as { id?: string }).id !== own);
  }

  async #turn(
    first: string,
    firstWay: 'works' | 'fails',
    second: string,
    secondWay: 'works' | 'slow',
  ): Promise<boolean> {
    const [id, way] = this.#draw.chance(0.5) ? ([first, firstWay] as const) : ([second, secondWay] as const);
    const board = this.#world.boards.get(id);
    if (board) board.way = way;
    this.#judges.get(id)?.troubled(this.#world.clock.now());
    return false;
  }
}
