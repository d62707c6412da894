import type { Logs } from '../../../src/schema/appliance/system.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { LANGUAGE, dayOf } from '../../kit/language.ts';
import { inZone } from '../../kit/zone.ts';
import { system } from '../../strings/settings/system.ts';
import { LOG_PAGE, addressOf, type LogFilter } from './log-filter.ts';

type LogEntry = Logs['logs'][number];

const texts = system.logs;

const formatMoment = (instant: string): string => {
  const today = dayOf(Date.parse(instant)) === dayOf(Date.now());
  return new Date(instant).toLocaleString(LANGUAGE, {
    ...inZone(),
    ...(today ? {} : { day: '2-digit', month: '2-digit' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
};

const Line = ({ entry: { timestamp, level, logger, message } }: { entry: LogEntry }) => (
  <li class={`log-line log-${level.toLowerCase()}`}>
    <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
    <span class="log-level">{level}</span>
    <span class="log-text">
      <span class="log-logger">{logger}</span> {message}
    </span>
  </li>
);

const Pager = ({ shown, total, filter }: { shown: number; total: number; filter: LogFilter }) => {
  const { offset } = filter;
  return (
    <div class="row">
      <span class="meta" role="status">
        {texts.range(Math.min(total, offset + 1), offset + shown, total)}
      </span>
      <span class="row row-start">
        {offset > 0 && (
          <ButtonLink
            small
            text={texts.newer}
            href={addressOf({ ...filter, offset: Math.max(0, offset - LOG_PAGE) })}
          />
        )}
        {offset + shown < total && (
          <ButtonLink small text={texts.older} href={addressOf({ ...filter, offset: offset + LOG_PAGE })} />
        )}
      </span>
    </div>
  );
};

/** A page of the log, newest first, with the way to the others. */
export const LogLines = ({ logs, total, filter }: { logs: readonly LogEntry[]; total: number; filter: LogFilter }) => {
  if (logs.length === 0) {
    return (
      <div class="card panel form">
        <p role="status">{texts.none}</p>
        <p>
          <ButtonLink text={texts.all} href="/settings/logs" />
        </p>
      </div>
    );
  }
  return (
    <div class="card panel form">
      <ol class="log" aria-label={texts.list}>
        {logs.map((entry, index) => (
          <Line key={`${entry.timestamp} ${index}`} entry={entry} />
        ))}
      </ol>
      <Pager shown={logs.length} total={total} filter={filter} />
    </div>
  );
};
