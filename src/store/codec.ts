import type { JsonObject } from '../schema/common.ts';
import { MOST_LEVELS, isDeeperThan } from '../core/json.ts';
import type { Aggregate } from './aggregate.ts';
import { secretsIn } from '../platform/network/secret-address.ts';
import { isToken, keyIdOf, type Cipher } from './secrets/cipher.ts';
import type { Keyring } from './secrets/keyring.ts';
import { copyOf, migrate, versionAfter } from './migration.ts';
import { mapLeaves, rejoinSecrets, separateSecrets, type SecretsByPlace } from './secrets/secrets.ts';
import { UnusableDataFolder } from './files/disk-error.ts';
import { isRecord, mapValues } from '../core/record.ts';
import { parseStored } from './stored-json.ts';

/**
 * What must stay the same from one version of a file to the next: tokens of unchanged secrets, members that this build
 * does not know, and tokens of secrets that cannot be decrypted, by their places: each is an empty text until it is
 * entered again.
 */
export interface Remembered {
  readonly tokens: ReadonlyMap<string, { readonly text: string; readonly token: string }>;
  readonly lost: ReadonlyMap<string, string>;
  readonly extras: JsonObject;
}

/** The result of reading a file; `version` is the one that they were written in. */
export type Reading<T> =
  | { readonly kind: 'good'; readonly value: T; readonly remembered: Remembered; readonly version: number }
  | { readonly kind: 'damaged'; readonly why: string };

/**
 * Applies the notes since a file was written, in the format of the version that wrote it; `extras` are the file's other
 * members.
 */
export type Amend = (data: unknown, extras: JsonObject) => unknown;

/** What is remembered of a file that does not exist yet. */
export const NOTHING_REMEMBERED: Remembered = { tokens: new Map(), lost: new Map(), extras: {} };

interface Envelope {
  version: number;
  data: unknown;
  secrets: SecretsByPlace;
  extras: JsonObject;
}

/** Many times the objects with secrets that plugins and boards may have. */
const MOST_SECRETS = 10_000;

const parseEnvelope = (bytes: Uint8Array): Envelope | string => {
  if (bytes.length === 0) return 'it is empty';
  let content: unknown;
  try {
    content = parseStored(bytes);
  } catch (error) {
    return error instanceof RangeError ? error.message : 'it is no JSON';
  }
  if (!isRecord(content)) return 'it is no object';
  const { schema_version: version, data, secrets = {}, ...extras } = content;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) return 'schema_version is no version';
  if (data === undefined || !isRecord(secrets)) return 'data or secrets are missing';
  if (Object.keys(secrets).length > MOST_SECRETS) return 'it has too many secrets';
  if (isDeeperThan(extras, MOST_LEVELS)) return 'an unknown member is nested too deeply';
  return { version, data, secrets, extras };
};

const mapSecrets = (
  secrets: SecretsByPlace,
  change: (leaf: unknown, place: string) => unknown,
  fill?: (place: string) => unknown,
): SecretsByPlace => mapValues(secrets, (tree, place) => mapLeaves(tree, `${place}/secrets`, change, fill));

const leavesOf = (secrets: SecretsByPlace): unknown[] => {
  const leaves: unknown[] = [];
  mapSecrets(secrets, (leaf) => leaves.push(leaf));
  return leaves;
};

const refuseNewer = (file: string, version: number, newest: number, names: ReadonlySet<string>): never => {
  const copies = Array.from({ length: newest }, (_, older) => copyOf(file, newest - older));
  const copy = copies.find((name) => names.has(name));
  throw new UnusableDataFolder(
    `${file} was written by a newer version of flapbox (format ${version}, this one reads up to ` +
      `${newest}): install that version again${copy ? `, or put back the copy ${copy} in its place` : ''}.`,
  );
};

/**
 * The cipher for some tokens, null when there is none. A SERVICE_SECRET_KEY that decrypts none of them is a mistake:
 * going on would ask for secrets that are stored.
 */
const cipherFor = async (file: string, keyring: Keyring, tokens: readonly string[]) => {
  const cipher = await keyring.existing();
  if (!keyring.isPinned || !cipher || tokens.some((token) => keyIdOf(token) === cipher.keyId)) return cipher;
  throw new UnusableDataFolder(
    `The secrets in ${file} were encrypted with another key than SERVICE_SECRET_KEY: start with the key ` +
      'that they were written with (SERVICE_SECRET_KEY as it was, or unset with the file .secret_key in the data ' +
      `folder), or remove the "secrets" section of ${file} and enter them again.`,
  );
};

const LOST = Symbol('lost');

/** The text of a secret as it is stored; null when it was changed, `LOST` when its key is missing. */
const openLeaf = (cipher: Cipher | null, leaf: unknown, place: string): string | null | typeof LOST => {
  if (isToken(leaf)) return cipher && keyIdOf(leaf) === cipher.keyId ? cipher.open(leaf, place) : LOST;
  // A secret that an owner wrote into the file by hand is in clear until the next save.
  return String(leaf).startsWith('enc:') ? null : JSON.stringify(leaf);
};

const placeIn = (file: string, place: string): string => `${file}#${place}`;

const textsOf = (leaves: readonly unknown[]): string[] =>
  leaves.filter((leaf) => typeof leaf === 'string').flatMap((leaf) => [leaf, ...secretsIn(leaf)]);

