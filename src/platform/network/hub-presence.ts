import { createHash } from 'node:crypto';

/** Hubs are listed below it, so that others find their topics. */
export const PRESENCE = 'flapbox/hubs';

/** The topic at which the hub of a topic says that it is there, and who it is. */
export const presenceTopic = (prefix: string): string =>
  `${PRESENCE}/${createHash('sha256').update(prefix).digest('hex').slice(0, 16)}`;
