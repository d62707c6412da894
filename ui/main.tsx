import { render } from 'preact';
import './style.css';
import { onSignInWanted } from './api.ts';
import { followEvents } from './events.ts';
import { library, loadFirstBoard } from './library.ts';
import { App } from './shell/app.tsx';
import { keepFieldsClear } from './shell/clear-view.ts';
import { applyTheme, storedTheme } from './shell/theme.ts';

applyTheme(storedTheme());
keepFieldsClear();
onSignInWanted(() => library.set({ locked: true }));

/** How long a blank page waits for its first board; then what is known is drawn. */
const FIRST_BOARD_MS = 250;

/** Draws once with a board instead of twice, and asks for everything else when that can be seen. */
const begin = async (root: HTMLElement): Promise<void> => {
  await Promise.race([loadFirstBoard(), new Promise((resolve) => setTimeout(resolve, FIRST_BOARD_MS))]);
  render(<App />, root);
  requestAnimationFrame(() => setTimeout(followEvents));
};

const root = document.getElementById('app');
if (root) void begin(root);
