let known: string | undefined;

/** Takes over the time zone of the appliance; one that this browser does not know leaves the browser's own. */
export const setZone = (zone: string): void => {
  try {
    known = new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    known = undefined;
  }
};

/** For formats of times: the appliance's zone, and the browser's until that is known. */
export const inZone = (): { timeZone?: string } => (known === undefined ? {} : { timeZone: known });
