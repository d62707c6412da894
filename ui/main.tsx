import { render } from 'preact';
import './style.css';
import { followEvents } from './events.ts';
import { App } from './shell/app.tsx';
import { applyTheme, storedTheme } from './shell/theme.ts';

applyTheme(storedTheme());
followEvents();
const root = document.getElementById('app');
if (root) render(<App />, root);
