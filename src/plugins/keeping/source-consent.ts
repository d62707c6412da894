import { createRedactor } from '../../platform/redactor.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Destination } from '../../schema/plugins/plugins.ts';
import type { CompiledSource } from '../../sources/compiling/compile-source.ts';
import { firstAddresses } from '../../sources/first-addresses.ts';
import { namerOf, typedSettings } from '../../sources/hosts.ts';
import type { SourceMoment } from '../../sources/scope.ts';
import { oauthOf } from '../../sources/sign-in/schema.ts';
import type { WantedDestination } from '../contract/consent.ts';
import type { Manifest } from '../contract/manifest.ts';
import { isInHouse } from '../network/reach.ts';
import { secretValues, splitSecrets } from './secrets.ts';

/** How the tokens of a sign-in are called among the secrets that go somewhere; no setting is called so. */
const SIGN_IN = 'sign-in';

/** What decides about the destinations of a source. */
interface Subject {
  readonly compiled: CompiledSource;
  readonly manifest: Manifest;
  readonly isStock: boolean;
}

/**
 * Which destinations of a source need the owner's consent: all in the home network, and all that may get a secret, but
 * for those that a file of the stock names itself. Nobody can tell what formulas make of a secret: every request of a
 * source may carry all of them.
 */
export class SourceConsent {
  readonly #subject: Subject;
  readonly #settings: JsonObject;
  readonly #secrets: readonly string[];
  /** A text without the secrets of the settings. */
  readonly hide: (text: string) => string;

  constructor(subject: Subject, settings: JsonObject) {
    const schema = subject.manifest.settings_schema;
    this.#subject = subject;
    this.#settings = settings;
    const named = Object.entries(splitSecrets(schema, settings).secrets).flatMap(([name, value]) =>
      value === '' || value === null ? [] : [name],
    );
    this.#secrets = oauthOf(subject.compiled.source) ? [...named, SIGN_IN] : named;
    this.hide = createRedactor(secretValues(schema, settings)).hide;
  }

  /** The destination of an address, null when it needs no consent; `nobody` when neither file nor settings name it. */
  of(address: string): Destination | null | 'nobody' {
    const namer = namerOf(this.#subject.compiled.source, address, this.#settings);
    if (namer === null) return 'nobody';
    const { origin, hostname } = new URL(address);
    const home = isInHouse(hostname);
    const isKnown = (this.#subject.isStock && namer === 'file') || this.#secrets.length === 0;
    return home || !isKnown ? this.#toDestination(origin, home) : null;
  }

  /** An origin in the home network, and the certificate of its own that it shows. */
  atHome(origin: string, certificate?: string): Destination {
    return { ...this.#toDestination(origin, true), ...(certificate === undefined ? {} : { certificate }) };
  }

  /** The fingerprints of the certificates that the owner accepted, by origin at home. */
  certificatesIn(confirmed: readonly Destination[], address: string): ReadonlyMap<string, string> {
    const { origin } = new URL(address);
    return new Map(
      confirmed.flatMap(({ destination, home, certificate }) =>
        home && certificate !== undefined
          ? [[destination === this.hide(origin) ? origin : destination, certificate] as const]
          : [],
      ),
    );
  }

  /** The destinations that are known before there is an answer. */
  all(moment: SourceMoment): WantedDestination[] {
    const { compiled } = this.#subject;
    const { source } = compiled;
    return firstAddresses(compiled, moment).flatMap((address) => {
      const destination = this.of(address);
      if (destination === null || destination === 'nobody') return [];
      const ofAuthor = namerOf(source, address, this.#settings) === 'file';
      return [{ ...destination, ofAuthor, typedIn: typedSettings(source, address, this.#settings) }];
    });
  }

  /** The origins of the home network that a request may lead to. */
  allowedIn(confirmed: readonly Destination[], address: string): ReadonlySet<string> {
    const { origin } = new URL(address);
    const names = confirmed.flatMap(({ destination, home }) => (home ? [destination] : []));
    return new Set(names.includes(this.hide(origin)) ? [...names, origin] : names);
  }

  #toDestination(origin: string, home: boolean): Destination {
    return { destination: this.hide(origin), home, secrets: [...this.#secrets] };
  }
}
