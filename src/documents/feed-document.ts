/** How a feed is to be read. */
export interface FeedOptions {
  /** Type of the document as its server tells it. */
  readonly contentType?: string;
  /** The address that the document came from; relative links are resolved against it. */
  readonly baseUrl?: string;
  /** Most entries that are returned. */
  readonly most?: number;
}

/** One entry of a feed; `published` is an ISO instant, null when the feed has none. */
export interface FeedEntry {
  readonly title: string;
  readonly link: string;
  readonly published: string | null;
}

/** A feed, newest entry first where all dates are known, in its own order otherwise. */
export interface FeedDocument {
  readonly title: string;
  readonly items: readonly FeedEntry[];
}
