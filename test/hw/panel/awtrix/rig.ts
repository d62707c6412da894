import { AwtrixDevice } from '../../../../hw/emulator/awtrix/device.ts';
import { Awtrix } from '../../../../hw/panel/awtrix/awtrix.ts';
import { pixelsOf, type ClockEvents, type OpenClock } from '../../../../hw/panel/awtrix/link.ts';
import { onAbort } from '../../../../src/platform/abort.ts';
import { systemClock, type Clock } from '../../../../src/platform/clock.ts';
import { panelOf } from '../rig.ts';

/** What can be wrong between driver and clock. */
export type ClockFault = 'none' | 'unreachable' | 'silent';

/** A clock behind a broker in memory, and a driver that was not started. */
export interface MemoryClock {
  readonly driver: Awtrix;
  readonly device: AwtrixDevice;
  /** How many connections were made. */
  opened(): number;
  setFault(fault: ClockFault): void;
  /** What the clock tells on its own. */
  events(): ClockEvents | null;
}

/** A broker's place is taken by functions: what is published arrives at once. */
export const memoryClock = ({
  password = '',
  cols = 6,
  clock = systemClock,
}: {
  readonly password?: string;
  readonly cols?: number;
  readonly clock?: Clock;
} = {}): MemoryClock => {
  const device = new AwtrixDevice(clock);
  let fault: ClockFault = 'none';
  let opened = 0;
  let events: ClockEvents | null = null;
  const answered = (signal: AbortSignal): Promise<void> => {
    if (fault === 'unreachable') return Promise.reject(new Error('The MQTT broker at broker.local cannot be reached.'));
    if (fault === 'none' && !signal.aborted) return Promise.resolve();
    return new Promise((_resolve, reject) => void onAbort(signal, () => reject(new Error('It was called off.'))));
  };
  const open: OpenClock = async (given, signal) => {
    opened++;
    await answered(signal);
    events = given;
    return {
      show: async (app, during) => {
        await answered(during);
        device.custom('flapbox', JSON.stringify(app));
      },
      bring: async (during) => {
        await answered(during);
        device.switchTo(JSON.stringify({ name: 'flapbox' }));
      },
      isInFront: async (isShown, during) => {
        await answered(during);
        return isShown(pixelsOf([...device.pixels]) ?? new Uint32Array());
      },
      power: async (isOn, during) => {
        await answered(during);
        device.power(JSON.stringify({ power: isOn }));
      },
      set: async (settings, during) => {
        await answered(during);
        device.set(JSON.stringify(settings));
      },
      look: () => Promise.resolve(null),
      screen: async (during) => {
        await answered(during);
        return pixelsOf([...device.pixels]) ?? new Uint32Array();
      },
      close: () => undefined,
    };
  };
  const panel = panelOf('awtrix', { connection: { url: 'mqtt://broker.local', topic_prefix: 'clock', password } });
  return {
    device,
    driver: new Awtrix({ rows: 1, cols, panel }, { clock, open }),
    opened: () => opened,
    setFault: (next) => void (fault = next),
    events: () => events,
  };
};
