import { render } from 'preact';
import './style.css';
import { onSignInWanted } from './api.ts';
import { requestBoot } from './boot-answer.ts';
import { followEvents } from './events.ts';
import { loadServiceState, serviceState } from './service-state.ts';
import { App } from './shell/app.tsx';
import { keepFieldsClear } from './shell/clear-view.ts';

keepFieldsClear();
onSignInWanted(() => serviceState.set({ locked: true }));

/** How long a blank page waits for its boards; then what is known is drawn. */
const PATIENCE_MS = 250;

/** Draws once with the boards instead of twice, and follows what changes when they can be seen. */
const begin = async (root: HTMLElement): Promise<void> => {
  void requestBoot();
  await Promise.race([loadServiceState(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  // In one step with the first drawing, so that the first board does not vanish in between.
  root.replaceChildren();
  render(<App />, root);
  requestAnimationFrame(() => setTimeout(followEvents));
};

const root = document.getElementById('app');
if (root) void begin(root);
