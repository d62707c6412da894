/** A minute of a zone as its clock shows it, read with nothing but Intl. */
export interface WallMinute {
  readonly at: number;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Minute of the day. */
  readonly minute: number;
}

/** Every minute between two instants (ms), in order. */
export const wallMinutes = (zone: string, from: number, to: number): WallMinute[] => {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const minutes: WallMinute[] = [];
  for (let at = from; at < to; at += 60_000) {
    const [date = '', time = ''] = format.format(at).split(' ');
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    minutes.push({ at, date, minute: hour * 60 + minute });
  }
  return minutes;
};

/** The date some days later. */
export const datePlus = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * For each date the first instant at which the clock reads at least a minute of it; a minute that the rest of the date
 * has not gives the first instant of the next date.
 */
export const readerOf = (minutes: readonly WallMinute[]): ((date: string, minute: number) => number) => {
  const byDate = new Map<string, WallMinute[]>();
  for (const one of minutes) {
    const list = byDate.get(one.date);
    if (list) list.push(one);
    else byDate.set(one.date, [one]);
  }
  const firstFrom = (date: string, minute: number): number => {
    const found = byDate.get(date)?.find((one) => one.minute >= minute);
    if (found) return found.at;
    const next = byDate.get(datePlus(date, 1))?.[0];
    return next ? next.at : Number.POSITIVE_INFINITY;
  };
  return firstFrom;
};
