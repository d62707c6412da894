import type { CalendarDocument, CalendarOptions } from '../calendar-document.ts';
import type { Parsed } from '../parsed.ts';
import { charsetOf, toUtf8 } from '../text-decoding.ts';
import { Agenda } from './agenda.ts';
import { walkComponents } from './components.ts';

/** The occurrences of an iCalendar text within a span. */
export const parseCalendar = (bytes: Uint8Array, options: CalendarOptions): Parsed<CalendarDocument> => {
  const agenda = new Agenda(options);
  const { isCalendar, isWhole } = walkComponents(toUtf8(bytes, charsetOf(options.contentType ?? '')), agenda);
  return isCalendar ? { value: agenda.finish(isWhole) } : { error: 'the answer is no calendar that can be read' };
};
