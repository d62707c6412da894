let wanted: string | undefined;
let known: string | undefined;

/**
 * Takes over the time zone of the appliance; one that this browser does not know leaves the browser's own. That is
 * found out when the first time is written: the browser's tables of zones take long to load.
 */
export const setZone = (zone: string): void => {
  wanted = zone;
};

const resolve = (zone: string): string | undefined => {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/** For formats of times: the appliance's zone, and the browser's until that is known. */
export const inZone = (): { timeZone?: string } => {
  if (wanted !== undefined) known = resolve(wanted);
  wanted = undefined;
  return known === undefined ? {} : { timeZone: known };
};
