import type { State } from '../schema/state.ts';
import type { LostSecret } from '../store/store.ts';

/** A stored secret that no key opens any more, as an owner knows it. */
export interface MissingSecret {
  readonly of: 'board' | 'plugin' | 'mqtt' | 'settings';
  /** Of the board or plugin; null for what there is once. */
  readonly id: string | null;
  readonly secret: string;
  /** What to do, for a person. */
  readonly detail: string;
}

const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

const sentence = (secret: string, of: string): string =>
  `The secret ${secret} of ${of} cannot be read any more, because the key of the secrets is damaged or ` +
  'gone: enter it again.';

const describe = ({ member, place }: LostSecret, { boards }: State): MissingSecret => {
  const [first = '', ...rest] = place.split('/').slice(1).map(unescape);
  const secret = rest.slice(rest.indexOf('secrets') + 1).join('.');
  if (member === 'boards') {
    const name = boards.find(({ id }) => id === first)?.name ?? first;
    return { of: 'board', id: first, secret, detail: sentence(secret, `the board "${name}"`) };
  }
  if (member === 'plugins') return { of: 'plugin', id: first, secret, detail: sentence(secret, `the plugin ${first}`) };
  const isMqtt = member === 'settings' && first === 'mqtt';
  return {
    of: isMqtt ? 'mqtt' : 'settings',
    id: null,
    secret,
    detail: sentence(secret, isMqtt ? 'the MQTT broker' : `the ${member}`),
  };
};

/** What an owner has to enter again. */
export const describeLostSecrets = (lost: readonly LostSecret[], state: State): MissingSecret[] =>
  lost.map((one) => describe(one, state));
