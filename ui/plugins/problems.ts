import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ApiError } from '../api.ts';
import { asSentence } from '../kit/sentence.ts';

/** What is wrong with settings, by the path of the setting, as `topics[0].name`. */
export type Problems = Readonly<Record<string, string>>;

const ONE = /^([A-Za-z_][\w-]*(?:\[\d+\]|\.[\w-]+)*): (.+)$/s;
const BETWEEN = /; (?=[A-Za-z_][\w-]*(?:\[\d+\]|\.[\w-]+)*: )/;

const issuesOf = (detail: unknown): string[] => {
  if (typeof detail === 'string') return detail.split(BETWEEN);
  if (!Array.isArray(detail)) return [];
  return detail.map(
    (issue: { loc?: unknown[]; msg?: unknown }) =>
      `${(issue.loc ?? []).filter((part) => part !== 'body' && part !== 'config').join('.')}: ` +
      String(issue.msg ?? ''),
  );
};

/** What the service found wrong, setting by setting; what belongs to no setting stands under the empty path. */
export const problemsOf = (error: unknown): Problems => {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) return {};
  const problems: Record<string, string> = {};
  for (const issue of issuesOf(error.body['detail'])) {
    const [, path, message] = ONE.exec(issue) ?? [undefined, '', issue];
    problems[path ?? ''] ??= asSentence(message ?? '');
  }
  return problems;
};

const Context = createContext<Problems>({});

/** Tells the fields of a form what is wrong with them. */
export const ProblemsProvider = Context.Provider;

/** What is wrong with the setting at a path; null when nothing is. */
export const useProblem = (path: string): string | null => useContext(Context)[path] ?? null;
