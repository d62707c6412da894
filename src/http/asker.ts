import type { Actor } from '../service/auth/audit.ts';
import { calledHost } from './peer.ts';
import type { RouteRequest } from './route.ts';

/** Who asks, as the log of access has it. */
export const actorOf = ({ identity, peer }: Pick<RouteRequest, 'identity' | 'peer'>): Actor => ({
  username: identity.username,
  client: peer.address,
});

/** Scheme, host and port that the client called. */
export const originOf = ({ stream, headers, secure }: Pick<RouteRequest, 'stream' | 'headers' | 'secure'>): string =>
  `${secure ? 'https' : 'http'}://${calledHost(stream.socket, headers)}`;