const rememberedLeaves = (tokens: Remembered['tokens']): unknown[] =>
  [...tokens.values()].map(({ text }): unknown => JSON.parse(text));

/**
 * Converts between the content of a file and its bytes: `{schema_version, data, secrets}` as JSON, secrets encrypted.
 * It asks for the key only when there is a secret, and passes the secrets of each file to `redact`: while a file is
 * written, those before and those to come.
 */
export class Codec {
  readonly #keyring: Keyring;
  readonly #redact: (file: string, secrets: readonly string[]) => void;
  readonly #names: ReadonlySet<string>;

  /** `names`: what the folder has at the start. */
  constructor(
    keyring: Keyring,
    redact: (file: string, secrets: readonly string[]) => void,
    names: ReadonlySet<string>,
  ) {
    this.#keyring = keyring;
    this.#redact = redact;
    this.#names = names;
  }

  /**
   * Rejects with UnusableDataFolder when the file is newer than this build, or its secrets were encrypted with another
   * key than SERVICE_SECRET_KEY.
   */
  async decode<T>(
    file: string,
    aggregate: Aggregate<T>,
    bytes: Uint8Array,
    amend: Amend = (data) => data,
  ): Promise<Reading<T>> {
    try {
      return await this.#decode(file, aggregate, bytes, amend);
    } catch (error) {
      // Thousands of nested brackets: nothing that was ever stored.
      if (error instanceof RangeError) return { kind: 'damaged', why: 'the content is nested too deeply' };
      throw error;
    }
  }

  /** The same content and the same `before` give the same bytes. */
  async encode<T>(
    file: string,
    aggregate: Aggregate<T>,
    value: T,
    before: Remembered,
  ): Promise<{ bytes: Uint8Array; remembered: Remembered }> {
    const { data, secrets } = separateSecrets(value);
    const { sealed, tokens, lost } = await this.#seal(file, secrets, before);
    const { extras } = before;
    const content = { schema_version: versionAfter(aggregate.migrations), data, secrets: sealed, ...extras };
    return { bytes: Buffer.from(`${JSON.stringify(content)}\n`), remembered: { tokens, lost, extras } };
  }

  /** Names the version of a file that is on the disk: its secrets, and no others of that file, are to be hidden. */
  adopt(file: string, { tokens }: Remembered): void {
    this.#redact(file, textsOf(rememberedLeaves(tokens)));
  }

  async #decode<T>(file: string, aggregate: Aggregate<T>, bytes: Uint8Array, amend: Amend): Promise<Reading<T>> {
    const envelope = parseEnvelope(bytes);
    if (typeof envelope === 'string') return { kind: 'damaged', why: envelope };
    const { version, data, extras } = envelope;
    const newest = versionAfter(aggregate.migrations);
    if (version > newest) return refuseNewer(file, version, newest, this.#names);
    const { secrets, tokens, lost, broken } = await this.#unseal(file, envelope.secrets);
    if (broken !== null) return { kind: 'damaged', why: `the secret at ${broken} cannot be decrypted` };
    const reading = aggregate.read(migrate(aggregate.migrations, amend(rejoinSecrets(data, secrets), extras), version));
    if ('problem' in reading) return { kind: 'damaged', why: reading.problem };
    return { kind: 'good', value: reading.value, remembered: { tokens, lost, extras }, version };
  }

  async #unseal(file: string, sealed: SecretsByPlace) {
    const found = leavesOf(sealed).filter(isToken);
    const cipher = found.length > 0 ? await cipherFor(file, this.#keyring, found) : null;
    const tokens = new Map<string, { text: string; token: string }>();
    const lost = new Map<string, string>();
    let broken: string | null = null;
    const secrets = mapSecrets(sealed, (leaf, place) => {
      const text = openLeaf(cipher, leaf, placeIn(file, place));
      if (text === LOST) {
        lost.set(place, String(leaf));
        return '';
      }
      if (text === null) broken = place;
      else if (isToken(leaf)) tokens.set(place, { text, token: leaf });
      return text === null ? null : (JSON.parse(text) as unknown);
    });
    this.#redact(file, textsOf(leavesOf(secrets)));
    return { secrets, tokens, lost, broken };
  }

  async #seal(file: string, secrets: SecretsByPlace, before: Remembered) {
    const tokens = new Map<string, { text: string; token: string }>();
    const lost = new Map<string, string>();
    const leaves = leavesOf(secrets);
    this.#redact(file, textsOf([...rememberedLeaves(before.tokens), ...leaves]));
    const cipher = leaves.length > 0 ? await this.#keyring.ensure() : null;
    const sealOne = (leaf: unknown, place: string): string => {
      const text = JSON.stringify(leaf);
      const known = before.tokens.get(place);
      const token = known?.text === text ? known.token : (cipher?.seal(text, placeIn(file, place)) ?? '');
      tokens.set(place, { text, token });
      return token;
    };
    // Its key may be restored later.
    const keepLost = (place: string): string => {
      const token = before.lost.get(place);
      if (token !== undefined) lost.set(place, token);
      return token ?? '';
    };
    return { sealed: mapSecrets(secrets, sealOne, keepLost), tokens, lost };
  }
}
