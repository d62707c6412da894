import { createRedactor } from '../../platform/redactor.ts';
import type { JsonObject } from '../../schema/common.ts';
import type { Destination } from '../../schema/plugins/plugins.ts';
import type { CompiledSource } from '../../sources/compiling/compile-source.ts';
import { firstAddresses } from '../../sources/first-addresses.ts';
import { namerOf, typedSettings } from '../../sources/hosts.ts';
import type { SourceMoment } from '../../sources/scope.ts';
import { oauthOf } from '../../sources/sign-in/schema.ts';
import { covers, type Consent, type WantedDestination } from '../contract/consent.ts';
import type { Manifest } from '../contract/manifest.ts';
import { isInHouse } from '../network/reach.ts';
import type { SourceAsk } from '../network/source-net.ts';
import { secretValues, splitSecrets } from './secrets.ts';

/** How the tokens of a sign-in are called among the secrets that go somewhere; no setting is called so. */
const SIGN_IN = 'sign-in';

/** What a request may reach and tell, by the owner's consent. */
type Permit = Required<Pick<SourceAsk, 'allowed' | 'certificates' | 'hide'>>;

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
  #of(address: string): Destination | null | 'nobody' {
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

  /** The destinations that are known before there is an answer. */
  all(moment: SourceMoment): WantedDestination[] {
    const { compiled } = this.#subject;
    const { source } = compiled;
    return firstAddresses(compiled, moment).flatMap((address) => {
      const destination = this.#of(address);
      if (destination === null || destination === 'nobody') return [];
      const ofAuthor = namerOf(source, address, this.#settings) === 'file';
      return [{ ...destination, ofAuthor, typedIn: typedSettings(source, address, this.#settings) }];
    });
  }

  /**
   * How an address may be asked; a sentence when neither file nor settings name it, or its owner has to confirm it
   * first.
   */
  permit(address: string, { confirmed, want }: Consent): Permit | { readonly error: string } {
    const wanted = this.#of(address);
    if (wanted === 'nobody') return { error: 'the address is none of those that the source names' };
    if (wanted && !covers(confirmed, wanted)) {
      want(wanted);
      return { error: `${wanted.destination} is not confirmed: confirm it in the settings of this source` };
    }
    const { origin } = new URL(address);
    const home = confirmed
      .filter((one) => one.home)
      .map((one) => (one.destination === this.hide(origin) ? { ...one, destination: origin } : one));
    return {
      allowed: new Set(home.map(({ destination }) => destination)),
      certificates: new Map(
        home.flatMap(({ destination, certificate }) =>
          certificate === undefined ? [] : [[destination, certificate] as const],
        ),
      ),
      hide: this.hide,
    };
  }

  #toDestination(origin: string, home: boolean): Destination {
    return { destination: this.hide(origin), home, secrets: [...this.#secrets] };
  }
}
