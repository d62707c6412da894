import { memberOf } from '../../json.ts';
import type { ClockStats } from './link.ts';

/** Early versions of the firmware write it as a duration. */
const DURATION = /^P(\d{1,6})DT(\d{1,2})H(\d{1,2})M(\d{1,2})S$/;

/** What a clock tells of itself; null when that are no stats of a clock. */
export const statsOf = (answer: unknown): ClockStats | null => {
  const uptime = memberOf(answer, 'uptime');
  const app = memberOf(answer, 'app');
  if (uptime === undefined) return null;
  return { uptime: secondsOf(uptime), app: typeof app === 'string' ? app : null };
};

const secondsOf = (uptime: unknown): number | null => {
  if (typeof uptime === 'number') return uptime;
  const parts = DURATION.exec(String(uptime))?.slice(1).map(Number);
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
};
