import { systemClock } from '../../../src/platform/clock.ts';
import { startDeviceServer, type DeviceServer } from '../pixels/device-server.ts';
import type { PixooDevice } from './device.ts';

/** Where and how slowly a device answers. */
export interface PixooServerOptions {
  readonly port: number;
  /** Time that each answer takes, in ms; about 190 on a real one. */
  readonly answerMs: number;
  readonly host?: string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void systemClock.after(ms, resolve));

/** Puts a device behind its HTTP server. */
export const startPixooServer = (
  device: PixooDevice,
  { port, answerMs, host }: PixooServerOptions,
): Promise<DeviceServer> =>
  startDeviceServer(
    port,
    async ({ method, url, body }) => {
      if (answerMs > 0) await pause(answerMs);
      if (method !== 'POST' || url.pathname !== '/post') return { status: 404, text: 'Not Found' };
      const answer = device.obey(body);
      return answer && { status: 200, text: JSON.stringify(answer) };
    },
    host,
  );
