import * as v from 'valibot';

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
/** Members of a request by name; their values are templates over the settings. */
const FieldsSchema = v.record(
  v.pipe(
    v.string(),
    v.regex(/^[A-Za-z][\w-]{0,39}$/, 'expected at most 40 letters, digits, _ and -, with a letter first'),
  ),
  v.pipe(v.string(), v.maxLength(500)),
);

/**
 * How the owner signs in with an account of a service: OAuth 2.0, with a code (RFC 6749, 7636) or a device (RFC 8628).
 */
const OAuthSchema = v.strictObject({
  /** What the owner signs in with, as a button names it. */
  service: text(40),
  /** Where the owner agrees, in a browser; without it there is only the way over another device. */
  authorize: v.optional(text(500)),
  /** Where codes and refresh tokens become access tokens. */
  token: text(500),
  /** Where a code is asked for that the owner types on another device. */
  device: v.optional(text(500)),
  /** Where tokens are ended when the owner signs out (RFC 7009). */
  revoke: v.optional(text(500)),
  scopes: v.optional(v.pipe(v.array(text(300)), v.maxLength(30)), []),
  /** What stands between scopes. */
  separator: v.optional(v.picklist([' ', ',']), ' '),
  /** Further members of the address at which the owner agrees. */
  authorize_fields: v.optional(FieldsSchema, {}),
  /** Further members of requests for tokens. */
  token_fields: v.optional(FieldsSchema, {}),
  /** The member of an answer in which the tokens lie; the answer itself unless given. */
  within: v.optional(text(40)),
  /** Whether the service wants a client secret beside the client ID. */
  secret: v.optional(v.picklist(['none', 'optional', 'required']), 'required'),
  /** How client ID and secret are sent: as members of the request, or in its head (Basic). */
  client: v.optional(v.picklist(['body', 'basic']), 'body'),
  /** The address to be registered where the browser cannot come back by itself and its address is pasted. */
  return_to: v.optional(
    v.pipe(text(300), v.regex(/^https?:\/\//, 'expected an address that begins with http:// or https://')),
    'http://127.0.0.1/flapbox',
  ),
  /** What the owner does at the service before, in order; `{{return_to}}` stands for the address to be registered. */
  steps: v.pipe(v.array(text(300)), v.minLength(1), v.maxLength(10)),
});
/** How the owner signs in. */
export type OAuth = v.InferOutput<typeof OAuthSchema>;

/** What a source needs an account for: nothing, a key that is typed as a setting, or the owner's sign-in. */
export const AccountSchema = v.union([
  v.literal('none'),
  v.strictObject({ url: text(300), text: text(200), oauth: v.optional(OAuthSchema) }),
]);
/** What a source needs an account for. */
export type Account = v.InferOutput<typeof AccountSchema>;

/** The sign-in of a source; undefined when it has none. */
export const oauthOf = ({ account }: { readonly account: Account }): OAuth | undefined =>
  account === 'none' ? undefined : account.oauth;
