import { readLines, type ContentLine } from './content-lines.ts';

/** A component of a calendar with the properties that matter here. */
export class Component {
  readonly name: string;
  readonly lines: ContentLine[] = [];
  readonly parts: Component[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** The first property of a name. */
  first(name: string): ContentLine | undefined {
    return this.lines.find((line) => line.name === name);
  }

  /** Every property of a name. */
  all(name: string): ContentLine[] {
    return this.lines.filter((line) => line.name === name);
  }
}

/** Receives the parts of a calendar as they are read. */
export interface ComponentListener {
  /** Another calendar begins. */
  onCalendar(): void;
  /** A property of the calendar itself. */
  onProperty(line: ContentLine): void;
  onEvent(event: Component): void;
  onZone(zone: Component): void;
}

/** What the walk has seen; `isWhole` is false when the text ends inside a calendar. */
export interface Walk {
  readonly isCalendar: boolean;
  readonly isWhole: boolean;
}

const WANTED = new Set(
  (
    'BEGIN END X-WR-CALNAME METHOD UID SEQUENCE DTSTART DTEND DURATION RRULE EXRULE RDATE EXDATE RECURRENCE-ID ' +
    'SUMMARY LOCATION DESCRIPTION STATUS X-MICROSOFT-CDO-ALLDAYEVENT TZID TZOFFSETFROM TZOFFSETTO X-LIC-LOCATION'
  ).split(' '),
);
const LONG_TEXTS = new Set(['SUMMARY', 'LOCATION', 'DESCRIPTION']);
// Twice what is shown of a text at most, for its escapes.
const LONGEST_TEXT = 512;
const MOST_LINES = 4000;
const DEEPEST = 32;
const MOST_PARTS = 1000;
const TOP = new Set(['VEVENT', 'VTIMEZONE']);
const INSIDE_ZONE = new Set(['STANDARD', 'DAYLIGHT']);

const shorten = (line: ContentLine): ContentLine =>
  LONG_TEXTS.has(line.name) && line.value.length > LONGEST_TEXT
    ? { ...line, value: line.value.slice(0, LONGEST_TEXT) }
    : line;

/** Puts lines together to components. An end that is missing or misplaced affects its own component at most. */
class Assembly {
  readonly #listener: ComponentListener;
  /** The event or zone that is open. */
  #open: Component | null = null;
  /** The part of a zone that is open. */
  #part: Component | null = null;
  /** What is open inside them and does not matter, such as an alarm. */
  #ignored: string[] = [];
  #calendars = 0;
  isCalendar = false;

  constructor(listener: ComponentListener) {
    this.#listener = listener;
  }

  get isWhole(): boolean {
    return this.#calendars <= 0 && this.#open === null;
  }

  take(line: ContentLine): void {
    const value = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') this.#begin(value);
    else if (line.name === 'END') this.#end(value);
    else if (this.#ignored.length === 0) this.#property(line);
  }

  #property(line: ContentLine): void {
    const owner = this.#part ?? this.#open;
    if (!owner) this.#listener.onProperty(line);
    else if (owner.lines.length < MOST_LINES) owner.lines.push(shorten(line));
  }

  #begin(name: string): void {
    if (name === 'VCALENDAR') {
      this.#close();
      this.#calendars = 1;
      this.isCalendar = true;
      this.#listener.onCalendar();
    } else if (TOP.has(name)) {
      this.#close();
      this.#open = new Component(name);
      this.isCalendar = true;
    } else if (this.#open?.name === 'VTIMEZONE' && INSIDE_ZONE.has(name)) {
      this.#part = new Component(name);
      if (this.#open.parts.length < MOST_PARTS) this.#open.parts.push(this.#part);
    } else if (this.#ignored.length < DEEPEST) this.#ignored.push(name);
  }

  #end(name: string): void {
    if (name === 'VCALENDAR') {
      this.#close();
      this.#calendars = 0;
    } else if (name === this.#open?.name) this.#close();
    else if (name === this.#part?.name) this.#part = null;
    else {
      const found = this.#ignored.lastIndexOf(name);
      if (found !== -1) this.#ignored = this.#ignored.slice(0, found);
    }
  }

  #close(): void {
    const open = this.#open;
    this.#open = null;
    this.#part = null;
    this.#ignored = [];
    if (open?.name === 'VEVENT') this.#listener.onEvent(open);
    else if (open) this.#listener.onZone(open);
  }
}

/**
 * Walks through the events and zones of every calendar in a text; one that the end of the text cuts off is not
 * reported.
 */
export const walkComponents = (bytes: Uint8Array, listener: ComponentListener): Walk => {
  const assembly = new Assembly(listener);
  for (const line of readLines(bytes, (name) => WANTED.has(name))) assembly.take(line);
  return assembly;
};
