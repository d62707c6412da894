import { encodeText } from '../../core/encode.ts';
import type { CompiledSource } from '../compiling/compile-source.ts';
import { guard } from '../evaluate.ts';
import { compileRequest, type PlannedRequest } from '../request-plan.ts';
import { contextOf, namesOf, startScope, type SourceMoment } from '../scope.ts';
import { oauthOf } from './schema.ts';

/** What a sign-in sends somewhere, by name. */
export type SignInFields = Readonly<Record<string, string>>;

/** An address with what the file adds to its query; a sentence when it cannot be made. */
const planAddress = (
  source: CompiledSource['source'],
  url: string,
  query: SignInFields,
  moment: SourceMoment,
): URL | { readonly error: string } => {
  const form = { url, query, method: 'GET', answer: 'json' } as const;
  const planned = guard(() => compileRequest(form, namesOf(source))(startScope(source, moment), contextOf(moment)));
  if ('error' in planned) return planned;
  return URL.canParse(planned.url) ? new URL(planned.url) : { error: 'the address of the sign-in is no URL' };
};

/** The address at which the owner agrees; a sentence when there is none. */
export const planAuthorize = (
  { source }: CompiledSource,
  fields: SignInFields,
  moment: SourceMoment,
): URL | { readonly error: string } => {
  const oauth = oauthOf(source);
  if (oauth?.authorize === undefined) return { error: 'the service knows no sign-in in a browser' };
  const url = planAddress(source, oauth.authorize, oauth.authorize_fields, moment);
  if ('error' in url) return url;
  for (const [name, value] of Object.entries(fields)) if (value !== '') url.searchParams.set(name, value);
  return url;
};

/** A request of the sign-in with these members beside those of the file; a sentence when it cannot be made. */
export const planForm = (
  { source }: CompiledSource,
  to: 'token' | 'device' | 'revoke',
  fields: SignInFields,
  moment: SourceMoment,
): PlannedRequest | { readonly error: string } => {
  const oauth = oauthOf(source);
  const address = oauth?.[to];
  if (!oauth || address === undefined) return { error: 'the service knows no such sign-in' };
  const url = planAddress(source, address, oauth.token_fields, moment);
  if ('error' in url) return url;
  const { client_id: id = '', client_secret: secret = '' } = moment.settings as SignInFields;
  const isBasic = oauth.client === 'basic' && secret !== '';
  const body = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries({
    ...(isBasic ? {} : { client_id: id, client_secret: secret }),
    ...fields,
  }))
    if (value !== '') body.set(name, value);
  url.search = '';
  const pair = [id, secret].map(encodeText).join(':');
  return {
    method: 'POST',
    url: url.href,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      ...(isBasic ? { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } : {}),
    },
    body: body.toString(),
  };
};

/** Where the sign-in of a source asks with these settings. */
export const signInTargets = (compiled: CompiledSource, moment: SourceMoment): string[] =>
  (['token', 'device', 'revoke'] as const).flatMap((to) => {
    const planned = planForm(compiled, to, {}, moment);
    return 'error' in planned ? [] : [planned.url];
  });
