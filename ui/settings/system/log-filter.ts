/** Which part of the log is looked at. */
export interface LogFilter {
  readonly level: string;
  readonly search: string;
  readonly offset: number;
}

/** So many lines are on a page. */
export const LOG_PAGE = 100;

/** The part of the log that an address asks for. */
export const filterOf = (query: URLSearchParams): LogFilter => {
  const offset = Number(query.get('offset') ?? 0);
  return {
    level: query.get('level') ?? '',
    search: query.get('search') ?? '',
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  };
};

const given = ({ level, search, offset }: LogFilter): Record<string, string> => ({
  ...(level ? { level } : {}),
  ...(search ? { search } : {}),
  ...(offset > 0 ? { offset: String(offset) } : {}),
});

/** The address of a part of the log. */
export const addressOf = (filter: LogFilter): string => {
  const query = new URLSearchParams(given(filter)).toString();
  return query === '' ? '/settings/logs' : `/settings/logs?${query}`;
};

/** The question to the service for a part of the log, at most `limit` lines. */
export const questionOf = (filter: LogFilter, limit: number): URLSearchParams =>
  new URLSearchParams({ ...given(filter), limit: String(limit) });
