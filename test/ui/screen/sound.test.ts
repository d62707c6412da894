import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Landings } from '../../../src/core/look/motion.ts';
import { RATE } from '../../../ui/screen/clatter.ts';
import { Sound } from '../../../ui/screen/sound.ts';

const test = suite('ui/screen: sound');

const LANDING: Landings[] = [{ first: 10, every: 20, count: 2 }];

/** A browser’s sound, which notes what is done with it; `state` is what it is in. */
const createContext = () => {
  const done: string[] = [];
  let sources = 0;
  const context = {
    state: 'running',
    currentTime: 10,
    listen: () => undefined as unknown,
    addEventListener: (name: string, listen: () => void) => {
      if (name === 'statechange') context.listen = listen;
    },
    destination: 'the loudspeaker',
    resume: () => void done.push('resume'),
    createBuffer: (channels: number, length: number, rate: number) => {
      done.push(`buffer ${channels} ${rate}`);
      return { getChannelData: () => new Float32Array(length) };
    },
    createBufferSource: () => {
      const name = `source ${++sources}`;
      return {
        connect: ({ name: to }: { name: string }) => void done.push(`${name} to ${to}`),
        start: (at: number) => void done.push(`${name} starts at ${at.toFixed(2)}`),
        stop: (at: number) => void done.push(`${name} stops at ${at.toFixed(2)}`),
      };
    },
    createGain: () => {
      const name = `gain ${sources}`;
      const gain = {
        value: 1,
        setTargetAtTime: (value: number, at: number, seconds: number) =>
          void done.push(`${name} fades to ${value} from ${at} by ${seconds}`),
      };
      return { name, gain, connect: (to: unknown) => void done.push(`${name} of ${gain.value} to ${String(to)}`) };
    },
  };
  return { context, done };
};

const withContext = (names: readonly string[], run: (sound: Sound, rig: ReturnType<typeof createContext>) => void) => {
  const rig = createContext();
  const Context = function (): object {
    rig.done.push('made');
    return rig.context;
  };
  Object.assign(globalThis, { window: Object.fromEntries(names.map((name) => [name, Context])) });
  try {
    run(new Sound(() => void rig.done.push('running')), rig);
  } finally {
    Reflect.deleteProperty(globalThis, 'window');
  }
};

test('nothing is played before somebody has pressed a key', () =>
  withContext(['AudioContext'], (sound, { done }) => {
    assert.is(sound.isSuspended, true);
    sound.play(LANDING, 1);
    assert.equal(done, []);
  }));

test('it tells when the browser lets sound out', () =>
  withContext(['AudioContext'], (sound, { context, done }) => {
    context.state = 'suspended';
    sound.wake();
    context.listen();
    assert.equal(done, ['made', 'resume']);
    context.state = 'running';
    context.listen();
    assert.equal(done, ['made', 'resume', 'running']);
  }));

for (const name of ['AudioContext', 'webkitAudioContext'])
  test(`sound is made possible once, by the browser's ${name}`, () =>
    withContext([name], (sound, { context, done }) => {
      sound.wake();
      sound.wake();
      assert.equal([done, sound.isSuspended], [['made'], false]);
      context.state = 'suspended';
      sound.play(LANDING, 1);
      assert.is(sound.isSuspended, true);
      sound.wake();
      assert.equal(done, ['made', 'resume']);
    }));

test('a browser without sound stays silent', () =>
  withContext([], (sound) => {
    sound.wake();
    sound.play(LANDING, 1);
    assert.is(sound.isSuspended, true);
  }));

test('flaps that land are heard a moment later, and what was heard before fades', () =>
  withContext(['AudioContext'], (sound, { context, done }) => {
    sound.wake();
    done.length = 0;
    sound.play(LANDING, 0.5);
    const first = [`buffer 1 ${RATE}`, 'source 1 to gain 1', 'gain 1 of 0.5 to the loudspeaker'];
    assert.equal(done.splice(0), [...first, 'source 1 starts at 10.02']);
    context.currentTime = 11;
    sound.play(LANDING, 0.5);
    assert.equal(done.splice(0).slice(0, 2), ['gain 1 fades to 0 from 11 by 0.03', 'source 1 stops at 11.12']);
    sound.play(LANDING, 0);
    assert.equal(done.splice(0), ['gain 2 fades to 0 from 11 by 0.03', 'source 2 stops at 11.12']);
    sound.play([], 1);
    assert.equal(done, []);
  }));

test.run();
