import type { JsonObject } from '../../schema/common.ts';
import { oauthOf, type Account } from './schema.ts';

/** The settings that come with a sign-in: under which name the appliance is known to the service. */
export const CLIENT_SETTINGS = ['client_id', 'client_secret'] as const;

/** The settings that come with the sign-in of a source, as JSON Schema by name; none without one. */
export const clientSettings = (source: { readonly account: Account }): Record<string, JsonObject> => {
  const oauth = oauthOf(source);
  if (!oauth) return {};
  return {
    client_id: { type: 'string', title: 'Client ID', description: `From ${oauth.service}`, maxLength: 300 },
    ...(oauth.secret === 'none'
      ? {}
      : {
          client_secret: {
            type: 'string',
            title: 'Client secret',
            ...(oauth.secret === 'optional' ? { description: 'Only if the service gave one', default: '' } : {}),
            maxLength: 500,
            'ui:widget': 'password',
          },
        }),
  };
};

/** Those of them without which nobody can sign in. */
export const requiredClientSettings = (source: { readonly account: Account }): string[] => {
  const oauth = oauthOf(source);
  if (!oauth) return [];
  return oauth.secret === 'required' ? [...CLIENT_SETTINGS] : ['client_id'];
};
