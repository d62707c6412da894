import { MINUTE_MS } from '../core/time/durations.ts';
import { isRecord, mapValues } from '../core/record.ts';

/** No message was sent for longer by a version that did not say for how long. */
const LONGEST_MINUTES = 480;
const PLAIN = {
  priority: 'normal',
  state: 'up',
  when_busy: 'replace',
  revert_mode: 'schedule',
  revert_page_id: null,
  transition: null,
};

const listTimed = (id: string, { duration_minutes, ...timed }: Record<string, unknown>) => {
  const minutes = typeof duration_minutes === 'number' ? duration_minutes : LONGEST_MINUTES;
  const lasts_ms = timed['expires_at'] === null ? null : minutes * MINUTE_MS;
  return { ...PLAIN, id: `timed-${id}`, ends: 'time', lasts_ms, ...timed };
};

const listUntimed = (id: string, untimed: Record<string, unknown>) => {
  const { content, over_page_id = null, over_page_updated_at = null, since } = untimed;
  const over = { page_id: over_page_id, page_updated_at: over_page_updated_at };
  const end = { ends: 'change', expires_at: null, lasts_ms: null, over };
  return { ...PLAIN, ...end, id: `untimed-${id}`, content, ...(typeof since === 'string' && { since }) };
};

type Older = Record<string, unknown>;

const isOlder = (programme: unknown): programme is Older =>
  isRecord(programme) && ('timed' in programme || 'untimed' in programme);

const listMessages = (id: string, programme: Older): unknown => {
  const { timed, untimed, messages = [], ...others } = programme;
  const isRead = (value: unknown) => value === null || value === undefined || isRecord(value);
  if (!isRead(timed) || !isRead(untimed) || !Array.isArray(messages)) return { ...others, messages: null };
  const older = [isRecord(untimed) && listUntimed(id, untimed), isRecord(timed) && listTimed(id, timed)];
  return { ...others, messages: [...messages, ...older.filter((message) => message !== false)] };
};

/**
 * Programmes with the messages of each board as one list. Older versions had one timed message and one without an end
 * beside each other.
 */
export const listedProgrammes = (data: unknown): unknown =>
  isRecord(data) && Object.values(data).some(isOlder)
    ? mapValues(data, (programme, id) => (isOlder(programme) ? listMessages(id, programme) : programme))
    : data;
