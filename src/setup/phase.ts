import type { JoinFailure, JoinRequest } from './network.ts';
import { MINUTE_MS } from '../core/time/durations.ts';

/** Why the access point is open again: the network that was chosen, and what was wrong. */
export interface FailedChoice {
  readonly ssid: string;
  readonly failure: JoinFailure;
}

/** Where set-up is. Instants are of a clock that only goes forward, in ms. */
export type Phase =
  /** No set-up. `offlineSince` is null while there is a network. */
  | { readonly kind: 'watching'; readonly offlineSince: number | null }
  /** Scanning, then opening the access point. */
  | { readonly kind: 'opening'; readonly byHand: boolean; readonly failed: FailedChoice | null }
  /** The access point is there; nobody looked at its page since `quietSince`. */
  | {
      readonly kind: 'open';
      readonly byHand: boolean;
      readonly failed: FailedChoice | null;
      readonly quietSince: number;
    }
  /** What was chosen is being joined. */
  | { readonly kind: 'joining'; readonly byHand: boolean; readonly request: JoinRequest }
  /** The access point is closed for a moment, so that a stored network that came back is joined by itself. */
  | { readonly kind: 'looking'; readonly until: number };

/** What happens to set-up. */
export type SetUpEvent =
  /** Looked at regularly: whether there is any network, and whether one is stored that could come back. */
  | { readonly kind: 'looked'; readonly online: boolean; readonly known: boolean }
  | { readonly kind: 'asked' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'not-opened' }
  | { readonly kind: 'visited' }
  | { readonly kind: 'chosen'; readonly request: JoinRequest }
  | { readonly kind: 'joined' }
  | { readonly kind: 'failed'; readonly failure: JoinFailure };

/** What is to be done: scan and open the access point, close it, or close it and join. */
export type Order = 'none' | 'open' | 'close' | 'join';

/** A phase and what is to be done on entering it. */
export interface Step {
  readonly phase: Phase;
  readonly order: Order;
}

/**
 * How long after its start, or the loss of a cable, a machine without any stored network waits before it offers set-up.
 */
export const SETTLE_MS = 10_000;
/** How long stored networks may be out of reach before set-up is offered. */
export const LOST_MS = 300_000;
/** How long joining may take, an address included. */
export const JOIN_MS = MINUTE_MS;
/**
 * How long nobody may look at the page before stored networks are given another chance, or a set-up begun by hand ends.
 */
export const QUIET_MS = 300_000;
/** How long stored networks then have to be joined. */
export const LOOK_MS = MINUTE_MS;

const stay = (phase: Phase): Step => ({ phase, order: 'none' });
const open = (byHand: boolean, failed: FailedChoice | null = null): Step => ({
  phase: { kind: 'opening', byHand, failed },
  order: 'open',
});
const watch = (offlineSince: number | null, order: Order = 'none'): Step => ({
  phase: { kind: 'watching', offlineSince },
  order,
});

const lookWatching = (offlineSince: number | null, online: boolean, known: boolean, at: number): Step => {
  if (online) return watch(null);
  const since = offlineSince ?? at;
  return at - since >= (known ? LOST_MS : SETTLE_MS) ? open(false) : watch(since);
};

const lookOpen = (phase: Phase & { kind: 'open' }, online: boolean, known: boolean, at: number): Step => {
  const quiet = at - phase.quietSince >= QUIET_MS;
  if (phase.byHand) return quiet ? watch(at, 'close') : stay(phase);
  // A cable makes set-up unnecessary.
  if (online) return watch(null, 'close');
  return quiet && known ? { phase: { kind: 'looking', until: at + LOOK_MS }, order: 'close' } : stay(phase);
};

const look = (phase: Phase, online: boolean, known: boolean, at: number): Step => {
  if (phase.kind === 'watching') return lookWatching(phase.offlineSince, online, known, at);
  if (phase.kind === 'open') return lookOpen(phase, online, known, at);
  if (phase.kind !== 'looking') return stay(phase);
  if (online) return watch(null);
  return at >= phase.until ? open(false) : stay(phase);
};

const ask = (phase: Phase, at: number): Step => {
  if (phase.kind === 'watching' || phase.kind === 'looking') return open(true);
  if (phase.kind === 'opening') return stay({ ...phase, byHand: true });
  return stay(phase.kind === 'open' ? { ...phase, byHand: true, quietSince: at } : phase);
};

/**
 * What an event at an instant makes of a phase. Events that do not belong to it, as an answer that comes too late,
 * change nothing.
 */
export const advance = (phase: Phase, event: SetUpEvent, at: number): Step => {
  switch (event.kind) {
    case 'looked':
      return look(phase, event.online, event.known, at);
    case 'asked':
      return ask(phase, at);
    case 'opened':
      return phase.kind === 'opening'
        ? stay({ kind: 'open', byHand: phase.byHand, failed: phase.failed, quietSince: at })
        : stay(phase);
    case 'not-opened':
      return phase.kind === 'opening' ? watch(at) : stay(phase);
    case 'visited':
      return stay(phase.kind === 'open' ? { ...phase, quietSince: at } : phase);
    case 'chosen':
      return phase.kind === 'open'
        ? { phase: { kind: 'joining', byHand: phase.byHand, request: event.request }, order: 'join' }
        : stay(phase);
    case 'joined':
      return phase.kind === 'joining' ? watch(null) : stay(phase);
    default:
      return phase.kind === 'joining'
        ? open(phase.byHand, { ssid: phase.request.ssid, failure: event.failure })
        : stay(phase);
  }
};
