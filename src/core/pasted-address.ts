const ADDRESS = /^(?:([a-z]+):\/\/)?([^\s:/?#@\\[\]]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(?:[/?#]\S*)?$/i;
const LAST_PORT = 65_535;

interface Parts {
  /** Null where none was written. */
  readonly scheme: string | null;
  readonly host: string;
  /** Null where none was written. */
  readonly port: string | null;
}

/** The parts of an address without a user; null for anything else. */
const partsOf = (text: string): Parts | null => {
  const [whole, scheme, host, port] = ADDRESS.exec(text.trim()) ?? [];
  const isPort = port === undefined || (Number(port) > 0 && Number(port) <= LAST_PORT);
  if (whole === undefined || host === undefined || !isPort) return null;
  return { scheme: scheme?.toLowerCase() ?? null, host, port: port ?? null };
};

const withPort = ({ host, port }: Parts): string => (port === null ? host : `${host}:${port}`);

const isWeb = ({ scheme }: Parts): boolean => scheme === 'http' || scheme === 'https';

/**
 * The host that is meant where one is wanted, with its port: `http://192.168.1.7:7000/` is `192.168.1.7:7000`. What is
 * no address of the web stays as it is.
 */
export const bareHost = (text: string): string => {
  const parts = partsOf(text);
  return parts && isWeb(parts) ? withPort(parts) : text.trim();
};

const IPV6 = /^[0-9a-f]*:[0-9a-f:.]*$/i;

/** A host with a port that was told beside it; one that is written in the host itself counts. */
export const hostAtPort = (host: string, port: number | null | undefined): string => {
  if (!port) return host;
  if (IPV6.test(host)) return `[${host}]:${port}`;
  return partsOf(host)?.port === null ? `${host}:${port}` : host;
};

/** Of a broker. Members that the text says nothing of are absent. */
export interface BrokerPlace {
  readonly broker_host: string;
  readonly broker_port?: number;
  readonly tls?: boolean;
}

const SECURE_BROKER = new Set(['mqtts', 'tls', 'ssl']);
const PLAIN_BROKER = new Set(['mqtt', 'tcp']);

/**
 * Where a broker is that was written as an address: `mqtts://broker.local` and `192.168.1.7:1884` tell more than a
 * host. The port of a page is none of a broker.
 */
export const brokerPlace = (text: string): BrokerPlace => {
  const parts = partsOf(text);
  if (!parts) return { broker_host: text };
  const { scheme, port } = parts;
  const broker_host = parts.host.replace(/^\[|\]$/g, '');
  if (isWeb(parts)) return { broker_host };
  const tls = SECURE_BROKER.has(scheme ?? '');
  if (scheme !== null && !tls && !PLAIN_BROKER.has(scheme)) return { broker_host: text };
  return {
    broker_host,
    ...(port === null ? {} : { broker_port: Number(port) }),
    ...(scheme === null ? {} : { tls, ...(port === null ? { broker_port: tls ? 8883 : 1883 } : {}) }),
  };
};

/** The address of a broker that is meant where one is wanted: `192.168.1.7:1883` is `mqtt://192.168.1.7:1883`. */
export const brokerAddress = (text: string): string => {
  const parts = partsOf(text);
  return parts?.scheme === null ? `mqtt://${withPort(parts)}` : text.trim();
};
