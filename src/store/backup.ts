import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { Fault } from '../fault.ts';
import { SHORTEST_PASSPHRASE } from '../schema/appliance/backup.ts';
import { JsonObjectSchema } from '../schema/common.ts';
import type { State } from '../schema/state.ts';
import type { Aggregate } from './aggregate.ts';
import { AGGREGATES, MEMBERS, type Member } from './aggregates.ts';
import { findUnbounded } from './backup-bounds.ts';
import { BACKUP_COST, FIRST_COST, createCipher, deriveKey } from './secrets/cipher.ts';
import { migrate, versionAfter } from './migration.ts';
import { rejoinSecrets, separateSecrets, type SecretsByPlace } from './secrets/secrets.ts';
import { isRecord, mapValues, onlyKeys } from '../core/record.ts';

const FORMAT = 'flapbox-backup';
const VERSION = 1;

/** The members that a backup has; the account stays where it is. */
type Saved = Exclude<Member, 'auth'>;
const SAVED = MEMBERS.filter((member): member is Saved => member !== 'auth');

/** A file may not ask for more memory or time than a Raspberry Pi has. */
const costOf = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const CostSchema = v.object({
  N: v.pipe(
    costOf(1024, BACKUP_COST.N),
    v.check((n) => Number.isInteger(Math.log2(n))),
  ),
  r: costOf(1, BACKUP_COST.r),
  p: costOf(1, 4),
});
const EncryptedSchema = v.object({
  kdf: v.literal('scrypt'),
  params: v.optional(CostSchema, FIRST_COST),
  salt: v.pipe(v.string(), v.maxLength(128)),
  token: v.string(),
});
const BackupSchema = v.object({
  format: v.literal(FORMAT),
  version: v.number(),
  created_at: v.string(),
  schema_versions: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(1))),
  data: JsonObjectSchema,
  secrets: v.nullable(EncryptedSchema),
});
/** Everything an owner made, as one JSON object; secrets only when a passphrase encrypts them. */
export type Backup = v.InferOutput<typeof BackupSchema>;

/** More than twice as many as there may be of anything. */
const MOST_RECORDS = 5000;

const refuse = (sentence: string): never => {
  throw new Fault(400, sentence);
};

const encrypt = async (secrets: unknown, passphrase: string): Promise<Backup['secrets']> => {
  if (passphrase.length < SHORTEST_PASSPHRASE)
    return refuse(`passphrase: at least ${SHORTEST_PASSPHRASE} characters are needed.`);
  const salt = randomBytes(16);
  const cipher = createCipher(await deriveKey(passphrase, salt, BACKUP_COST));
  return {
    kdf: 'scrypt',
    params: { ...BACKUP_COST },
    salt: salt.toString('base64'),
    token: cipher.seal(JSON.stringify(secrets), FORMAT),
  };
};

const decrypt = async (encrypted: NonNullable<Backup['secrets']>, passphrase: string): Promise<unknown> => {
  const cipher = createCipher(await deriveKey(passphrase, Buffer.from(encrypted.salt, 'base64'), encrypted.params));
  const text = cipher.open(encrypted.token, FORMAT);
  return text === null
    ? refuse('The passphrase does not open this backup, or the backup was changed.')
    : JSON.parse(text);
};

/** A backup of the state at an ISO instant; with a passphrase it has the secrets too, encrypted by it. */
export const exportBackup = async (state: State, passphrase: string | null, createdAt: string): Promise<Backup> => {
  const lasting: State = {
    ...state,
    devices: withoutPlaces(state.devices),
    plugins: withoutConsent(state.plugins),
  };
  const parts = SAVED.map((member) => ({ member, ...separateSecrets(lasting[member]) }));
  const by = (pick: (part: (typeof parts)[number]) => unknown) =>
    Object.fromEntries(parts.map((part) => [part.member, pick(part)]));
  return {
    format: FORMAT,
    version: VERSION,
    created_at: createdAt,
    schema_versions: Object.fromEntries(SAVED.map((member) => [member, versionAfter(AGGREGATES[member].migrations)])),
    data: by((part) => part.data),
    secrets:
      passphrase === null
        ? null
        : await encrypt(
            by((part) => part.secrets),
            passphrase,
          ),
  };
};

