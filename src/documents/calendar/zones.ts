import type { Component } from './components.ts';
import type { WallSpan } from './expansion.ts';
import type { Steps } from './steps.ts';
import type { ZoneSource } from './times.ts';
import { zoneOfWindows } from './windows-zones.ts';
import { fixedClock, placeClock, UTC_CLOCK, type ZoneClock } from './zone-clock.ts';
import { definedClock } from './zone-definition.ts';
import { once } from '../../core/memo.ts';
import { MINUTE_MS } from '../../core/time/durations.ts';

const MOST_DEFINITIONS = 200;

const offsetClock = (name: string): ZoneClock | null => {
  if (/^(?:utc|gmt|z|zulu|etc\/utc)$/i.test(name)) return UTC_CLOCK;
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([+-])(\d{1,2})[:.]?(\d{2})?$/i.exec(name) ?? [];
  return sign === undefined
    ? null
    : fixedClock((sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS);
};

const cities = once(() => {
  const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return new Map(Intl.supportedValuesOf('timeZone').map((zone) => [cityOf(zone).toLowerCase(), zone]));
});

/** The zone of the first known city in a name such as "(UTC+01:00) Amsterdam, Berlin, Bern". */
const cityZone = (name: string): string | null => {
  const names = name.replace(/^\s*\([^)]*\)\s*/, '').split(/[,;]/);
  return names.map((city) => cities().get(city.trim().toLowerCase())).find((zone) => zone !== undefined) ?? null;
};

/** The one name of an IANA zone that is written in whatever case; null when it is none. */
const knownZone = (name: string): string | null => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

/** The IANA zone at the end of a path such as "/mozilla.org/20070129_1/Europe/Berlin". */
const pathZone = (name: string): string | null => {
  const steps = name
    .replaceAll('\\', '/')
    .replaceAll(' ', '_')
    .split('/')
    .filter((step) => step !== '');
  const paths = [3, 2].map((count) => steps.slice(-count).join('/')).filter((path) => path.includes('/'));
  return paths.map(knownZone).find((zone) => zone !== null) ?? null;
};

/** The zones of one calendar: those of the world under all their usual names, and those that it defines itself. */
export class Zones implements ZoneSource {
  readonly viewer: ZoneClock;
  /** Unknown names. */
  readonly unknown = new Set<string>();
  readonly #viewerName: string;
  readonly #span: WallSpan;
  readonly #steps: Steps;
  readonly #names: { left: number };
  readonly #definitions = new Map<string, Component>();
  readonly #clocks = new Map<string, ZoneClock>();

  /** Definitions are evaluated for a span, within some steps; `names` tells how many more names may be looked up. */
  constructor(viewer: string, span: WallSpan, steps: Steps, names: { left: number }) {
    this.viewer = placeClock(viewer);
    this.#viewerName = viewer;
    this.#span = span;
    this.#steps = steps;
    this.#names = names;
  }

  /** Takes the definition of a zone; the first one of a name counts. */
  define(zone: Component): void {
    const name = zone.first('TZID')?.value.trim();
    if (name && zone.parts.length > 0 && !this.#definitions.has(name) && this.#definitions.size < MOST_DEFINITIONS)
      this.#definitions.set(name, zone);
  }

  /** The clock behind a name; that of the viewer for an unknown name. */
  clockOf(tzid: string): ZoneClock {
    const known = this.#clocks.get(tzid);
    if (known) return known;
    if (tzid === this.#viewerName || this.#names.left-- <= 0) return this.viewer;
    const found = this.#find(tzid.trim());
    if (!found) this.unknown.add(tzid.slice(0, 60));
    const clock = found ?? this.viewer;
    this.#clocks.set(tzid, clock);
    return clock;
  }

  /**
   * Names of places mean the world's zones, whose rules are kept up to date; other names mean what the calendar
   * defines. Of what is unknown the offset in front still counts, as in "(UTC+01:00) Somewhere".
   */
  #find(name: string): ZoneClock | null {
    const place = pathZone(name);
    if (place !== null) return placeClock(place);
    const definition = this.#definitions.get(name);
    const defined = definition ? definedClock(definition, this.#span, this.#steps) : null;
    if (defined) return defined;
    const named = definition?.first('X-LIC-LOCATION')?.value.trim() ?? '';
    const zone = zoneOfWindows(name) ?? knownZone(named);
    if (zone) return placeClock(zone);
    const offset = offsetClock(name);
    if (offset) return offset;
    const other = knownZone(name) ?? cityZone(name);
    return other === null ? offsetClock(/^\(([^)]*)\)/.exec(name)?.[1] ?? '') : placeClock(other);
  }
}
