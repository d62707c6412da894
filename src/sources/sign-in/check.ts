import type { SourceProblem } from '../form/source.ts';
import { CLIENT_SETTINGS } from './client-settings.ts';
import { oauthOf, type Account } from './schema.ts';

/** What a sign-in asks itself; the address at which the owner agrees is opened by a browser. */
const ASKED = ['token', 'device', 'revoke'] as const;

/** What a sign-in says itself, and no further member may. */
const OWN_FIELDS = new Set(
  (
    'client_id client_secret code code_challenge code_challenge_method code_verifier device_code ' +
    'grant_type redirect_uri refresh_token response_type scope state'
  ).split(' '),
);

/** The addresses that the appliance asks for the sign-in of a source. */
export const signInAddresses = (source: { readonly account: Account }): string[] => {
  const oauth = oauthOf(source);
  return oauth ? ASKED.flatMap((name) => oauth[name] ?? []) : [];
};

/** What is wrong with the sign-in of a source whose form is right; `isAddress` tells whether a text can be asked. */
export const checkSignIn = (
  source: { readonly account: Account; readonly settings: object },
  checkAddress: (url: string, path: SourceProblem['path']) => SourceProblem[],
): SourceProblem[] => {
  const oauth = oauthOf(source);
  if (!oauth) return [];
  const path = ['account', 'oauth'];
  return [
    ...([...ASKED, 'authorize'] as const).flatMap((name) =>
      oauth[name] === undefined ? [] : checkAddress(oauth[name], [...path, name]),
    ),
    ...(oauth.authorize === undefined && oauth.device === undefined
      ? [{ path, message: 'expected authorize, device or both: the owner has to agree somewhere' }]
      : []),
    ...(['authorize_fields', 'token_fields'] as const).flatMap((fields) =>
      Object.keys(oauth[fields])
        .filter((name) => OWN_FIELDS.has(name))
        .map((name) => ({ path: [...path, fields, name], message: 'this member comes by itself' })),
    ),
    ...CLIENT_SETTINGS.filter((name) => Object.hasOwn(source.settings, name)).map((name) => ({
      path: ['settings', name],
      message: 'this setting comes by itself',
    })),
  ];
};
