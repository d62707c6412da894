import { isIPv6 } from 'node:net';
import { LOCAL_API_PORT, parseHost as parseHostAndPort } from '../../src/platform/network/net.ts';

/** A name or IP address, and a port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The address that `name`, `name:port`, an IP address or `[v6]:port` means; null when it is none of these. */
export const parseHost = (text: string, defaultPort = LOCAL_API_PORT): Address | null => {
  const parsed = parseHostAndPort(text);
  return parsed && { host: parsed.host, port: parsed.port === 0 ? defaultPort : parsed.port };
};

/** `host:port`, as it stands in a URL. */
export const formatAddress = ({ host, port }: Address): string => `${isIPv6(host) ? `[${host}]` : host}:${port}`;
