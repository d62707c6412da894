import { groupBy } from '../../core/records.ts';
import type { CalendarEvent } from './event.ts';
import { instantOf } from './times.ts';

/** The events of a calendar, and the overrides of single occurrences, by the UID of their series. */
export interface Separated {
  readonly events: readonly CalendarEvent[];
  readonly exceptions: ReadonlyMap<string, readonly CalendarEvent[]>;
}

/** The newest of all that have the same key, the later one of two alike. */
const newest = (events: readonly CalendarEvent[], keyOf: (event: CalendarEvent) => string): CalendarEvent[] => {
  const found = new Map<string, CalendarEvent>();
  for (const event of events) {
    const known = found.get(keyOf(event));
    if (!known || event.sequence >= known.sequence) found.set(keyOf(event), event);
  }
  return [...found.values()];
};

/** Events without a UID are events of their own. */
const isAlone = ({ uid }: CalendarEvent): boolean => uid === '';

/** Leaves out revisions of an event that a newer one replaces, and duplicates. */
const currentEvents = (events: readonly CalendarEvent[]): CalendarEvent[] => {
  const sequences = new Map<string, number>();
  for (const { uid, sequence } of events) sequences.set(uid, Math.max(sequence, sequences.get(uid) ?? 0));
  const current = events.filter((event) => isAlone(event) || event.sequence === sequences.get(event.uid));
  const once = newest(
    current.filter((event) => !isAlone(event)),
    (event) => `${event.uid}\n${instantOf(event.start)}\n${event.texts.name}`,
  );
  return [...current.filter(isAlone), ...once];
};

/** Separates events from overrides of single occurrences, each in its newest revision. */
export const separateOverrides = (all: readonly CalendarEvent[]): Separated => {
  const replacing = newest(
    all.filter(({ id, uid }) => id !== null && uid !== ''),
    ({ uid, id, isForLater }) => `${uid}\n${id ? instantOf(id) : ''}\n${id?.isDate}\n${isForLater}`,
  );
  return {
    events: currentEvents(all.filter(({ id, uid }) => id === null || uid === '')),
    exceptions: groupBy(replacing, ({ uid }) => uid),
  };
};

/**
 * The overrides of single occurrences; one without a summary has that of its series. Those of a cancelled series are
 * cancelled too.
 */
export const overridesOf = (events: readonly CalendarEvent[], exceptions: Separated['exceptions']): CalendarEvent[] => {
  const series = new Map(events.map((event) => [event.uid, event]));
  return [...exceptions].flatMap(([uid, moved]) => {
    const whole = series.get(uid);
    if (whole?.isCancelled) return [];
    return moved
      .filter((event) => !event.isCancelled)
      .map((event) =>
        event.texts.name === '' && whole ? { ...event, texts: { ...event.texts, name: whole.texts.name } } : event,
      );
  });
};
