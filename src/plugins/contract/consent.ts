import { Fault } from '../../fault.ts';
import type { Destination } from '../../schema/plugins/plugins.ts';

/** A destination that a plugin wants to reach, and the settings in which the owner can have written it. */
export interface WantedDestination extends Destination {
  readonly typedIn: readonly string[];
  /** Whether the author wrote it: it stands in the file or in the manifest. */
  readonly ofAuthor: boolean;
}

/** What the owner of a plugin has said about destinations, and who hears of those that he has not been asked about. */
export interface Consent {
  readonly confirmed: readonly Destination[];
  /** A destination was refused because nobody has confirmed it. */
  readonly want: (destination: Destination) => void;
}

/** Nothing was confirmed, and nobody is to be asked. */
export const NO_CONSENT: Consent = { confirmed: [], want: () => undefined };

/** Consent to what was confirmed, and what turned out to be wanted beside it. */
export const askingFor = (
  confirmed: readonly Destination[],
): { readonly consent: Consent; readonly wanted: Destination[] } => {
  const wanted: Destination[] = [];
  return { consent: { confirmed, want: (one) => wanted.push(one) }, wanted };
};

/** Most destinations of one plugin or instance that can be confirmed. */
export const MOST_CONFIRMED = 40;

const plain = ({ destination, home, secrets, certificate }: Destination): Destination => ({
  destination,
  home,
  secrets: [...secrets],
  ...(certificate === undefined ? {} : { certificate }),
});

/**
 * Whether what was confirmed covers a destination: by name, at home or not, with the certificate that it shows, and
 * with all secrets that go there.
 */
export const covers = (confirmed: readonly Destination[], wanted: Destination): boolean =>
  confirmed.some(
    ({ destination, home, secrets, certificate }) =>
      destination === wanted.destination &&
      (home || !wanted.home) &&
      (wanted.certificate === undefined || wanted.certificate === certificate) &&
      wanted.secrets.every((name) => secrets.includes(name)),
  );

/** What is confirmed with `more` added to it. */
export const confirmAlso = (confirmed: readonly Destination[], more: readonly Destination[]): Destination[] => {
  const all = new Map<string, Destination>();
  for (const { destination, home, secrets, certificate } of [...confirmed, ...more]) {
    const known = all.get(destination);
    const shown = certificate ?? known?.certificate;
    all.delete(destination);
    all.set(destination, {
      destination,
      home: home || known?.home === true,
      secrets: [...new Set([...(known?.secrets ?? []), ...secrets])],
      ...(shown === undefined ? {} : { certificate: shown }),
    });
  }
  return [...all.values()].slice(-MOST_CONFIRMED);
};

/** The destinations that nobody has confirmed, each once. */
export const unconfirmed = (wanted: readonly Destination[], confirmed: readonly Destination[]): Destination[] => {
  const open = wanted.filter((one) => !covers(confirmed, one)).map(plain);
  return [...new Map(open.map((one) => [one.destination, one])).values()];
};

const sentenceFor = ({ destination, home, secrets, certificate }: Destination): string =>
  `${destination}${home ? ' in your network' : ''}${
    certificate === undefined ? '' : ` with its own certificate ${certificate}`
  }${secrets.length === 0 ? '' : `, and may send it what is set as ${secrets.join(', ')}`}`;

/** Throws Fault 409 for what is wanted and not confirmed, with those destinations for programs. */
export const requireConsent = (wanted: readonly Destination[], confirmed: readonly Destination[]): void => {
  const destinations = unconfirmed(wanted, confirmed);
  if (destinations.length === 0) return;
  throw new Fault(
    409,
    `This source wants to ask ${destinations.map(sentenceFor).join('; ')}. Nothing is asked before you confirm it: ` +
      'send the request again with the "destinations" of this answer as "confirm", or send them to ' +
      '/api/plugins/ID/confirm.',
    { body: { destinations } },
  );
};
