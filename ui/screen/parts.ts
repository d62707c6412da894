/** A part of the page by its id. */
export const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no "${id}"`);
  return found;
};

/** So many letters of this size stand in the shorter side of a screen. */
const LINES_EM = 32;
/** The words of the page for pairing and its square beside them. */
const BROAD_EM = 46;
/** Phones are held upright and have room for lines below each other. */
const LEAST_PX = 12;
const LEAST_UPRIGHT_PX = 14;

/** Lays the page out for a screen that hangs turned by quarters; answers the room in it, in CSS pixels. */
export const turnPage = (orientation: number): { width: number; height: number } => {
  const { innerWidth, innerHeight } = window;
  const isUpright = orientation % 180 === 0;
  const [width, height] = isUpright ? [innerWidth, innerHeight] : [innerHeight, innerWidth];
  const { style } = element('turned');
  style.width = `${width}px`;
  style.height = `${height}px`;
  const [least, letters] = width > height ? [LEAST_PX, BROAD_EM] : [LEAST_UPRIGHT_PX, LINES_EM];
  style.fontSize = `${Math.max(least, Math.min(width / letters, height / LINES_EM))}px`;
  style.transform = `translate(-50%, -50%) rotate(${orientation}deg)`;
  return { width, height };
};

/** A sentence over the board; empty takes it away. `ms`: how long it is shown, for ever unless given. */
export const createNote = (): ((text: string, ms?: number) => void) => {
  let timer = 0;
  return (text, ms) => {
    const note = element('note');
    clearTimeout(timer);
    note.textContent = text;
    note.hidden = text === '';
    if (ms) timer = window.setTimeout(() => (note.hidden = true), ms);
  };
};

const IDLE_MS = 3000;

/** Hides the pointer while it rests, unless `isShown` says that it stays. */
export const hidePointer = (isShown: () => boolean): void => {
  let timer = 0;
  const show = (): void => {
    document.body.className = '';
    clearTimeout(timer);
    timer = window.setTimeout(rest, IDLE_MS);
  };
  const rest = (): void => {
    // Asked again while it stays: a screen that is paired by a remote control never moves it.
    if (isShown()) show();
    else document.body.className = 'still';
  };
  document.addEventListener('mousemove', show);
  show();
};

interface OldFullscreen {
  webkitRequestFullscreen?(): void;
}

/** Fills the screen; counts only while a finger is being pressed, and not everywhere. */
export const fillScreen = (): void => {
  const page: HTMLElement & OldFullscreen = document.documentElement;
  if (document.fullscreenElement || window.top !== window) return;
  if (page.requestFullscreen) void Promise.resolve(page.requestFullscreen()).catch(() => undefined);
  else if (page.webkitRequestFullscreen) page.webkitRequestFullscreen();
};
