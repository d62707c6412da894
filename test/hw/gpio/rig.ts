import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OpenPin, Pin } from '../../../hw/gpio/pin.ts';

/** One `input_event` as the kernel writes it; its time is left out. */
export const keyEvent = (type: number, code: number, value: number, size = 24): Buffer => {
  const record = Buffer.alloc(size);
  record.writeUInt16LE(type, size - 8);
  record.writeUInt16LE(code, size - 6);
  record.writeInt32LE(value, size - 4);
  return record;
};

/**
 * A folder that imitates the root of a machine: plain files stand for the kernel's, and a FIFO for a key device, which
 * both block while nothing happens.
 */
export interface FakeRoot {
  readonly root: string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Adds a GPIO chip of 54 pins. */
  addChip(name: string, label: string, base: number): void;
  /** Adds an LED. */
  addLed(name: string): void;
  /** Adds a key device; the answer presses it, with null to unplug it. */
  addKey(name: string): (down: boolean | null) => void;
  remove(): void;
}

/** Makes an empty root. */
export const createFakeRoot = (): FakeRoot => {
  const root = mkdtempSync(join(tmpdir(), 'flapbox-gpio-'));
  const open: number[] = [];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return {
    root,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    addChip: (name, label, base) => {
      for (const [file, text] of Object.entries({ label, base: String(base), ngpio: '54' }))
        write(`sys/class/gpio/${name}/${file}`, `${text}\n`);
    },
    addLed: (name) => {
      write(`sys/class/leds/${name}/trigger`, 'heartbeat');
      write(`sys/class/leds/${name}/brightness`, '1');
    },
    addKey: (name) => {
      write('proc/bus/input/devices', `N: Name="${name}"\nH: Handlers=kbd event7 \n`);
      mkdirSync(join(root, 'dev/input'), { recursive: true });
      const path = join(root, 'dev/input/event7');
      execFileSync('mkfifo', [path]);
      // Open for both: opening only to write would wait for a reader.
      const fifo = openSync(path, 'r+');
      open.push(fifo);
      return (down) => {
        if (down === null) return closeSync(open.pop() ?? -1);
        writeSync(fifo, Buffer.concat([keyEvent(1, 148, down ? 1 : 0), keyEvent(0, 0, 0)]));
      };
    },
    remove: () => {
      for (const fd of open) closeSync(fd);
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** A pin without hardware. Real ones need the kernel: it refuses to watch plain files. */
export interface FakePin extends Pin {
  readonly number: number;
  readonly direction: 'in' | 'out';
  /** What an input reads as, or an output was set to. */
  value: boolean;
  /** Reading and writing fail while set. */
  broken: boolean;
  closed: boolean;
  /** Changes the level, with an edge unless the kernel drops it. */
  set(value: boolean, edge?: boolean): void;
}

/** Opens fake pins and keeps them; `refuse` makes opening fail with a sentence. */
export const createFakePins = (): {
  readonly pins: FakePin[];
  tries: number;
  refuse: string | null;
  unwatchable: boolean;
  readonly openPin: OpenPin;
} => {
  const pins: FakePin[] = [];
  const made = {
    pins,
    tries: 0,
    refuse: null as string | null,
    unwatchable: false,
    openPin: (number: number, direction: 'in' | 'out'): Pin => {
      made.tries++;
      if (made.refuse !== null) throw new Error(made.refuse);
      const listeners: (() => void)[] = [];
      const check = (): void => {
        if (pin.broken) throw new Error('EIO');
      };
      const pin: FakePin = {
        number,
        direction,
        value: false,
        broken: false,
        closed: false,
        read: () => (check(), pin.value),
        write: (high) => {
          check();
          pin.value = high;
        },
        watch: (onEdge) => {
          if (made.unwatchable) throw new Error('Operation not permitted');
          listeners.push(onEdge);
        },
        close: () => {
          pin.closed = true;
        },
        set: (value, edge = true) => {
          pin.value = value;
          if (edge && !pin.closed) for (const listener of listeners) listener();
        },
      };
      pins.push(pin);
      return pin;
    },
  };
  return made;
};
