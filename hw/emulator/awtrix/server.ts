import { startDeviceServer, type DeviceServer } from '../pixels/device-server.ts';
import type { AwtrixDevice } from './device.ts';

/** Where a clock answers. */
export interface AwtrixServerOptions {
  readonly port: number;
  /** `user:password`; null when it asks nobody. */
  readonly login: string | null;
}

type Reply = { readonly status: number; readonly type?: string; readonly text: string };

const OK: Reply = { status: 200, type: 'text/plain', text: 'OK' };
const said = (is: boolean, otherwise: string): Reply =>
  is ? OK : { status: 500, type: 'text/plain', text: otherwise };
const json = (value: unknown): Reply => ({ status: 200, text: JSON.stringify(value) });

type Route = (device: AwtrixDevice, body: string, url: URL) => Reply;

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /api/custom': (device, body, url) =>
    said(device.custom(url.searchParams.get('name') ?? '', body), 'ErrorParsingJson'),
  'POST /api/notify': (device, body) => said(device.notify(body), 'ErrorParsingJson'),
  'POST /api/notify/dismiss': (device) => (device.dismiss(), OK),
  'POST /api/switch': (device, body) => said(device.switchTo(body), 'FAILED'),
  'POST /api/nextapp': (device) => (device.next(), OK),
  'POST /api/settings': (device, body) => (device.set(body), OK),
  'POST /api/power': (device, body) => (device.power(body), OK),
  'POST /api/reboot': (device) => (device.restart(), OK),
  'GET /api/stats': (device) => json(device.stats),
  'GET /api/screen': (device) => json([...device.pixels]),
};

/** Puts a clock behind its HTTP server. */
export const startAwtrixServer = (device: AwtrixDevice, { port, login }: AwtrixServerOptions): Promise<DeviceServer> =>
  startDeviceServer(port, async ({ method, url, body, authorization }) => {
    const wanted = login === null ? null : `Basic ${Buffer.from(login).toString('base64')}`;
    if (wanted !== null && authorization !== wanted) return { status: 401, type: 'text/plain', text: '' };
    const name = `${method} ${url.pathname}`;
    const route = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
    return route ? route(device, body, url) : { status: 404, type: 'text/plain', text: 'FileNotFound' };
  });
