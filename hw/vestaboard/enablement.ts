import { memberOf, parseJson } from '../../src/core/json.ts';
import { quote } from './answer.ts';
import type { Address } from './address.ts';
import { LAN, Link, type LinkDeps } from './link.ts';
import { baseOf, labelOf } from './local.ts';

/** The Local API key that a board gave, or why it gave none, in a sentence for the owner. */
export type Enablement = { readonly key: string } | { readonly reason: string };

/**
 * Trades the enablement token that the maker e-mails for a Local API key. A key that was given out earlier stops
 * working.
 */
export const enableLocalApi = async (
  address: Address,
  token: string,
  deps: LinkDeps,
  signal: AbortSignal,
): Promise<Enablement> => {
  const label = labelOf(address);
  const link = new Link(baseOf(address), label, LAN, deps);
  await link.open();
  const headers = { 'X-Vestaboard-Local-Api-Enablement-Token': token, 'Content-Type': 'application/json' };
  const answer = await link.exchange({ method: 'POST', path: '/local-api/enablement', headers, body: '{}' }, signal);
  link.close();
  if (answer.kind === 'failure') return { reason: answer.reason };
  const value = parseJson(answer.body);
  const key = memberOf(value, 'apiKey');
  if (typeof key === 'string' && key !== '') return { key };
  const message = memberOf(value, 'message');
  const said = quote(typeof message === 'string' ? { ...answer, body: message } : answer, token);
  return {
    reason: `${label} did not accept the enablement token (status ${answer.status}${said === '' ? '' : `: ${said}`}).`,
  };
};
