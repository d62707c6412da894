import { readlinkSync } from 'node:fs';
import { isZone, setHomeZone } from '../core/time/zone.ts';

const PLACE = /^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z0-9_+-]*)+$/;
/** Zones that never differ from UTC. */
const UTC = /^(Etc\/)?(UTC|GMT)$/;
const ZONE_FILE = /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/;
/** Instants of which at least one differs from UTC in almost every zone. */
const PROBES = [1_767_225_600_000, 1_782_864_000_000];

const linkedZone = (): string | null => {
  try {
    return ZONE_FILE.exec(readlinkSync('/etc/localtime'))?.[1] ?? null;
  } catch {
    return null;
  }
};

/** An unknown name leaves the process at UTC. */
const enter = (zone: string): boolean => {
  process.env['TZ'] = zone;
  return UTC.test(zone) || PROBES.some((at) => new Date(at).getTimezoneOffset() !== 0);
};

const restore = (before: string | undefined): void => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
};

/** Whether a name is an IANA time zone, found out without loading the engine's tables where that is possible. */
export const knowsZone = (zone: string): boolean => {
  if (UTC.test(zone)) return true;
  if (!PLACE.test(zone)) return isZone(zone);
  const before = process.env['TZ'];
  const known = enter(zone);
  restore(before);
  return known || isZone(zone);
};

/** The engine's own name of it, which it lacks where TZ is a file or nonsense. */
const engineZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone that the machine itself is set to; UTC where nothing names one. */
export const machineZone = (): string => {
  const known = (name: string | null | undefined) => (name && knowsZone(name) ? name : null);
  return known(process.env['TZ'] || linkedZone()) ?? known(engineZone()) ?? known(linkedZone()) ?? 'UTC';
};

/** Makes a zone the local one of the process, so that its clock is read without the engine's tables. */
export const setProcessZone = (zone: string): void => {
  const before = process.env['TZ'];
  if ((UTC.test(zone) || PLACE.test(zone)) && enter(zone)) return setHomeZone(zone);
  restore(before);
  setHomeZone(null);
};
