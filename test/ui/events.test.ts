import { setMedia } from '../support/fake-media.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followEvents } from '../../ui/events.ts';
import { api } from '../../ui/api.ts';
import { bootAnswer, requestBoot } from '../../ui/boot-answer.ts';
import { onChange } from '../../ui/kit/changes.ts';
import { serviceState, type ServiceState } from '../../ui/service-state.ts';
import { fakeService, type AskedOf, type ServiceAnswer } from '../support/fake-service.ts';
import { putGlobals } from '../support/globals.ts';
import { SmallTimers, createWindow } from './views/small-dom.ts';

const test = suite('events of the service');

setMedia('(max-width: 859px)', false);
const EMPTY: ServiceState = serviceState.get();
const DISPLAY = { reduce_motion: false, board_animations: 'on', site_animations: 'on', board_flap_speed: 'quick' };
const BOARD = { id: 'a', name: 'Hall', is_primary: true, characters: [[1]], expected_characters: [[1]] };
const LOADED = ['/v1/boards', '/v1/pages'];

/** The stream of the service. */
class FakeSource {
  static all: FakeSource[] = [];
  readonly #listen = new Map<string, (event: object) => void>();
  constructor() {
    FakeSource.all.push(this);
  }
  addEventListener(type: string, listen: (event: object) => void): void {
    this.#listen.set(type, listen);
  }
  close(): void {
    return;
  }
  tell(kind: string, told: object = {}, revision = 1): void {
    this.#listen.get(kind)?.({ data: JSON.stringify(told), lastEventId: String(revision) });
  }
}

interface Rig {
  /** What was asked of all that is loaded since this was called last. */
  asked(): string[];
  /** Parts of the library that changed, as told since this was called last. */
  changed(): string[];
  readonly answers: Record<string, ServiceAnswer | Promise<ServiceAnswer>>;
  /** With which the last request is given up. */
  signal(): AbortSignal | undefined;
  stream(): FakeSource;
  streams(): number;
  pass(ms: number): Promise<void>;
  happen(type: string, more?: object): void;
}

const immediately = setImmediate;
const turns = async (): Promise<void> => {
  for (let at = 0; at < 6; at++) await new Promise<void>((resolve) => void immediately(resolve));
};

/** A page that follows events; the answer that it began with was given after `revision` of them. */
const run = async (revision: number | null, use: (rig: Rig) => Promise<void>): Promise<void> => {
  const timers = new SmallTimers();
  const { page, globals } = createWindow(0, timers);
  const heard = new Map<string, (event: object) => void>();
  const put = {
    ...globals,
    BroadcastChannel: undefined,
    EventSource: FakeSource,
    addEventListener: (type: string, listen: (event: object) => void) => heard.set(type, listen),
    flapboxBoot: Promise.resolve(revision === null ? null : { revision, answers: { '/at/first': 'known' } }),
  };
  const restore = putGlobals(put);
  page.visibilityState = 'visible';
  FakeSource.all = [];
  serviceState.set(EMPTY);
  const answers: Record<string, ServiceAnswer | Promise<ServiceAnswer>> = {
    '/v1/boards': { boards: [{ id: 'a' }] },
    '/v1/boards/a': BOARD,
    '/settings/board': { boards: [] },
    '/boards/conditions': { conditions: [] },
    '/settings/display': DISPLAY,
    '/config/general': { timezone: 'UTC' },
    '/settings/output': { target: 'ui' },
    '/v1/pages': { pages: [] },
    '/v1/collections': { collections: [] },
  };
  const service = fakeService(({ path }: AskedOf) => answers[path] ?? {});
  const { fetch: ask } = globalThis;
  let signal: AbortSignal | null | undefined = null;
  globalThis.fetch = (address, init) => {
    signal = init?.signal;
    return ask(address, init);
  };
  const changes: string[] = [];
  const ends = ['pages', 'boards', 'plugins'].map((part) => onChange([part as 'pages'], () => void changes.push(part)));
  let told = 0;
  const pass = async (ms: number): Promise<void> => {
    const end = timers.now + ms;
    do await turns();
    while (timers.step(end));
    timers.now = end;
  };
  try {
    await requestBoot();
    followEvents();
    await turns();
    await use({
      asked: () => {
        const since = service.asked.slice(told).map(({ path }) => path);
        told = service.asked.length;
        return since.filter((path) => LOADED.includes(path));
      },
      changed: () => changes.splice(0),
      answers,
      signal: () => signal ?? undefined,
      stream: () => FakeSource.all.at(-1) as FakeSource,
      streams: () => FakeSource.all.length,
      pass,
      happen: (type, more = {}) => heard.get(type)?.({ type, ...more }),
    });
    heard.get('pagehide')?.({});
  } finally {
    for (const end of ends) end();
    service.end();
    serviceState.set(EMPTY);
    restore();
  }
};

test('what came since the page began is caught up with, and nothing else', async () => {
  await run(7, async ({ stream, asked, changed, pass }) => {
    stream().tell('condition', { board_id: 'a' }, 7);
    await pass(1000);
    assert.equal([asked(), changed(), serviceState.get().live], [[], [], true]);
  });
  for (const known of [6, null])
    await run(known, async ({ stream, asked, changed, pass }) => {
      stream().tell('condition', { board_id: 'a' }, 7);
      await pass(1000);
      assert.equal([asked(), changed()], [LOADED, ['pages', 'boards', 'plugins']]);
    });
});

