import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { navigate, usePlace } from '../../ui/router.ts';
import { runHook, type RunningHook } from '../support/hook.ts';

const test = suite<{ window: FakeWindow; place: RunningHook<ReturnType<typeof usePlace>> }>('where the interface is');

const ORIGIN = 'http://flapbox.local';

/** As much of an element as is asked for. */
class FakeElement {
  readonly #link: object | null;

  constructor(link: object | null) {
    this.#link = link;
  }

  closest(selector: string): object | null {
    return selector === 'a' ? this.#link : null;
  }
}

/** What a browser has of an address, its history, and those who listen. */
class FakeWindow {
  /** What was done to the history, as `push /pages`. */
  readonly went: string[] = [];
  readonly listening = new Map<string, (event: object) => void>();
  #url = new URL('/pages?board=a', ORIGIN);

  constructor() {
    const go = (how: string) => (_state: null, _title: string, address: string) => {
      this.went.push(`${how} ${address}`);
      this.#url = new URL(address, ORIGIN);
    };
    const listen = (type: string, run: (event: object) => void) => void this.listening.set(type, run);
    const leave = (type: string, run: (event: object) => void) =>
      void (this.listening.get(type) === run && this.listening.delete(type));
    const url = () => this.#url;
    Object.assign(globalThis, {
      scrollY: 0,
      Element: FakeElement,
      addEventListener: listen,
      removeEventListener: leave,
      document: { addEventListener: listen, removeEventListener: leave },
      history: { pushState: go('push'), replaceState: go('replace') },
      location: {
        origin: ORIGIN,
        get pathname() {
          return url().pathname;
        },
        get search() {
          return url().search;
        },
      },
    });
  }

  /** The owner goes back, to an address. */
  back(address: string): void {
    this.#url = new URL(address, ORIGIN);
    this.listening.get('popstate')?.({});
  }

  /** Whether the interface follows a click by itself. */
  click(event: object): boolean {
    let prevented = false;
    this.listening.get('click')?.({ button: 0, preventDefault: () => (prevented = true), ...event });
    return prevented;
  }
}

const NAMES = [
  'Element',
  'addEventListener',
  'removeEventListener',
  'document',
  'history',
  'location',
  'scrollY',
] as const;

test.before.each(async (context) => {
  context.window = new FakeWindow();
  context.place = await runHook(usePlace);
});
test.after.each(async ({ place, window }) => {
  await place.leave();
  assert.is(window.listening.size, 0, 'nobody listens any more');
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name);
});

const at = ({ now: { path, query } }: RunningHook<ReturnType<typeof usePlace>>): string => `${path}?${query}`;

const linkTo = (address: string, { target = '', download = false } = {}): FakeElement => {
  const { origin, pathname, search, hash } = new URL(address, ORIGIN);
  return new FakeElement({
    origin,
    pathname,
    search,
    hash,
    target,
    hasAttribute: (name: string) => name === 'download' && download,
  });
};

test('it goes where it is sent, with a way back or without one', async ({ window, place }) => {
  assert.is(at(place), '/pages?board=a');
  await place.act(() => navigate('/settings/mqtt'));
  assert.is(at(place), '/settings/mqtt?');
  await place.act(() => navigate('/?board=b', true));
  assert.is(at(place), '/?board=b');
  assert.equal(window.went, ['push /settings/mqtt', 'replace /?board=b']);
  await place.act(() => window.back('/pages'));
  assert.is(at(place), '/pages?');
});

test('who goes back, or up to the view above, stands where it was left; who goes on begins at the top', async ({
  window,
  place,
}) => {
  const scroll = (to: number) => Object.assign(globalThis, { scrollY: to });
  await place.act(() => navigate('/plugins?q=tram'));
  scroll(900);
  await place.act(() => navigate('/plugins/trams'));
  assert.is(place.now.left, 0);
  scroll(50);
  await place.act(() => navigate('/plugins?q=tram'));
  assert.is(place.now.left, 900);
  await place.act(() => navigate('/settings'));
  await place.act(() => navigate('/plugins?q=tram'));
  assert.is(place.now.left, 0, 'by way of the bar');
  await place.act(() => navigate('/'));
  await place.act(() => window.back('/plugins/trams'));
  assert.is(place.now.left, 50);
});

const LINK = linkTo('/schedule?board=c#top');
for (const [what, event, isFollowed] of [
  ['a link inside', { target: LINK }, true],
  ['a link that something else has followed', { target: LINK, defaultPrevented: true }, false],
  ['a link that is clicked with another button', { target: LINK, button: 1 }, false],
  ['a link to open in a tab', { target: LINK, ctrlKey: true }, false],
  ['a link to open in a tab of a Mac', { target: LINK, metaKey: true }, false],
  ['a link to open in a window', { target: LINK, shiftKey: true }, false],
  ['a link to save', { target: LINK, altKey: true }, false],
  ['what is no link', { target: new FakeElement(null) }, false],
  ['what is no element', { target: {} }, false],
  ['a link to another place', { target: linkTo('https://example.com/schedule') }, false],
  ['a link with a window of its own', { target: linkTo('/schedule', { target: '_blank' }) }, false],
  ['a file to download', { target: linkTo('/schedule', { download: true }) }, false],
  ['an answer of the service', { target: linkTo('/api/backup/export') }, false],
  ['a place on the page that is shown', { target: linkTo('/pages?board=a#main') }, false],
  ['a page whose name begins alike', { target: linkTo('/apis') }, true],
] as const)
  test(`${what} is ${isFollowed ? '' : 'not '}followed`, async ({ window, place }) => {
    let prevented = false;
    await place.act(() => void (prevented = window.click(event)));
    assert.is(prevented, isFollowed);
    assert.is(window.went.length, isFollowed ? 1 : 0);
    if (event.target === LINK && isFollowed) assert.is(at(place), '/schedule?board=c');
  });

test.run();
