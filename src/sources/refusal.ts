import { oauthOf } from './sign-in/schema.ts';
import type { Source } from './form/source.ts';

/** What of a source tells what a refusal means. */
type Refused = Pick<Source, 'settings'> & Partial<Pick<Source, 'account'>>;

/** The title of the first setting that is a secret. */
const keyOf = ({ settings }: Pick<Source, 'settings'>): string | undefined => {
  const found = Object.entries(settings).find(([, schema]) => schema['ui:widget'] === 'password');
  return found && String(found[1]['title'] ?? found[0]);
};

const meaningOf = (source: Refused, status: number): string | undefined => {
  const oauth = source.account && oauthOf({ account: source.account });
  if (status === 401 && oauth) return `${oauth.service} refuses the sign-in`;
  if (status === 403 && oauth) return `the sign-in with ${oauth.service} does not allow this`;
  const key = keyOf(source);
  if ((status === 401 || status === 403) && key !== undefined) return `the service refuses the key in "${key}"`;
  if (status === 402) return 'the service wants to be paid for this';
  return status === 429 ? 'the service was asked too often' : undefined;
};

/** What a status of failure means to the owner of a source, with the words of the service where it has some. */
export const refusalOf = (source: Refused, status: number, words: string | undefined): string => {
  const meaning = meaningOf(source, status);
  const said = words === undefined ? '' : `: ${words}`;
  return meaning === undefined
    ? `the server answers with status ${status}${said}`
    : `${meaning}, with status ${status}${said}`;
};
