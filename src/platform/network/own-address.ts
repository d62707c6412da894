import { hostname, networkInterfaces } from 'node:os';

const ANY = ['0.0.0.0', '::', ''];
/** Networks that exist inside this machine only. */
const INSIDE = /^(?:docker|br-|veth|virbr|cni|podman)/;

const nearby = (interfaces: ReturnType<typeof networkInterfaces>): string | undefined =>
  Object.entries(interfaces)
    .filter(([name]) => !INSIDE.test(name))
    .flatMap(([, addresses]) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

/**
 * Where a browser in this network finds what listens at `host` and `port`: the address that it listens at, otherwise
 * one of the machine's, otherwise its name. An address is preferred because not every program resolves names of the
 * home network.
 */
export const ownAddress = (host: string, port: number, interfaces = networkInterfaces()): string => {
  const name = ANY.includes(host) ? (nearby(interfaces) ?? `${hostname()}.local`) : host;
  return `http://${name.includes(':') ? `[${name}]` : name}${port === 80 ? '' : `:${port}`}/`;
};

/** Whether a text is a web address that other programs can link to. */
export const isLink = (text: string): boolean => {
  if (!/^https?:\/\//i.test(text)) return false;
  return URL.canParse(text) && new URL(text).hostname !== '';
};
