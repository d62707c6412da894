import { basename } from 'node:path';

/** An open line of bytes, whatever carries it. */
export interface Line {
  /** Hands bytes over; resolves when the line takes more, rejects with a sentence when it is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** Pulls the modem lines; resolves also where there are none. */
  setSignals(signals: { readonly dtr: boolean; readonly rts: boolean }): Promise<void>;
  /** Releases the line; never rejects. `onClose` is not called for it. */
  close(): Promise<void>;
}

/** What a line tells. */
export interface LineEvents {
  onData(bytes: Uint8Array): void;
  /** The line is gone: unplugged, or taken away. */
  onClose(reason: string): void;
}

/** Which serial port, and how fast; always 8 data bits, no parity, 1 stop bit. */
export interface SerialSettings {
  readonly path: string;
  readonly baudRate: number;
}

/** Opens a line; rejects with a sentence for the owner. Tests pass one of their own. */
export type OpenLine = (settings: SerialSettings, events: LineEvents) => Promise<Line>;

/** Names a serial port in a sentence without telling where the machine keeps it. */
export const nameSerial = (path: string): string => `The serial port ${basename(path)}`;

const explain = (path: string, problem: Error & { code?: string }): string => {
  const name = nameSerial(path);
  const text = `${problem.code ?? ''} ${problem.message}`;
  if (/ENOENT|No such file/i.test(text)) return `${name} is not there: is the cable plugged in?`;
  if (/EACCES|EPERM|Permission denied|not permitted/i.test(text))
    return `${name} cannot be opened: the service needs permission for serial ports.`;
  if (/EBUSY|EAGAIN|lock|busy|temporarily unavailable/i.test(text))
    return `${name} is in use by another board or program.`;
  if (/ENOTTY|Inappropriate ioctl|EISDIR|ENODEV|ENXIO/i.test(text))
    return `${name} is not a serial port, or its adapter is gone.`;
  return `${name} cannot be opened.`;
};

/** What opens ports by the package that `load` brings at the first of them. */
export const serialOpener =
  (load: () => Promise<Pick<typeof import('serialport'), 'SerialPort'>>): OpenLine =>
  async ({ path, baudRate }, events) => {
    const { SerialPort } = await load();
    const port = new SerialPort({ path, baudRate, autoOpen: false });
    await new Promise<void>((resolve, reject) =>
      port.open((problem) => (problem ? reject(new Error(explain(path, problem))) : resolve())),
    );
    const gone = `${nameSerial(path)} was unplugged.`;
    let open = true;
    // A port that vanishes does not answer the writes that were under way.
    const writing = new Set<(problem: Error) => void>();
    const end = (): void => {
      open = false;
      for (const reject of writing) reject(new Error(gone));
    };
    const lose = (): void => {
      if (!open) return;
      end();
      events.onClose(gone);
    };
    port.on('data', (bytes: Uint8Array) => events.onData(bytes));
    port.on('error', lose);
    port.on('close', lose);
    return {
      write: (bytes) =>
        new Promise((resolve, reject) => {
          if (!open) return reject(new Error(gone));
          writing.add(reject);
          port.write(bytes, (problem) => {
            writing.delete(reject);
            if (problem) reject(new Error(gone));
            else resolve();
          });
        }),
      // Pseudo terminals have no modem lines and refuse; what listens there needs none.
      setSignals: (signals) => new Promise((resolve) => port.set(signals, () => resolve())),
      close: () =>
        new Promise((resolve) => {
          end();
          if (port.isOpen) port.close(() => resolve());
          else resolve();
        }),
    };
  };

/** Opens a port of this machine; the native part is loaded now. */
export const openSerial: OpenLine = serialOpener(() => loadSerialPort());

/** The package with its native part; rejects with a sentence when this build has none for the machine. */
export const loadSerialPort = async (): Promise<typeof import('serialport')> => {
  try {
    return require('serialport') as typeof import('serialport');
  } catch {
    throw new Error('Serial ports cannot be used on this machine: their native part is missing.');
  }
};
