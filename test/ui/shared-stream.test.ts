import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SharedStream, type StreamListener } from '../../ui/shared-stream.ts';
import { createFakeClock, settle, type FakeClock } from '../support/fake-clock.ts';

const test = suite<{ browser: Browser }>('one stream of events for all pages of a browser');

/** A page that speaks to the others of its browser. */
class FakeChannel {
  static all = new Set<FakeChannel>();
  #listen: (message: { data: unknown }) => void = () => undefined;

  constructor(readonly name: string) {
    FakeChannel.all.add(this);
  }

  addEventListener(_type: string, listen: (message: { data: unknown }) => void): void {
    this.#listen = listen;
  }

  /** It is heard a moment later, by those who are still there. */
  postMessage(data: unknown): void {
    const others = [...FakeChannel.all].filter((one) => one !== this && one.name === this.name);
    queueMicrotask(() => {
      for (const other of others) if (FakeChannel.all.has(other)) other.#listen({ data: structuredClone(data) });
    });
  }

  close(): void {
    FakeChannel.all.delete(this);
  }
}

/** A stream of the service, as far as it is open. */
class FakeSource {
  static all: FakeSource[] = [];
  readonly #listen = new Map<string, (event: object) => void>();
  isOpen = true;

  constructor(readonly address: string) {
    FakeSource.all.push(this);
  }

  addEventListener(type: string, listen: (event: object) => void): void {
    this.#listen.set(type, listen);
  }

  close(): void {
    this.isOpen = false;
  }

  tell(kind: string, data: string, revision: number): void {
    this.#listen.get(kind)?.({ data, lastEventId: String(revision) });
  }

  fail(): void {
    this.#listen.get('error')?.({});
  }
}

/** What a page of the browser hears. */
interface Page {
  readonly stream: SharedStream;
  readonly heard: string[];
  /** Its channel, which is gone when the page is put aside or fell over. */
  readonly channel: FakeChannel | undefined;
}

interface Browser {
  readonly clock: FakeClock;
  /** Opens a page; of two that hold the stream the one of the larger `id` gives way. */
  open(id: number, isWanted?: boolean): Page;
  /** The streams that are open. */
  streams(): FakeSource[];
  end(): void;
}

const NAMES = ['window', 'BroadcastChannel', 'EventSource', 'clearTimeout', 'clearInterval'] as const;

