import { randomUUID } from 'node:crypto';

/** A new id for anything that is stored. */
export const newId = (): string => randomUUID();

/** A new id for a collection; the prefix tells it from a page's wherever either may stand. */
export const newCollectionId = (): string => `collection:${randomUUID()}`;
