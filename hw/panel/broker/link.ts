import { LONGEST_PAYLOAD, frameTopic, stateTopic } from '../../../src/core/follow/frame.ts';
import { presenceTopic } from '../../../src/platform/network/hub-presence.ts';
import {
  brokerIn,
  openBrokerLink,
  requireTopic,
  type BrokerAddress,
  type BrokerEvents,
  type BrokerLink,
  type BrokerSettings,
} from '../broker-link.ts';

/** Which broker, what to listen to, and what it takes back when the connection is gone. */
export interface HubPlace extends BrokerAddress {
  readonly topics: readonly string[];
  /** A retained topic that is empty again once the connection is gone; null for none. */
  readonly presence: string | null;
}

/** The prefix of topics that settings name. Throws a sentence for the owner when it cannot be one. */
export const prefixOf = (prefix: string | null | undefined): string => {
  const topic = (prefix ?? '').replace(/\/+$/, '');
  if (topic === '') throw new Error('The panel needs the topic below which its frames are published.');
  requireTopic('The topic of the panel', topic);
  return topic;
};

/** The broker of a hub, and what it listens to. Throws a sentence for the owner. */
export const placeOf = (connection: BrokerSettings, prefix: string): HubPlace => {
  const presence = presenceTopic(prefix);
  return { ...brokerIn(connection), topics: [frameTopic(prefix), stateTopic(prefix, '+'), presence], presence };
};

/**
 * Connects and listens; rejects with a sentence for the owner, and soon after the signal aborts. What is published is
 * retained.
 */
export type OpenHubLink = (place: HubPlace, events: BrokerEvents, signal: AbortSignal) => Promise<BrokerLink>;

/** Connects to a broker of the network; the package is loaded now. */
export const openHubLink: OpenHubLink = ({ topics, presence, ...address }, events, signal) =>
  openBrokerLink(
    address,
    {
      topics,
      qos: 1,
      source: 'the topics of its walls',
      presence,
      newestOnly: true,
      longest: LONGEST_PAYLOAD,
      retains: true,
    },
    events,
    signal,
  );
