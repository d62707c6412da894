import * as v from 'valibot';
import { readSize } from '../../../src/core/follow/frame.ts';
import { isRecord } from '../../../src/core/record.ts';
import { sentenceOf } from '../../../src/core/sentence.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { PRESENCE } from '../../../src/platform/network/hub-presence.ts';
import { browseServices } from '../../../src/platform/network/mdns.ts';
import { TopicSchema } from '../../../src/schema/boards/follow.ts';
import { parseJson } from '../../../src/core/json.ts';
import type { BrokerAddress } from '../broker-link.ts';
import { Listeners } from '../waiting.ts';
import { openHubLink, type OpenHubLink } from './link.ts';

/** A hub's topic at a broker, and the size of its frames. */
export interface FoundHub {
  readonly topic: string;
  readonly rows: number;
  readonly cols: number;
}

/** A broker that announces itself nearby. */
export interface FoundBroker {
  readonly url: string;
  readonly name: string;
}

const BROWSE_MS = 1500;
const LISTEN_MS = 700;
/** So many hubs are listed, after so many messages at most; larger messages are no hub's. */
const MOST_HUBS = 200;
const MOST_MESSAGES = 2000;
const LONGEST_MESSAGE = 2048;
const SECURE = '_secure-mqtt._tcp';

/** MQTT brokers that announce themselves in the home network; takes a second or two. Never rejects. */
export const findBrokers = async (
  clock: Clock,
  signal: AbortSignal,
  browse: typeof browseServices = browseServices,
): Promise<FoundBroker[]> =>
  (await browse(['_mqtt._tcp', SECURE], BROWSE_MS, clock, signal)).map(({ name, host, port, type }) => ({
    url: `${type === SECURE ? 'mqtts' : 'mqtt'}://${host}:${port}`,
    name,
  }));

const hubIn = (payload: string): FoundHub | null => {
  const value = parseJson(payload);
  if (!isRecord(value)) return null;
  const { topic } = value;
  const size = readSize(value);
  // What somebody else left there can be neither drawn nor chosen.
  return size && typeof topic === 'string' && v.is(TopicSchema, topic) ? { topic, ...size } : null;
};

const tooMany = (count: number): string =>
  `More lies below "${PRESENCE}" than is read: ${count} boards are listed, and others may be missing. Type the topic of one that is missing.`;

/** The hubs that are known to a broker; or why it does not tell, in a sentence. Never rejects. */
export const listHubs = async (
  place: BrokerAddress,
  clock: Clock,
  signal: AbortSignal,
  open: OpenHubLink = openHubLink,
): Promise<{ readonly hubs: FoundHub[]; readonly error: string | null }> => {
  const hubs: FoundHub[] = [];
  let messages = 0;
  const full = new Listeners<true>();
  const isFull = (): boolean => hubs.length >= MOST_HUBS || messages >= MOST_MESSAGES;
  const onMessage = (_topic: string, payload: string): void => {
    if (isFull()) return;
    messages++;
    const hub = payload.length > LONGEST_MESSAGE ? null : hubIn(payload);
    if (hub) hubs.push(hub);
    if (isFull()) full.tell(true);
  };
  try {
    const events = { onMessage, onClose: () => undefined };
    const link = await open({ ...place, topics: [`${PRESENCE}/+`], presence: null }, events, signal);
    if (!isFull()) await full.first(clock, LISTEN_MS, signal);
    link.close();
    return { hubs, error: isFull() ? tooMany(hubs.length) : null };
  } catch (error) {
    return { hubs, error: sentenceOf(error) };
  }
};
