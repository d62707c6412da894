import { spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';

/** A pseudo terminal under a path of its own, which behaves like a serial adapter that can be pulled and plugged. */
export interface Pty {
  /** Sends bytes to whoever opened the path. */
  send(bytes: Uint8Array): void;
  /** Takes the path away, as if the adapter were pulled. */
  unplug(): Promise<void>;
  /** Brings the path back; resolves when it can be opened. */
  plug(): Promise<void>;
}

const READY = /PTY is/;

/** Makes a pseudo terminal at `path`; rejects when `socat` is not installed or the path cannot be made. */
export const openPty = async (path: string, onData: (bytes: Uint8Array) => void): Promise<Pty> => {
  let child: ChildProcess | null = null;

  const plug = async (): Promise<void> => {
    if (child) return;
    const fresh = spawn('socat', ['-d', '-d', `PTY,raw,echo=0,link=${path}`, 'STDIO'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    fresh.stdout.on('data', onData);
    fresh.stdin.on('error', () => undefined);
    child = fresh;
    await new Promise<void>((resolve, reject) => {
      let told = '';
      fresh.stderr.on('data', (bytes: Buffer) => {
        told += String(bytes);
        if (READY.test(told)) resolve();
      });
      fresh.once('error', () => reject(new Error('The program socat is needed, and is not installed.')));
      fresh.once('exit', () =>
        reject(new Error(`No pseudo terminal can be made there: ${told.trim().split('\n').at(-1) ?? ''}`)),
      );
    });
  };

  const unplug = async (): Promise<void> => {
    const old = child;
    child = null;
    if (!old || old.exitCode !== null) return;
    const ended = new Promise((resolve) => old.once('exit', resolve));
    old.kill();
    await ended;
    await rm(path, { force: true });
  };

  await plug();
  return { send: (bytes) => void child?.stdin?.write(bytes), unplug, plug };
};
