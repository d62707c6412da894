import { generate } from 'lean-qr/nano';
import type { Collected, Pairing } from '../../src/schema/appliance/screens.ts';
import { screen } from '../strings/screen.ts';
import { ask, pauseAfter } from './link.ts';
import type { Memory } from './memory.ts';
import { element } from './parts.ts';

/** A board that may be shown without pairing. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

interface Kept extends Pairing {
  readonly until: number;
}

const QUIET_ZONE = 4;

const drawSquare = (canvas: HTMLCanvasElement, text: string): void => {
  const code = generate(text);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  canvas.width = canvas.height = code.size + 2 * QUIET_ZONE;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000000';
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) pen.fillRect(x + QUIET_ZONE, y + QUIET_ZONE, 1, 1);
};

/** The page with the code: it asks for one, shows it, and waits until somebody confirms it. */
export class PairingPage {
  readonly #memory: Memory;
  readonly #onToken: (token: string) => void;
  #timer = 0;
  #failures = 0;
  #isOpen = false;
  #note = '';

  /** `onToken` is called when the code was confirmed. */
  constructor(memory: Memory, onToken: (token: string) => void) {
    this.#memory = memory;
    this.#onToken = onToken;
  }

  /** Shows the page; `choices` are boards that may be shown at once, `note` says what stands in the way. */
  open(choices: readonly Choice[], note = ''): void {
    element('pairing').hidden = false;
    this.#note = note;
    element('state').textContent = note;
    this.#choose(choices);
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#begin();
  }

  /** Takes the page away. */
  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    element('pairing').hidden = true;
  }

  #choose(choices: readonly Choice[]): void {
    const list = element('choices');
    list.textContent = choices.length > 0 ? screen.open : '';
    list.appendChild(document.createElement('br'));
    for (const { id, name } of choices) {
      const link = document.createElement('a');
      link.href = `/screen/${encodeURIComponent(id)}`;
      link.textContent = name;
      list.appendChild(link);
    }
    const first = list.querySelector('a');
    if (first) first.focus();
  }

  #later(act: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(act, ms);
  }

  #begin(): void {
    const kept = this.#memory.get<Kept>('pairing');
    if (kept && kept.until > Date.now()) return this.#show(kept);
    const { width, height } = window.screen;
    const density = window.devicePixelRatio || 1;
    const size = { width: Math.round(width * density) || null, height: Math.round(height * density) || null };
    void ask('POST', '/screens/pairing', null, size).then(({ status, body }) => {
      if (!this.#isOpen) return;
      if (status !== 201) return this.#retry(status === 429 ? screen.busy : screen.away);
      this.#failures = 0;
      const pairing = body as Pairing;
      const shown = { until: Date.now() + pairing.expires_in_seconds * 1000, ...pairing };
      this.#memory.set('pairing', shown);
      this.#show(shown);
    });
  }

  #retry(note: string): void {
    element('state').textContent = note;
    this.#later(() => this.#begin(), pauseAfter(++this.#failures, Math.random()));
  }

  #show(pairing: Kept): void {
    element('code').textContent = `${pairing.code.slice(0, 3)} ${pairing.code.slice(3)}`;
    drawSquare(element('square') as HTMLCanvasElement, `${location.origin}/settings/screens?code=${pairing.code}`);
    element('state').textContent = `${this.#note} ${screen.waitingFor((pairing.until - Date.now()) / 1000)}`.trim();
    this.#later(() => this.#poll(pairing), pairing.poll_seconds * 1000);
  }

  #poll(pairing: Kept): void {
    void ask('POST', '/screens/pairing/token', null, { secret: pairing.secret }).then(({ status, body }) => {
      if (!this.#isOpen) return;
      const { token } = (body || {}) as Partial<Collected>;
      if (status === 200 && token) {
        this.#memory.set('pairing', null);
        this.close();
        return this.#onToken(token);
      }
      if (status === 404) {
        this.#memory.set('pairing', null);
        return this.#begin();
      }
      if (status === 200) return this.#show(pairing);
      element('state').textContent = screen.away;
      this.#later(() => this.#poll(pairing), pauseAfter(2, Math.random()));
    });
  }
}
