/**
 * One occurrence of an event; instants in ms. An all-day event lasts from midnight to midnight of the viewer's zone.
 */
export interface Occurrence {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly all_day: boolean;
  readonly location: string;
  readonly description: string;
}

/**
 * Which occurrences of a calendar are wanted: those that touch the span from `from` to `to` (ms), the first `most` of
 * them.
 */
export interface CalendarOptions {
  readonly from: number;
  readonly to: number;
  readonly most: number;
  /** The IANA zone of the viewer: times without a zone are meant in it, and its days are the days of all-day events. */
  readonly zone: string;
  /** Type of the document as its server tells it. */
  readonly contentType?: string;
  /** Steps of expansion for each series, and for all together; a cut is a note. */
  readonly stepsPerSeries?: number;
  readonly stepsInAll?: number;
}

/** A calendar as far as the options ask for it. */
export interface CalendarDocument {
  readonly name: string;
  /** By start, then by end. */
  readonly occurrences: readonly Occurrence[];
  /** What was left out or guessed, as sentences for the owner; none when everything was read. */
  readonly notes: readonly string[];
}