test('frames are shown at once; boards and conditions that are told one after the other together', () =>
  run(1, async ({ stream, pass }) => {
    stream().tell('frame', { board_id: 'a', characters: [[9]] }, 1);
    assert.equal(serviceState.get().pictures['a'], [[9]]);
    serviceState.set({ boards: [BOARD] as never });
    stream().tell('board', { ...BOARD, name: 'Old' }, 2);
    stream().tell('board', { ...BOARD, name: 'New' }, 3);
    stream().tell('condition', { board_id: 'a', waiting: 1 }, 4);
    stream().tell('condition', { board_id: 'a', waiting: 2 }, 5);
    assert.equal([serviceState.get().boards?.[0]?.name, serviceState.get().conditions['a']], ['Hall', undefined]);
    await pass(30);
    assert.equal([serviceState.get().boards?.[0]?.name, serviceState.get().conditions['a']?.waiting], ['New', 2]);
    stream().tell('board', { ...BOARD, name: 'Newest' }, 6);
    await pass(30);
    assert.is(serviceState.get().boards?.[0]?.name, 'Newest');
  }));

for (const [changed, loaded] of [
  [['boards'], ['/v1/boards']],
  [['settings'], ['/v1/boards']],
  [['pages'], ['/v1/pages']],
  [['collections'], ['/v1/pages']],
  [['plugins'], []],
  [undefined, []],
] as const)
  test(`a burst of changes of ${changed?.join() ?? 'nothing'} is told at once, and loaded once it is over`, () =>
    run(1, async (rig) => {
      rig.stream().tell('condition', { board_id: 'a' }, 1);
      await rig.pass(100);
      rig.asked();
      for (let at = 2; at < 5; at++) {
        rig.stream().tell('library', changed ? { changed } : {}, at);
        await rig.pass(150);
      }
      const told = rig.changed();
      assert.equal(told.length, changed && ['pages', 'boards', 'plugins'].includes(changed[0]) ? 3 : 0);
      assert.equal(rig.asked(), []);
      await rig.pass(100);
      assert.equal(rig.asked(), loaded);
    }));

test('a stream that breaks off is told, and wanted again while somebody is let in; then all is asked anew', () =>
  run(1, async ({ stream, streams, asked, changed, pass }) => {
    stream().tell('condition', { board_id: 'a' }, 1);
    await pass(10);
    asked();
    stream().tell('error');
    assert.is(serviceState.get().live, false);
    await pass(400);
    assert.equal(asked(), [], 'whoever changed the password has the new cookie a moment later');
    await pass(100);
    assert.equal(asked(), LOADED);
    await pass(3000);
    assert.is(streams(), 2);
    stream().tell('condition', { board_id: 'a' }, 1);
    await pass(1000);
    assert.equal([asked(), changed(), serviceState.get().live], [LOADED, ['pages', 'boards', 'plugins'], true]);
  }));

for (const [what, ms, isAbandoned] of [
  ['breaks off may be answered yet', 0, false],
  ['falls silent is given up', 61_000, true],
] as const)
  test(`what is asked while a stream ${what}`, () =>
    run(1, async ({ stream, answers, pass, signal }) => {
      stream().tell('condition', { board_id: 'a' }, 1);
      await pass(10);
      let answer: (given: ServiceAnswer) => void = () => undefined;
      answers['/v1/pages'] = new Promise((resolve) => {
        answer = resolve;
      });
      const asked = api.pages();
      await pass(10);
      const given = signal();
      assert.is(given?.aborted, false);
      if (ms === 0) stream().tell('error');
      await pass(ms);
      assert.is(given?.aborted, isAbandoned);
      answer({ pages: [] });
      await asked;
    }));

test('what the page began with counts until something changed', () =>
  run(1, async ({ stream, pass }) => {
    stream().tell('condition', { board_id: 'a' }, 1);
    await pass(10);
    assert.is(await bootAnswer('/at/first'), 'known');
    stream().tell('library', { changed: ['plugins'] }, 2);
    assert.is(await bootAnswer('/at/first'), undefined);
  }));

test('nobody who is not let in any more asks for a stream', () =>
  run(1, async ({ stream, streams, answers, pass }) => {
    stream().tell('condition', { board_id: 'a' }, 1);
    answers['/v1/boards'] = { status: 401, detail: 'Sign in.' };
    stream().tell('error');
    await pass(60_000);
    assert.equal([streams(), serviceState.get().locked], [1, true]);
  }));

test('a page that is put aside follows nothing, and catches up when it is back', () =>
  run(1, async ({ stream, streams, asked, changed, pass, happen }) => {
    stream().tell('condition', { board_id: 'a' }, 1);
    await pass(10);
    happen('pageshow', { persisted: false });
    await pass(1000);
    assert.is(streams(), 1);
    happen('pagehide');
    await pass(120_000);
    assert.is(streams(), 1);
    asked();
    happen('pageshow', { persisted: true });
    await pass(10);
    assert.is(streams(), 2);
    stream().tell('condition', { board_id: 'a' }, 1);
    await pass(1000);
    assert.equal([asked(), changed()], [LOADED, ['pages', 'boards', 'plugins']]);
  }));

test('a browser that is offline, and a request that gets nowhere, lose the connection; the network that is back brings it', async () => {
  await run(7, async ({ stream, streams, pass, happen, answers }) => {
    const begin = async () => {
      stream().tell('condition', { board_id: 'a' }, 7);
      await pass(100);
      assert.is(serviceState.get().live, true);
    };
    await begin();
    happen('offline');
    assert.is(serviceState.get().live, false);
    await pass(600);
    const before = streams();
    happen('online');
    assert.is(streams(), before + 1);
    await begin();
    await pass(6000);
    answers['/v1/boards/lost'] = Promise.reject(new TypeError('failed to fetch'));
    await api.board('lost').catch(() => undefined);
    assert.is(serviceState.get().live, false);
  });
});

test.run();
