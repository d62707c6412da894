import { LONGEST_PAYLOAD } from '../../../src/core/follow/frame.ts';
import type { HubLine } from '../../../src/core/follow/joining.ts';
import { openBrokerLink, type BrokerAddress } from '../broker-link.ts';

/** Which broker, what to listen to, and what it takes back when the connection is gone. */
export interface HubPlace extends BrokerAddress {
  readonly topics: readonly string[];
  /** A retained topic that is empty again once the connection is gone; null for none. */
  readonly presence: string | null;
}

/** What a connection tells. */
export interface HubEvents {
  /** `retained`: the broker had it from before. */
  onMessage(topic: string, payload: string, retained: boolean): void;
  onClose(): void;
}

/** A connection to a broker. What is published is retained; it rejects with a sentence. */
export interface HubLink extends Omit<HubLine, 'renew'> {
  /** Ends the connection; never rejects. `onClose` is not called for it. */
  close(): void;
}

/** Connects and listens; rejects with a sentence for the owner, and soon after the signal aborts. */
export type OpenHubLink = (place: HubPlace, events: HubEvents, signal: AbortSignal) => Promise<HubLink>;

/** Connects to a broker of the network; the package is loaded now. */
export const openHubLink: OpenHubLink = async (place, events, signal) => {
  const { topics, presence } = place;
  const onMessage = (topic: string, payload: Buffer, retained: boolean): void => {
    if (payload.length <= LONGEST_PAYLOAD) events.onMessage(topic, payload.toString('utf8'), retained);
  };
  const listening = { topics, qos: 1, source: 'the topics of its walls', presence, newestOnly: true } as const;
  const link = await openBrokerLink(place, listening, { onMessage, onClose: () => events.onClose() }, signal);
  return {
    publish: (topic, payload) => link.publish(topic, payload, true),
    listen: (topic, anew) => link.listen(topic, anew),
    close: () => link.close(),
  };
};
