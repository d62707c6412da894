import { frameTopic, stateTopic } from '../../../src/core/follow/frame.ts';
import { presenceTopic } from '../../../src/platform/network/hub-presence.ts';
import { brokerIn, type BrokerSettings } from '../broker-link.ts';
import type { HubPlace } from './link.ts';

/** The prefix of topics that settings name. Throws a sentence for the owner when it cannot be one. */
export const prefixOf = (prefix: string | null | undefined): string => {
  const topic = (prefix ?? '').replace(/\/+$/, '');
  if (topic === '') throw new Error('The panel needs the topic below which its frames are published.');
  if (/[+#\0]/.test(topic) || topic.startsWith('$'))
    throw new Error('The topic of the panel must not have the wildcards + and #, nor begin with $.');
  return topic;
};

/** The broker of a hub, and what it listens to. Throws a sentence for the owner. */
export const placeOf = (connection: BrokerSettings, prefix: string): HubPlace => {
  const presence = presenceTopic(prefix);
  return { ...brokerIn(connection), topics: [frameTopic(prefix), stateTopic(prefix, '+'), presence], presence };
};