/** A browser whose time only the test moves; what is left to chance is `chance`. */
const createBrowser = (chance = 0.5): Browser => {
  const clock = createFakeClock('2026-01-01T00:00:00Z');
  const own = Object.fromEntries(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  const { random } = Math;
  const timers = new Map<number, () => void>();
  let last = 0;
  const start = (arm: (id: number) => () => void): number => {
    timers.set(++last, arm(last));
    return last;
  };
  const every = (ms: number, run: () => void, id: number): (() => void) =>
    clock.after(ms, () => {
      timers.set(id, every(ms, run, id));
      run();
    });
  const clear = (id: number): void => {
    timers.get(id)?.();
    timers.delete(id);
  };
  FakeChannel.all = new Set();
  FakeSource.all = [];
  Object.assign(globalThis, {
    window: {
      setTimeout: (run: () => void, ms: number) => start(() => clock.after(ms, run)),
      setInterval: (run: () => void, ms: number) => start((id) => every(ms, run, id)),
    },
    BroadcastChannel: FakeChannel,
    EventSource: FakeSource,
    clearTimeout: clear,
    clearInterval: clear,
  });
  return {
    clock,
    open: (id, isWanted = true) => {
      const heard: string[] = [];
      const listener: StreamListener = {
        open: (revision) => heard.push(`open ${revision}`),
        tell: ({ kind, data, revision }) => heard.push(`${kind} ${data} ${revision}`),
        lose: (silent) => {
          heard.push(silent ? 'silent' : 'lost');
          return Promise.resolve(isWanted);
        },
      };
      Math.random = () => id;
      const stream = new SharedStream(listener);
      Math.random = () => chance;
      stream.join();
      return { stream, heard, channel: [...FakeChannel.all].at(-1) };
    },
    streams: () => FakeSource.all.filter(({ isOpen }) => isOpen),
    end: () => {
      Math.random = random;
      for (const name of NAMES) {
        const former = own[name];
        if (former) Object.defineProperty(globalThis, name, former);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
};

test.before.each((context) => {
  context.browser = createBrowser();
});
test.after.each(({ browser }) => browser.end());

/** A page that holds the stream, which has got as far as 7. */
const holding = async ({ browser }: { browser: Browser }, id = 0.5): Promise<Page> => {
  const page = browser.open(id);
  await browser.clock.advance(600);
  browser.streams()[0]?.tell('frame', 'a', 7);
  page.heard.length = 0;
  return page;
};

test('pages that cannot speak to each other have a stream each', ({ browser }) => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  browser.open(0.1);
  browser.open(0.2);
  assert.equal(
    browser.streams().map(({ address }) => address),
    ['/api/events', '/api/events'],
  );
});

for (const [chance, ms] of [
  [0, 400],
  [0.5, 600],
] as const)
  test(`a page alone waits ${ms} ms for another one to answer`, async ({ browser }) => {
    browser.end();
    const own = createBrowser(chance);
    try {
      own.open(0.5);
      await own.clock.advance(ms - 1);
      assert.is(own.streams().length, 0);
      await own.clock.advance(1);
      assert.is(own.streams().length, 1);
    } finally {
      own.end();
    }
  });

test('the first event tells how far the stream has got, and each is heard once', async ({ browser }) => {
  const page = browser.open(0.5);
  await browser.clock.advance(600);
  const [source] = browser.streams();
  for (const [at, kind] of ['frame', 'board', 'condition', 'library'].entries()) source?.tell(kind, 'x', 7 + at);
  source?.tell('unknown', 'x', 12);
  assert.equal(page.heard, ['open 7', 'frame x 7', 'board x 8', 'condition x 9', 'library x 10']);
});

test('a second page hears by way of the first, from where that is', async (context) => {
  const { browser } = context;
  const first = await holding(context);
  const second = browser.open(0.4);
  await settle();
  assert.equal(second.heard, ['open 7']);
  browser.streams()[0]?.tell('board', 'b', 8);
  await settle();
  assert.equal(second.heard, ['open 7', 'board b 8']);
  assert.equal(first.heard, ['board b 8']);
  for (let beat = 0; beat < 5; beat++) {
    await browser.clock.advance(25_000);
    browser.streams()[0]?.tell('alive', '{}', 8);
  }
  assert.is(browser.streams().length, 1);
  assert.is(FakeSource.all.length, 1, 'and nobody has asked for another one meanwhile');
});

test('a stream that falls silent is given up by all pages, and opened anew', async (context) => {
  const { browser } = context;
  const first = await holding(context);
  const second = browser.open(0.4);
  await browser.clock.advance(50_000);
  browser.streams()[0]?.tell('alive', '{}', 7);
  const lost = () => [first, second].map(({ heard }) => heard.filter((one) => one === 'silent').length);
  await browser.clock.advance(54_000);
  assert.equal(lost(), [0, 0]);
  await browser.clock.advance(6000);
  assert.equal(lost(), [1, 1]);
  await browser.clock.advance(1000);
  assert.equal([browser.streams().length, FakeSource.all.length], [1, 2]);
});

const DOUBTS: readonly (readonly [what: string, isSure: boolean, quietMs: number, breaks: boolean])[] = [
  ['a request that fails soon after the stream was heard', false, 4999, false],
  ['a request that fails when nothing was heard for a while', false, 5001, true],
  ['a browser that goes offline', true, 0, true],
];
for (const [what, isSure, quietMs, breaks] of DOUBTS)
  for (const isHolder of [true, false])
    test(`${what} ${breaks ? 'ends' : 'does not end'} the stream of ${isHolder ? 'its own' : 'another'} page`, async (context) => {
      const { browser } = context;
      const first = await holding(context);
      const second = browser.open(0.4);
      await settle();
      browser.streams()[0]?.tell('alive', '{}', 7);
      await browser.clock.advance(5000 - (browser.clock.now() % 5000));
      browser.streams()[0]?.tell('alive', '{}', 7);
      await browser.clock.advance(quietMs);
      (isHolder ? first : second).stream.doubt(isSure);
      await settle();
      const lost = [first, second].map(({ heard }) => heard.filter((one) => one === 'lost').length);
      assert.equal(lost, breaks ? [1, 1] : [0, 0]);
      first.stream.doubt(true);
      await settle();
      assert.is(first.heard.filter((one) => one === 'lost').length, 1, 'what is lost is not lost again');
    });

test('a stream that waits to be opened is opened at once when the network is back', async (context) => {
  const { browser } = context;
  const { stream } = await holding(context);
  stream.hurry();
  assert.is(FakeSource.all.length, 1, 'one that is open stays');
  stream.doubt(true);
  await settle();
  stream.hurry();
  assert.is(FakeSource.all.length, 2);
  browser.streams()[0]?.tell('frame', 'a', 9);
  await browser.clock.advance(20_000);
  assert.is(FakeSource.all.length, 2);
});

test('a network that is back before the loss was told of opens one stream', async (context) => {
  const { browser } = context;
  const { stream } = await holding(context);
  stream.doubt(true);
  stream.hurry();
  browser.streams()[0]?.tell('frame', 'a', 9);
  await settle();
  await browser.clock.advance(20_000);
  assert.is(FakeSource.all.length, 2);
});

test('a page that came before the stream began is told where it begins', async ({ browser }) => {
  browser.open(0.5);
  await browser.clock.advance(600);
  const second = browser.open(0.4);
  await settle();
  assert.equal(second.heard, []);
  browser.streams()[0]?.tell('frame', 'a', 7);
  await settle();
  assert.equal(second.heard, ['open 7', 'frame a 7']);
});

test('a page that is left lets another one take over soon', async (context) => {
  const { browser } = context;
  const first = await holding(context);
  const second = browser.open(0.4);
  await settle();
  first.stream.leave();
  assert.is(browser.streams().length, 0);
  await browser.clock.advance(224);
  assert.is(browser.streams().length, 0);
  await browser.clock.advance(1);
  browser.streams()[0]?.tell('frame', 'a', 9);
  assert.equal(second.heard, ['open 7', 'open 9', 'frame a 9']);
  assert.equal(first.heard, []);
  await browser.clock.advance(60_000);
  assert.is(FakeSource.all.length, 2, 'the first one never wakes again');
});

test('a page that listens alone and is left frees nothing', async (context) => {
  const { browser } = context;
  await holding(context);
  const second = browser.open(0.4);
  await settle();
  second.stream.leave();
  await browser.clock.advance(60_000);
  assert.is(FakeSource.all.length, 1);
});

test('a page that fell over is missed when it is looked for', async (context) => {
  const { browser } = context;
  const first = await holding(context);
  browser.open(0.4);
  await settle();
  first.channel?.close();
  await browser.clock.advance(5599);
  assert.is(FakeSource.all.length, 1);
  await browser.clock.advance(1);
  assert.is(FakeSource.all.length, 2);
});

for (const [what, first, second] of [
  ['later', 0.2, 0.7],
  ['earlier', 0.7, 0.2],
] as const)
  test(`of two pages that hold the stream one gives way: the ${what} one`, async ({ browser }) => {
    const one = browser.open(first);
    const channel = one.channel as FakeChannel;
    // Neither hears the other until both hold it.
    FakeChannel.all.delete(channel);
    await browser.clock.advance(600);
    browser.open(second);
    await browser.clock.advance(600);
    assert.is(browser.streams().length, 2);
    FakeChannel.all.add(channel);
    await browser.clock.advance(5000);
    const [left, ...more] = browser.streams();
    assert.equal(more, []);
    assert.is(left, FakeSource.all[what === 'earlier' ? 1 : 0]);
  });

test('a stream that breaks off is told to all pages, and tried again after pauses that grow', async (context) => {
  const { browser } = context;
  const first = await holding(context);
  const second = browser.open(0.4);
  await settle();
  for (const ms of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
    const [source] = browser.streams();
    const before = FakeSource.all.length;
    source?.fail();
    assert.is(source?.isOpen, false);
    await settle();
    await browser.clock.advance(ms - 1);
    assert.is(FakeSource.all.length, before, `${ms} ms`);
    await browser.clock.advance(1);
    assert.is(FakeSource.all.length, before + 1, `${ms} ms`);
  }
  assert.equal(first.heard, new Array(6).fill('lost'));
  assert.equal(second.heard, ['open 7', ...(new Array(6).fill('lost') as string[])]);
  browser.streams()[0]?.tell('frame', 'a', 9);
  assert.equal(first.heard.slice(-2), ['open 9', 'frame a 9']);
  browser.streams()[0]?.fail();
  await browser.clock.advance(1000);
  assert.is(browser.streams().length, 1, 'after a success they begin anew');
});

test('a page that comes while the stream is broken waits for the next one', async (context) => {
  const { browser } = context;
  await holding(context);
  browser.streams()[0]?.fail();
  const second = browser.open(0.4);
  await settle();
  assert.equal(second.heard, []);
  await browser.clock.advance(1000);
  browser.streams()[0]?.tell('frame', 'a', 9);
  await settle();
  assert.equal(second.heard, ['open 9', 'frame a 9']);
});

test('a stream that is wanted no more is left, also by those who listened', async ({ browser }) => {
  const first = browser.open(0.5, false);
  await browser.clock.advance(600);
  browser.open(0.4, false);
  await settle();
  browser.streams()[0]?.fail();
  await browser.clock.advance(60_000);
  assert.equal([first.heard, browser.streams(), FakeChannel.all.size], [['lost'], [], 0]);
});

test('a page that was left can come back', async (context) => {
  const { browser } = context;
  const page = await holding(context);
  page.stream.leave();
  page.stream.join();
  await browser.clock.advance(600);
  browser.streams()[0]?.tell('frame', 'a', 9);
  assert.equal(page.heard, ['open 9', 'frame a 9']);
});

test.run();
