import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { InboxKind } from '../../src/core/inbox-kinds.ts';
import { Fault } from '../../src/fault.ts';
import type { Follow } from '../../src/inboxes/feed.ts';
import { Inboxes } from '../../src/inboxes/inboxes.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import type { StoredInbox } from '../../src/schema/plugins/inboxes.ts';
import type { InboxPositions } from '../../src/store/inbox-positions.ts';
import { NEW_INBOX } from '../../src/service/inboxes.ts';
import type { ChangeListener, Store } from '../../src/store/store.ts';

/** Pauses and looks that take half a minute take a second and a half. */
const HASTE = 20;
const hastyClock: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms / HASTE, run) };

/** An inbox of a kind, with what a test says of it. */
export const inboxOf = (kind: InboxKind, change: Partial<StoredInbox>): StoredInbox => ({
  id: 'one',
  kind,
  name: 'One',
  created_at: '2026-03-01T08:00:00.000Z',
  ...NEW_INBOX,
  mailbox: 'INBOX',
  ...change,
});

/** Positions in memory, which outlast one run of the inboxes. */
export const createPositions = (): InboxPositions => {
  const known = new Map<string, { place: string; cursor: string | null }>();
  return {
    of: (id, place) => (known.get(id)?.place === place ? (known.get(id)?.cursor ?? null) : null),
    keep: async (id, place, cursor) => void known.set(id, { place, cursor }),
    keepOnly: (ids) => {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    },
    close: async () => undefined,
  };
};

/** Inboxes that follow their servers, without boards: what was shown, and how it stands with the inbox. */
export interface InboxRig {
  readonly shown: string[];
  readonly reports: { readonly connected: boolean; readonly problem: string | null }[];
  readonly warnings: (readonly [message: string, about: unknown])[];
  /** From now on every message is refused so; null takes them again. */
  refuse(how: number | Error | null): void;
  /** Sets other inboxes, or says that something else was set. */
  set(inboxes: readonly StoredInbox[], changed?: 'settings' | 'pages'): void;
  readonly stop: () => Promise<void>;
}

/** Follows inboxes, each kind as the appliance does unless a test says how. */
export const followInboxes = (
  first: readonly StoredInbox[],
  follows?: Readonly<Partial<Record<InboxKind, () => Follow>>>,
  positions: InboxPositions = createPositions(),
  clock: Clock = hastyClock,
): InboxRig => {
  const shown: string[] = [];
  const warnings: (readonly [message: string, about: unknown])[] = [];
  const reports: { connected: boolean; problem: string | null }[] = [];
  let inboxes = first;
  let refusal: number | Error | null = null;
  let listener: ChangeListener = () => undefined;
  const store = {
    get state() {
      return { settings: { inboxes } } as Store['state'];
    },
    onChange: (listen: ChangeListener) => {
      listener = listen;
      return () => undefined;
    },
  };
  const all = new Inboxes({
    store,
    clock,
    openPositions: async () => positions,
    log: { warn: (message, about) => void warnings.push([message, about]) },
    service: {
      deliver: async (_id, text) => {
        if (refusal instanceof Error) throw refusal;
        if (refusal !== null) throw new Fault(refusal, 'Refused.');
        shown.push(text);
        return { text, sent: true, boards: [] };
      },
      report: (_id, connected, problem) => reports.push({ connected, problem }),
    },
    ...(follows ? { follows } : {}),
  });
  all.start();
  return {
    shown,
    reports,
    warnings,
    refuse: (how) => {
      refusal = how;
    },
    set: (next, changed = 'settings') => {
      inboxes = next;
      listener(store.state, store.state, new Set([changed]));
    },
    stop: () => all.stop(),
  };
};

/** A server on loopback that can go away and come back at the same address. */
export interface StandIn {
  readonly url: string;
  readonly port: number;
  /** Ends it and every connection. */
  leave(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Starts what `make` makes, on a port of the system's choosing. */
export const startStandIn = async (make: () => Server, scheme = 'http'): Promise<StandIn> => {
  const sockets = new Set<Socket>();
  let port = 0;
  let server: Server;
  const listen = () =>
    new Promise<void>((resolve) => {
      server = make();
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      });
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      });
    });
  await listen();
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    leave: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    comeBack: listen,
  };
};

/** A web server that answers as a test says. */
export const startWeb = (answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<StandIn> =>
  startStandIn(() => createServer(answer));

/** Answers JSON. */
export const sendJson = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};
