import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ScreenBoard, ScreenView } from '../../../src/schema/appliance/screens.ts';
import { PLAIN_SCREEN } from '../../../src/core/screen.ts';
import { putGlobals } from '../../support/globals.ts';
import { assertRecorded } from '../../support/recording.ts';
import { SmallTimers, createWindow, differences, type SmallElement } from '../views/small-dom.ts';

/** The page of a screen from its start on, without a browser: loaded once, it lives through all that can come. */
const test = suite('ui/screen: the page');

const NOW = Date.parse('2026-03-11T09:24:00Z');
const TOKEN = 'a-token-of-a-screen-that-is-paired';
const PARTS = ['turned', 'wall', 'pairing', 'code', 'state', 'choices', 'square', 'note', 'dot', 'night'];
const CANVASES = new Set(['wall', 'square']);

type Answer = { readonly status: number; readonly body?: unknown } | 'stream' | 'nobody';

const boardOf = (id: string, change: object = {}): ScreenBoard =>
  ({
    id,
    name: `Board ${id}`,
    device_type: 'note',
    rows: 3,
    cols: 15,
    characters: Array.from({ length: 3 }, () => Array<number>(15).fill(1)),
    board_color: 'black',
    code62_glyph: 'degree',
    places: null,
    brightness: 100,
    silent: false,
    silence_changes_in_seconds: null,
    ...change,
  }) as unknown as ScreenBoard;
const viewOf = (boards: readonly ScreenBoard[], options: object | null = {}): ScreenView => ({
  name: 'Hall',
  options: options && { ...PLAIN_SCREEN, ...options },
  boards: [...boards],
  now: new Date(NOW).toISOString(),
  local_minute: 624,
  reduced_motion: false,
});
const frameOf = (board_id: string, code: number): string => {
  const characters = Array.from({ length: 3 }, () => Array<number>(15).fill(code));
  return `event: frame\ndata: ${JSON.stringify({ board_id, characters })}\n\n`;
};

const timers = new SmallTimers();
const { page, globals, place } = createWindow(NOW, timers);
const told: string[] = [];
const asked: string[] = [];
const answers: Record<string, Answer> = {};
const played: number[] = [];
let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
let tag = 'one';

/** Sound of a browser that wants a key to be pressed first. */
class SmallAudio extends EventTarget {
  state = 'suspended';
  currentTime = 0;
  destination = {};
  resume(): Promise<void> {
    this.state = 'running';
    this.dispatchEvent(new Event('statechange'));
    return Promise.resolve();
  }
  createBuffer(_: number, length: number) {
    return { getChannelData: () => new Float32Array(length) };
  }
  createBufferSource() {
    return { connect: () => undefined, start: () => undefined, stop: () => undefined, buffer: null };
  }
  createGain() {
    const gain = {
      set value(volume: number) {
        played.push(volume);
      },
      setTargetAtTime: () => undefined,
    };
    return { connect: () => undefined, gain };
  }
}

const fetchIt = async (address: string, init: RequestInit = {}): Promise<Response> => {
  if (init.method === 'HEAD') return new Response(null, { headers: { ETag: tag } });
  const key = `${init.method ?? 'GET'} ${address.replace(/^\/api/, '')}`;
  const { Authorization: token } = (init.headers ?? {}) as Record<string, string>;
  asked.push(`${key}${token ? ` as ${token}` : ''}${typeof init.body === 'string' ? ` ${init.body}` : ''}`);
  const answer = answers[key] ?? answers[key.split('?')[0] ?? ''] ?? 'nobody';
  if (answer === 'nobody') throw new TypeError('Failed to fetch');
  if (answer !== 'stream') return new Response(JSON.stringify(answer.body ?? null), { status: answer.status });
  return new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    }),
  );
};

const immediately = setImmediate;
const turns = async (): Promise<void> => {
  for (let at = 0; at < 12; at++) await new Promise<void>((resolve) => void immediately(resolve));
};
const settle = async (ms: number): Promise<void> => {
  const end = timers.now + ms;
  do await turns();
  while (timers.step(end));
  timers.now = end;
};