const parse = (file: unknown): Backup => {
  const envelope = v.safeParse(BackupSchema, file);
  const newer =
    isRecord(file) && file['format'] === FORMAT && typeof file['version'] === 'number' && file['version'] > VERSION;
  if (newer) return refuse('The backup was made by a newer version of flapbox: update this appliance first.');
  return envelope.success ? envelope.output : refuse('The file is no backup of this appliance.');
};

const secretsOf = (all: unknown, member: Saved): SecretsByPlace => {
  const secrets = isRecord(all) ? all[member] : undefined;
  return isRecord(secrets) ? secrets : {};
};

const readMember = <T>(backup: Backup, member: Saved, aggregate: Aggregate<T>, secrets: SecretsByPlace): T => {
  const version = backup.schema_versions[member] ?? 1;
  if (version > versionAfter(aggregate.migrations))
    return refuse(`The ${member} of the backup were made by a newer version of flapbox: update this appliance first.`);
  const data = backup.data[member];
  if (typeof data === 'object' && data !== null && Object.keys(data).length > MOST_RECORDS)
    return refuse(`The ${member} of the backup are damaged: there are more than ${MOST_RECORDS}.`);
  const reading = aggregate.read(migrate(aggregate.migrations, rejoinSecrets(data, secrets), version));
  return 'problem' in reading ? refuse(`The ${member} of the backup are damaged: ${reading.problem}.`) : reading.value;
};

const checkIds = (name: string, records: readonly { id: string }[]): void => {
  if (records.some(({ id }) => id === '')) refuse(`The ${name} of the backup are damaged: an id is empty.`);
  if (new Set(records.map(({ id }) => id)).size < records.length)
    refuse(`The ${name} of the backup are damaged: an id occurs twice.`);
};

const checkWhole = (state: State): State => {
  if (state.boards.length === 0) return refuse('The backup has no board.');
  const { boards, pages, schedules, collections, favourites } = state;
  for (const [name, records] of Object.entries({ boards, pages, schedules, collections, favourites }))
    checkIds(name, records);
  const unbounded = findUnbounded(state);
  return unbounded === null
    ? state
    : refuse(
        `The backup cannot be used: ${unbounded} is longer than can be stored, or is nothing that can be set there.`,
      );
};

/** Where modules stand holds for the moment only: by the time a backup is read they have moved. */
const withoutPlaces = (devices: State['devices']): State['devices'] =>
  mapValues(devices, ({ resting: _resting, ...kept }) => kept);

/** Whom plugins may ask is said to one appliance, in its own network. */
const withoutConsent = (plugins: State['plugins']): State['plugins'] =>
  mapValues(plugins, ({ confirmed: _confirmed, ...kept }) => kept);

/**
 * The state that a backup asks for, with the present account. Without a passphrase what has a secret now and is in the
 * backup under the same id keeps it; with one the secrets of the backup replace all others. A Fault 400 says why a file
 * cannot be used.
 */
export const importBackup = async (file: unknown, passphrase: string | null, current: State): Promise<State> => {
  const backup = parse(file);
  const opened = passphrase !== null && backup.secrets ? await decrypt(backup.secrets, passphrase) : null;
  const read = <M extends Saved>(member: M): State[M] =>
    readMember<State[M]>(
      backup,
      member,
      AGGREGATES[member],
      opened === null ? separateSecrets(current[member]).secrets : secretsOf(opened, member),
    );
  const boards = read('boards');
  const ids = new Set(boards.map(({ id }) => id));
  return checkWhole({
    boards,
    pages: read('pages'),
    schedules: read('schedules'),
    collections: read('collections'),
    favourites: 'favourites' in backup.data ? read('favourites') : [],
    settings: read('settings'),
    plugins: read('plugins'),
    programmes: onlyKeys(read('programmes'), ids),
    // Backups of earlier versions have none.
    devices: 'devices' in backup.data ? withoutPlaces(onlyKeys(read('devices'), ids)) : {},
    auth: current.auth,
  });
};
