import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostname } from 'node:os';
import { Fault } from '../fault.ts';
import { ClientGone, readBody } from '../http/wire/body.ts';
import { unmapped } from '../http/peer.ts';
import { reply, replyEmpty, replyFailure, replyText, type Reply } from '../http/reply.ts';
import { send, type Outlet } from '../http/wire/send.ts';
import type { Log } from '../platform/log.ts';
import { choose, namedIn, readForm } from './choice.ts';
import type { Network } from './network.ts';
import { guessPlace, type Place } from './place.ts';
import type { SetUp } from './set-up.ts';

/** What the portal depends on. */
export interface PortalOptions {
  readonly setUp: SetUp;
  readonly network: Pick<Network, 'isAccessPointClient' | 'accessPointAddress'>;
  readonly outlet: Outlet;
  readonly log: Log;
  /** The time zone that an owner chose before; null without. */
  readonly storedZone: () => string | null;
  /** Stores where the owner is; empty members say nothing. Never rejects. */
  readonly settle: (place: Place) => Promise<void>;
}

/** Answers a request, if it is its own; whether it did. */
export type Intercept = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const FORM_BYTES = 4096;
const HTML = 'text/html; charset=utf-8';
const OWN = ['/setup/captive', '/setup/networks', '/setup/connect', '/setup/scan'];
const WELL_KNOWN = '/.well-known/captive-portal';
const PRIVATE = { 'Cache-Control': 'no-store' };

const pathOf = (url: string | undefined): string =>
  (url ?? '/').replace(/^[a-z]+:\/\/[^/?]*/i, '').split('?', 1)[0] || '/';

/** Loaded while somebody sets the appliance up. */
const pages = (): typeof import('./page.ts') => require('./page.ts') as typeof import('./page.ts');

const html = (status: number, text: string): Reply =>
  // Without a referrer the browser would not say where a form comes from.
  replyText(status, text, HTML, {
    ...PRIVATE,
    'Content-Security-Policy': pages().PAGE_POLICY,
    'Referrer-Policy': 'same-origin',
  });

/**
 * The captive portal. On the access point of set-up it answers everything, and nothing else of the appliance can be
 * reached: its own page to those who call its address, a redirect there to every other name, which is what phones and
 * computers probe for. Elsewhere its addresses do not exist.
 */
export const createPortal = ({ setUp, network, outlet, log, storedZone, settle }: PortalOptions): Intercept => {
  const originOf = ({ socket }: IncomingMessage): string =>
    `http://${network.accessPointAddress}${socket.localPort === 80 ? '' : `:${socket.localPort ?? 80}`}`;

  const page = (incoming: IncomingMessage, status: number, problem: string | null, chosen: string): Reply => {
    const { networks, known } = setUp.view;
    const zone = storedZone();
    const place = guessPlace(String(incoming.headers['accept-language'] ?? ''), zone);
    return html(status, pages().formPage({ networks, known, problem, chosen, place, isGuess: zone === null }));
  };

  const first = (incoming: IncomingMessage): Reply => {
    const { networks, failure, failedSsid, known } = setUp.view;
    const usual = networks.find(({ ssid }) => known.includes(ssid)) ?? networks[0];
    return page(incoming, 200, failure, failedSsid ?? usual?.ssid ?? '');
  };

  const connect = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<Reply> => {
    const form = readForm((await readBody(incoming, FORM_BYTES)).toString());
    const view = setUp.view;
    const choice = choose(form, view);
    if (!choice.ok) return page(incoming, 400, choice.problem, namedIn(form));
    log.redact('network', [form.password]);
    await settle(choice.place);
    // The answer goes out before the network goes.
    outgoing.once('close', () => setUp.choose(choice.request));
    return html(200, pages().nextPage(choice.request.ssid, view.access_point ?? 'flapbox', `${hostname()}.local`));
  };

  const captive = (incoming: IncomingMessage): Reply => {
    const text = JSON.stringify({ captive: true, 'user-portal-url': `${originOf(incoming)}/` });
    return replyText(200, text, 'application/captive+json', { 'Cache-Control': 'private' });
  };

  const post = async (incoming: IncomingMessage, outgoing: ServerResponse, path: string): Promise<Reply> => {
    const { origin } = incoming.headers;
    if (origin !== undefined && origin !== 'null' && origin !== originOf(incoming))
      throw new Fault(403, 'Pages of another origin may not do this.');
    if (path === '/setup/connect') return connect(incoming, outgoing);
    if (path !== '/setup/scan')
      throw new Fault(405, 'This address does not accept the method.', { headers: { Allow: 'GET, HEAD' } });
    await setUp.search();
    return replyEmpty(303, { ...PRIVATE, Location: '/' });
  };

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<Reply> => {
    const path = pathOf(incoming.url);
    const { host } = incoming.headers;
    if (path === WELL_KNOWN || path === '/setup/captive') return captive(incoming);
    const isOwn = host === undefined || `http://${host.toLowerCase()}`.replace(/:80$/, '') === originOf(incoming);
    if (!isOwn) return replyEmpty(302, { ...PRIVATE, Location: `${originOf(incoming)}/` });
    if (path === '/' || OWN.includes(path)) setUp.visit();
    if (path === '/api' || path.startsWith('/api/'))
      return reply(404, { detail: 'Only set-up can be reached over this Wi-Fi.' });
    if (incoming.method === 'POST') return post(incoming, outgoing, path);
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
      throw new Fault(405, 'This address does not accept the method.', { headers: { Allow: 'GET, HEAD, POST' } });
    if (path === '/') return first(incoming);
    if (path === '/setup/networks') return html(200, pages().networkList({ ...setUp.view, chosen: '' }));
    return replyEmpty(302, { ...PRIVATE, Location: `${originOf(incoming)}/` });
  };

  const respond = async (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    work: () => Promise<Reply>,
  ): Promise<void> => {
    let result: Reply;
    try {
      result = await work();
    } catch (error) {
      if (error instanceof ClientGone) return;
      result = replyFailure(error, log, 'A page of Wi-Fi set-up failed unexpectedly.');
    }
    send(incoming, outgoing, result, {}, outlet);
  };

  return (incoming, outgoing) => {
    const { socket, url = '/' } = incoming;
    if (setUp.isThere && network.isAccessPointClient(unmapped(socket.localAddress), unmapped(socket.remoteAddress))) {
      void respond(incoming, outgoing, () => answer(incoming, outgoing));
      return true;
    }
    if (!url.startsWith('/setup/') && !url.startsWith(WELL_KNOWN)) return false;
    const path = pathOf(url);
    if (path !== WELL_KNOWN && !OWN.includes(path)) return false;
    void respond(incoming, outgoing, () => Promise.reject(new Fault(404, 'There is nothing at this address.')));
    return true;
  };
};
