import * as v from 'valibot';
import { InstantSchema, JsonObjectSchema, SecretSchema, maybe } from '../common.ts';
import { LONGEST_PASSWORD } from '../limits.ts';
import { UnconfirmedDestinationSchema } from '../plugins/plugins.ts';

/** A passphrase that secrets are encrypted with has at least so many characters. */
export const SHORTEST_PASSPHRASE = 8;

/** Answer of `/backup/export`: everything an owner made; `secrets` is null unless a passphrase encrypts them. */
export const BackupFileSchema = v.object({
  /** Kind of file. */
  format: v.string(),
  /** Version of the form of the file. */
  version: v.number(),
  created_at: InstantSchema,
  /** Versions of the stored files, by name. */
  schema_versions: v.record(v.string(), v.number()),
  /** Everything that was stored. */
  data: JsonObjectSchema,
  /** The secrets, encrypted; null when they were left out. */
  secrets: v.nullable(
    v.object({
      /** How the key follows from the passphrase. */
      kdf: v.string(),
      /** How slow the key of the passphrase is made. */
      params: v.object({
        /** Cost of scrypt. */
        N: v.number(),
        /** Block size of scrypt. */
        r: v.number(),
        /** Parallelisation of scrypt. */
        p: v.number(),
      }),
      /** What was mixed into the key. */
      salt: v.string(),
      /** The encrypted secrets. */
      token: v.string(),
    }),
  ),
});

/** Everything an owner made, as one file. */
export type BackupFile = v.InferOutput<typeof BackupFileSchema>;

/** Body of `POST /backup/export`. */
export const BackupRequestSchema = v.object({
  /** The words that secrets are encrypted with. */
  passphrase: v.pipe(v.string(), v.minLength(SHORTEST_PASSPHRASE), v.maxLength(LONGEST_PASSWORD)),
});

/**
 * Body of `POST /backup/import`: a backup, with the passphrase beside its members when it has secrets; null leaves them
 * out.
 */
export const BackupImportSchema = v.looseObject({ passphrase: maybe(SecretSchema) });
/** Body of `POST /backup/import`. */
export type BackupImport = v.InferOutput<typeof BackupImportSchema>;

/** Answer of `POST /backup/import`: how much there is now. */
export const BackupImportAnswerSchema = v.object({
  status: v.literal('ok'),
  /** How much was restored, by kind. */
  restored: v.object({
    /** How many boards were restored. */
    boards: v.number(),
    /** How many pages were restored. */
    pages: v.number(),
    /** How many rules were restored. */
    schedules: v.number(),
    /** How many collections were restored. */
    collections: v.number(),
    /** How many plugins had settings restored. */
    plugins: v.number(),
  }),
  /** Places on the network that need the word of the owner before they are asked. */
  destinations: v.optional(v.array(UnconfirmedDestinationSchema)),
});
/** Answer of `POST /backup/import`. */
export type BackupImportAnswer = v.InferOutput<typeof BackupImportAnswerSchema>;