/** What is to be seen of the page. */
const seen = (): string[] => {
  const lines = [`"${page.title}" ${String((page.body as { className?: string }).className ?? '')}`];
  lines.push(`body ${page.body.styled.map(([name, value]) => `${name}:${String(value)}`).join(' ')}`);
  for (const id of PARTS) {
    const part = page.getElementById(id);
    if (!part) continue;
    const { hidden = false, width, height } = part as { hidden?: boolean; width?: number; height?: number };
    const size = CANVASES.has(id) ? ` ${String(width)}x${String(height)}` : '';
    const more = [...part.kept].filter(([name]) => name !== 'id').map(([name, value]) => `${name}=${value}`);
    const style = part.styled.map(([name, value]) => `${name}:${String(value)}`);
    const text =
      part.childNodes.some(({ nodeType }) => nodeType === 3) || id === 'choices' ? ` "${part.textContent}"` : '';
    lines.push([`${id}${hidden ? ' hidden' : ''}${size}${text}`, ...more, ...style].join(' '));
  }
  for (const link of page.querySelectorAll('#choices a, a'))
    lines.push(`link ${link.href}${page.activeElement === link ? ' FOCUS' : ''}`);
  lines.push(
    `videos ${page.querySelectorAll('video').length}`,
    `at ${place.address.pathname}${place.address.search}${place.address.hash}`,
  );
  return lines;
};

let before: string[] = [];
const note = (what: string): void => {
  const now = seen();
  told.push(`# ${what}`, ...asked.splice(0), ...page.notes.splice(0));
  if (played.length > 0) told.push(`plays at ${played.splice(0).join(', ')}`);
  told.push(...differences(before, now));
  before = now;
};
const lived = async (what: string, ms: number): Promise<void> => {
  await settle(ms);
  note(what);
};
const tell = async (text: string): Promise<void> => {
  stream?.enqueue(new TextEncoder().encode(text));
  await turns();
};
const press = async (type: string): Promise<void> => {
  page.hear({ type });
  await turns();
};

const GLOBALS = {
  ...globals,
  fetch: fetchIt,
  top: globalThis,
  screen: { width: 1280, height: 800 },
  AudioContext: SmallAudio,
};
let restore: () => void = () => undefined;
const { random } = Math;
test.before(() => {
  restore = putGlobals(GLOBALS);
  Math.random = () => 0.5;
  Object.assign(page.documentElement, { requestFullscreen: () => page.note('fills the screen') });
  for (const id of PARTS) {
    const part: SmallElement = page.createElement(CANVASES.has(id) ? 'canvas' : 'div');
    part.id = id;
    Object.assign(part, { hidden: ['pairing', 'note', 'dot'].includes(id) });
    page.body.append(part);
  }
});
test.after(() => {
  restore();
  Math.random = random;
});

const HALL = boardOf('hall');
const OPTIONS = { sound: true, volume: 40, every_seconds: 60, night: { start: '10:20', end: '10:25', level: 30 } };

