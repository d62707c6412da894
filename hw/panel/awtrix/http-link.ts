import { parseJson } from '../../../src/core/json.ts';
import type { DeviceHttp, DeviceRequest } from '../pixels/request.ts';
import { Refusal } from '../pixels/pixel-display.ts';
import { APP, pixelsOf, statsOf, type ClockLink, type ClockStats, type OpenClock } from './link.ts';

/** Reaches a clock at its own address. `label` names it at the start of a sentence. */
export const openByHttp =
  (http: DeviceHttp, label: string): OpenClock =>
  async (events, signal) => {
    const link = httpLink(http, label);
    const stats = await link.look(signal);
    if (stats) events.onStats(stats);
    return link;
  };

const httpLink = (http: DeviceHttp, label: string): ClockLink => {
  const ask = async (request: DeviceRequest, signal: AbortSignal): Promise<string> => {
    const { status, text } = await http.ask(request, signal);
    if (status === 200) return text;
    throw refusalOf(status, label);
  };
  const post = async (path: string, body: object, signal: AbortSignal): Promise<void> => {
    const said = (await ask({ method: 'POST', path, body: JSON.stringify(body) }, signal)).trim();
    if (!/^OK$/i.test(said)) throw notOk(said, label);
  };
  const look = async (signal: AbortSignal): Promise<ClockStats> => {
    const stats = statsOf(parseJson(await ask({ method: 'GET', path: '/api/stats' }, signal)));
    if (!stats) throw new Error(`${label} does not answer like an AWTRIX 3 clock: is the host right?`);
    return stats;
  };
  return {
    show: (app, signal) => post(`/api/custom?name=${APP}`, app, signal),
    bring: (signal) => post('/api/switch', { name: APP }, signal),
    isInFront: async (_isShown, signal) => {
      const { app } = await look(signal);
      return app === null || app === APP;
    },
    power: (isOn, signal) => post('/api/power', { power: isOn }, signal),
    set: (settings, signal) => post('/api/settings', settings, signal),
    look,
    screen: async (signal) => {
      const pixels = pixelsOf(parseJson(await ask({ method: 'GET', path: '/api/screen' }, signal)));
      if (!pixels) throw new Error(`${label} does not tell what its 32 × 8 pixels show.`);
      return pixels;
    },
    close: () => undefined,
  };
};

/** A page, a list, nothing at all, or a refusal in words: only its OK says that the clock took it. */
const notOk = (said: string, label: string): Error =>
  new Error(
    /^[\w .,:-]{1,60}$/.test(said)
      ? `${label} did not take what it was sent: it says "${said}".`
      : `${label} does not answer like an AWTRIX 3 clock: is the host right?`,
  );

const refusalOf = (status: number, label: string): Error => {
  if (status === 401 || status === 403) return new Refusal(`${label} refused the user or the password.`);
  if (status === 404 || (status >= 300 && status < 400))
    return new Error(`${label} does not answer like an AWTRIX 3 clock (status ${status}): is the host right?`);
  if (status === 500) return new Error(`${label} could not take what it was sent (status 500).`);
  return new Error(`${label} answered with status ${status}.`);
};
