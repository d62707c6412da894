import type { ScreenView } from '../../src/schema/appliance/screens.ts';
import type { CodeRows } from '../../src/core/look/shown.ts';
import { screen } from '../strings/screen.ts';
import { readAddress } from './address.ts';
import { Awake } from './awake.ts';
import { ask, listen, pauseAfter } from './link.ts';
import { openMemory } from './memory.ts';
import { followVersion } from './page-version.ts';
import { PairingPage, type Choice } from './pairing.ts';
import { createNote, element, fillScreen, hidePointer } from './parts.ts';
import { Show, type Received } from './show.ts';
import { Sound } from './sound.ts';
import { Wall } from './wall.ts';

const UNKNOWN_MS = 30_000;
const AWAY_MS = 3000;
const REFRESH_MS = 600_000;
const KEEP_MS = 1000;
const HINT_MS = 20_000;

/** The last view, for the address at which it was seen. */
interface Kept extends Received {
  readonly place: string;
}

// A screen puts the board that it was given into the address; that names none which the settings could not change.
const isOwnAddress = (): boolean => {
  const state = history.state as { own?: boolean } | null;
  return state !== null && state.own === true;
};

const takeFragment = (): string | null => {
  const [, token = null] = /[#&]token=([\w-]{20,100})/.exec(location.hash) || [];
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
};

const address = readAddress(location.pathname, location.search);
const memory = openMemory();
const note = createNote();
// The hint that a key is needed may have come between the key and the sound.
const sound = new Sound(() => {
  if (element('note').textContent === screen.sound) note('');
});
const awake = new Awake();
const show = new Show(new Wall(element('wall') as HTMLCanvasElement), sound, address);

let token = takeFragment() || memory.get<string>('token');
let named = isOwnAddress() ? null : address.boards;
let failures = 0;
let hang = (): void => undefined;
let retry = 0;
let away = 0;
let keeping = 0;
let mayFallAsleep = false;

const place = (): string => named || '';
const query = (boards: string | null): string => (boards === null ? '' : `?boards=${encodeURIComponent(boards)}`);

const setConnected = (isConnected: boolean): void => {
  clearTimeout(away);
  if (isConnected) element('dot').hidden = true;
  else away = window.setTimeout(() => (element('dot').hidden = !show.received), AWAY_MS);
};

const keep = (): void => {
  clearTimeout(keeping);
  keeping = window.setTimeout(() => memory.set('last', show.received && { place: place(), ...show.received }), KEEP_MS);
};

const again = (ms: number): void => {
  clearTimeout(retry);
  retry = window.setTimeout(connect, ms);
};

const forget = (): void => {
  token = null;
  clearTimeout(keeping);
  memory.set('token', null);
  memory.set('last', null);
  show.take(null, true);
  setConnected(true);
};

const pairing = new PairingPage(memory, (given) => {
  token = given;
  memory.set('token', given);
  connect();
});

const pair = (choices: readonly Choice[], text = ''): void => {
  forget();
  note('');
  pairing.open(choices, text);
};

/** What a paired screen is shown under: its one board, or all of them in turn. */
const nameAddress = ({ boards, options }: ScreenView): void => {
  if (!options || named !== null || boards.length === 0) return;
  const ids = boards.map(({ id }) => encodeURIComponent(id));
  const sent = new URLSearchParams(location.search);
  sent.delete('boards');
  const rest = String(sent);
  const path = ids.length === 1 ? `/screen/${ids[0]}` : '/screen';
  const all = ids.length === 1 ? rest : `boards=${ids.join(',')}${rest && `&${rest}`}`;
  history.replaceState({ own: true }, '', path + (all && `?${all}`));
};

const follow = (): void => {
  hang = listen(
    `/screens/events${query(named)}`,
    token,
    (event, data) => {
      setConnected(true);
      if (event !== 'frame') return;
      const { board_id, characters } = JSON.parse(data) as { board_id: string; characters: CodeRows };
      show.change(board_id, characters);
      keep();
    },
    () => {
      setConnected(false);
      again(failures === 0 ? 100 + 400 * Math.random() : pauseAfter(failures, Math.random()));
      failures++;
    },
  );
};

/** What somebody with a remote control should know: said while a board is shown, about the screensaver once. */
const hint = (): void => {
  if (!show.received) return;
  if (show.options.sound && sound.isSuspended) return note(screen.sound);
  if (mayFallAsleep) note(screen.awake, HINT_MS);
  mayFallAsleep = false;
};

const begin = (view: ScreenView): void => {
  if (named === null && view.options === null) {
    void ask('GET', '/screens/view?boards=*', token).then(({ status, body }) =>
      pair(status === 200 ? (body as ScreenView).boards : []),
    );
    return;
  }
  failures = 0;
  pairing.close();
  if (view.boards.length === 0) {
    show.take(null, true);
    note(screen.none);
    return again(UNKNOWN_MS);
  }
  note('');
  nameAddress(view);
  show.take({ view, came: Date.now() }, false);
  setConnected(true);
  keep();
  followVersion();
  if (show.options.sound) sound.wake();
  setTimeout(hint, KEEP_MS);
  follow();
};

const refuse = (status: number): void => {
  if (status === 401) return pair([]);
  if (status === 409) return pair([], screen.closed);
  if (status === 403 && named !== null && token) {
    named = null;
    return again(0);
  }
  if (status === 404 || status === 422) {
    show.take(null, true);
    note(screen.unknown);
    return again(UNKNOWN_MS);
  }
  failures++;
  setConnected(false);
  again(pauseAfter(failures, Math.random()));
};

const connect = (): void => {
  clearTimeout(retry);
  void ask('GET', `/screens/view${query(named)}`, token).then(({ status, body }) =>
    status === 200 ? begin(body as ScreenView) : refuse(status),
  );
};

/** Reads the view anew while the stream goes on: quiet hours, and the clock that tells the night. */
const refresh = (): void => {
  const before = show.received;
  if (!before) return;
  void ask('GET', `/screens/view${query(named)}`, token).then(({ status, body }) => {
    if (status === 200 && show.received === before) show.take({ view: body as ScreenView, came: Date.now() }, false);
    else if (status === 401) hang();
  });
};

const press = (event: Event): void => {
  awake.press();
  note('');
  if (event.type === 'click') fillScreen();
  if (show.options.sound) sound.wake();
};

const start = (): void => {
  if (token) memory.set('token', token);
  const last = memory.get<Kept>('last');
  if (last && last.place === place()) show.take(last, true);
  else show.draw(true);
  hidePointer(() => show.options.cursor || !show.received);
  document.addEventListener('keydown', press);
  document.addEventListener('click', press);
  // A frame on the page of somebody else keeps no screen awake.
  if (window.top === window)
    awake.start(() => {
      mayFallAsleep = true;
    });
  setInterval(refresh, REFRESH_MS);
  connect();
};

try {
  start();
} catch {
  note(screen.broken);
}