test('lives through all that can come', async () => {
  place.address = new URL(`/screen?margin=5#token=${TOKEN}`, place.origin);
  const last = { place: '', view: viewOf([HALL]), came: NOW - 60_000 };
  (globals['localStorage'] as Storage).setItem('flapbox-screen-last', JSON.stringify(last));
  const kept = (name: string): string | null => (globals['localStorage'] as Storage).getItem(`flapbox-screen-${name}`);

  await import('../../../ui/screen/main.ts');
  await turns();
  note('what was there last is shown until the service answers');
  assert.is(kept('token'), JSON.stringify(TOKEN));
  await lived('nobody answers: a dot says so', 3100);
  answers['GET /screens/view'] = { status: 200, body: viewOf([HALL, boardOf('yard', { brightness: 50 })], OPTIONS) };
  answers['GET /screens/events'] = 'stream';
  await lived('it is back', 3000);
  await tell(frameOf('hall', 2));
  await lived('flaps turn', 40);
  await lived('they have landed', 6000);
  await press('keydown');
  await lived('a key makes sound possible, and a film that keeps it awake', 10);
  await tell(frameOf('hall', 3));
  await lived('flaps are heard', 6000);
  assert.is((JSON.parse(kept('last') ?? '{}') as typeof last).view.boards[0]?.characters?.[0]?.[0], 3);
  await lived('the other board has its turn, and the night is over', 60_000);
  await tell(frameOf('yard', 4));
  await lived('nobody told of a board that is not shown', 100);
  const sizes: readonly (readonly [what: string, width: number, height: number, density: number])[] = [
    ['a dense screen', 900, 800, 3],
    ['a large one that is dense', 1600, 900, 2],
    ['one of more pixels than can be drawn', 3840, 2160, 2],
    ['a browser that does not tell how dense it is', 900, 800, 0],
    ['the first one again', 1200, 800, 1],
  ];
  for (const [what, innerWidth, innerHeight, devicePixelRatio] of sizes) {
    Object.assign(globalThis, { innerWidth, innerHeight, devicePixelRatio });
    globalThis.dispatchEvent({ type: 'resize' } as Event);
    note(what);
  }
  await tell('event: hello\ndata: {}\n\n');
  await press('click');
  note('a finger fills the screen');
  page.hear({ type: 'mousemove' });
  note('the pointer moves');
  await lived('the pointer rests', 3100);
  stream?.close();
  await lived('the connection ends', 200);
  await lived('and is made again', 400);
  answers['GET /screens/view'] = {
    status: 200,
    body: viewOf([boardOf('hall', { silent: true })], { ...OPTIONS, cursor: true }),
  };
  tag = 'two';
  await lived('after ten minutes it is asked anew', 600_000);
  await tell(frameOf('hall', 5));
  await lived('in silence nothing is heard', 6000);
  page.hidden = true;
  await tell(frameOf('hall', 6));
  page.hear({ type: 'visibilitychange' });
  await lived('nothing turns in a page that is not seen', 10);
  page.hidden = false;
  page.hear({ type: 'visibilitychange' });
  await lived('it is seen again', 10);
  answers['GET /screens/view'] = { status: 401 };
  await lived('the screen was revoked: a code is asked for, and nobody gives one', 600_000);
  assert.equal([kept('token'), kept('last')], [null, null]);
  answers['POST /screens/pairing'] = { status: 429 };
  await lived('too many codes were asked for', 3000);
  const pairing = { code: 'ABC123', secret: 's1', expires_in_seconds: 600, poll_seconds: 3 };
  answers['POST /screens/pairing'] = { status: 201, body: pairing };
  answers['POST /screens/pairing/token'] = { status: 200, body: {} };
  await lived('a code', 30_000);
  await lived('it is not confirmed yet', 65_000);
  answers['POST /screens/pairing/token'] = { status: 500 };
  await lived('the service does not answer', 3000);
  answers['POST /screens/pairing'] = { status: 201, body: { ...pairing, code: 'XYZ789', secret: 's2' } };
  answers['POST /screens/pairing/token'] = { status: 404 };
  await lived('the code is over: another one', 6000);
  answers['POST /screens/pairing/token'] = { status: 200, body: { token: 'another-token-of-this-screen' } };
  answers['GET /screens/view'] = {
    status: 200,
    body: viewOf([boardOf('a/b', { board_color: 'white' })], { orientation: 90 }),
  };
  await lived('it is confirmed: its one board is in the address', 4000);
  assert.is(kept('pairing'), null);
  answers['GET /screens/view'] = { status: 404 };
  stream?.error(new Error('away'));
  await lived('there is no such board', 1000);
  answers['GET /screens/view'] = { status: 200, body: viewOf([]) };
  await lived('it has no board', 31_000);
  answers['GET /screens/view'] = { status: 409 };
  await lived('the appliance is not set up', 31_000);
  answers['POST /screens/pairing/token'] = { status: 200, body: { token: 'a-third-token-of-this-screen' } };
  answers['GET /screens/view'] = { status: 200, body: viewOf([HALL], null) };
  answers['GET /screens/view?boards=*'] = { status: 200, body: viewOf([HALL, boardOf('a/b')], null) };
  await lived('whoever is no screen chooses a board', 5000);
  assertRecorded('ui/screen/page.txt', told);
});

test.run();
