import type { Landings } from '../../src/core/look/motion.ts';
import { RATE, mixClatter } from './clatter.ts';

const AHEAD_S = 0.02;
const FADE_S = 0.03;

/** The sound of one screen: one source for each change, and never two at a time. */
export class Sound {
  readonly #onRunning: () => void;
  #context: AudioContext | null = null;
  #playing: { readonly source: AudioBufferSourceNode; readonly gain: GainNode } | null = null;

  /** `onRunning` is called when the browser lets sound out, which may be a while after a key was pressed. */
  constructor(onRunning: () => void) {
    this.#onRunning = onRunning;
  }

  /** Whether the browser waits for somebody to press a key. */
  get isSuspended(): boolean {
    return !this.#context || this.#context.state !== 'running';
  }

  /** Makes sound possible; counts only while a key or a finger is being pressed. */
  wake(): void {
    const known = window as { AudioContext?: typeof AudioContext; webkitAudioContext?: typeof AudioContext };
    const Context = known.AudioContext || known.webkitAudioContext;
    if (!this.#context && Context) {
      this.#context = new Context();
      this.#context.addEventListener('statechange', () => {
        if (!this.isSuspended) this.#onRunning();
      });
    }
    if (this.#context && this.#context.state === 'suspended') void this.#context.resume();
  }

  /** Plays flaps that land, `volume` from 0 to 1; what was playing before fades. */
  play(landings: readonly Landings[], volume: number): void {
    const context = this.#context;
    if (!context || context.state !== 'running') return;
    this.#fade(context);
    const samples = volume > 0 ? mixClatter(landings, Math.random) : [];
    if (samples.length === 0) return;
    const buffer = context.createBuffer(1, samples.length, RATE);
    buffer.getChannelData(0).set(samples);
    const [source, gain] = [context.createBufferSource(), context.createGain()];
    source.buffer = buffer;
    gain.gain.value = volume;
    source.connect(gain);
    gain.connect(context.destination);
    source.start(context.currentTime + AHEAD_S);
    this.#playing = { source, gain };
  }

  #fade(context: AudioContext): void {
    if (!this.#playing) return;
    const { source, gain } = this.#playing;
    gain.gain.setTargetAtTime(0, context.currentTime, FADE_S);
    source.stop(context.currentTime + 4 * FADE_S);
    this.#playing = null;
  }
}
