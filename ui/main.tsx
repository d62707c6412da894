import { render } from 'preact';
import './style.css';
import { onSignInWanted } from './api.ts';
import { keepCover } from './board-view/cover.ts';
import { requestBoot } from './boot-answer.ts';
import { followEvents } from './events.ts';
import { loadServiceState, serviceState } from './service-state.ts';
import { App } from './shell/app.tsx';
import { keepFieldsClear } from './shell/clear-view.ts';

keepFieldsClear();
onSignInWanted(() => serviceState.set({ locked: true }));

/** How long a blank page waits for its boards; then what is known is drawn. */
const PATIENCE_MS = 250;

/** Asks for nothing that a service would refuse to somebody whom it does not know. */
const load = async (): Promise<void> => {
  const isOpen = await requestBoot();
  // What follows is a task of its own: a browser that is busy answers in between.
  await new Promise((resolve) => setTimeout(resolve));
  if (isOpen) return loadServiceState();
  serviceState.set({ locked: true });
};

/** Draws once with the boards instead of twice, and follows what changes when they can be seen. */
const begin = async (root: HTMLElement): Promise<void> => {
  const loaded = load();
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  keepCover(root);
  // In one step with the first drawing, so that the first board does not vanish in between.
  root.replaceChildren();
  render(<App />, root);
  await loaded;
  if (!serviceState.get().locked) requestAnimationFrame(() => setTimeout(followEvents));
};

const root = document.getElementById('app');
if (root) void begin(root);
