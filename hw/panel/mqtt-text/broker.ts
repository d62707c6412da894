import { openBrokerLink, type BrokerAddress } from '../broker-link.ts';

/** Which broker, and the topics of the display. */
export interface TextTopics extends BrokerAddress {
  readonly commandTopic: string;
  /** Where the display tells what it shows; null when it does not. */
  readonly stateTopic: string | null;
  /**
   * Where displays that have such a topic tell that they are `online` or `offline`; null when there is no place for it.
   */
  readonly availabilityTopic: string | null;
}

/** A connection to a broker, with the display behind it. */
export interface TextLink {
  /** Hands a text to the display's topic; resolves when the broker has it, rejects with a sentence when it is gone. */
  publish(text: string): Promise<void>;
  /** Ends the connection; never rejects. `onClose` is not called for it. */
  close(): void;
}

/** What a connection tells. */
export interface TextLinkEvents {
  /** What the display says it shows. */
  onState(text: string): void;
  /** What is said of its being there; `kept`: the broker had it from before. */
  onAvailability(text: string, kept: boolean): void;
  onClose(): void;
}

/** Connects; rejects with a sentence for the owner, and soon after the signal aborts. Tests pass one of their own. */
export type OpenTextLink = (topics: TextTopics, events: TextLinkEvents, signal: AbortSignal) => Promise<TextLink>;

/** No display has more modules than a message of this many bytes. */
const LONGEST_STATE = 4096;

/** Connects to a broker of the network; the package is loaded now. */
export const openBroker: OpenTextLink = async (topics, events, signal) => {
  const { commandTopic, stateTopic, availabilityTopic } = topics;
  const onMessage = (topic: string, text: string, retained: boolean): void => {
    if (topic === stateTopic) events.onState(text);
    else events.onAvailability(text, retained);
  };
  const topicsToHear = stateTopic === null ? [] : [stateTopic];
  const listening = { topics: topicsToHear, qos: 0, source: 'the state topic', longest: LONGEST_STATE } as const;
  const link = await openBrokerLink(topics, listening, { onMessage, onClose: () => events.onClose() }, signal);
  // Most displays have no such topic, and a broker may refuse it.
  if (availabilityTopic !== null) link.listen(availabilityTopic);
  return { publish: (text) => link.publish(commandTopic, text), close: () => link.close() };
};
