import * as v from 'valibot';
import { InstantSchema, JsonObjectSchema, SecretSchema, maybe } from './common.ts';
import { LONGEST_PASSWORD } from './limits.ts';
import { UnconfirmedDestinationSchema } from './plugins.ts';

/** A passphrase that secrets are encrypted with has at least so many characters. */
export const SHORTEST_PASSPHRASE = 8;

/** Answer of `/backup/export`: everything an owner made; `secrets` is null unless a passphrase encrypts them. */
export const BackupFileSchema = v.object({
  format: v.string(),
  version: v.number(),
  created_at: InstantSchema,
  schema_versions: v.record(v.string(), v.number()),
  data: JsonObjectSchema,
  secrets: v.nullable(
    v.object({
      kdf: v.string(),
      params: v.object({ N: v.number(), r: v.number(), p: v.number() }),
      salt: v.string(),
      token: v.string(),
    }),
  ),
});

/** Everything an owner made, as one file. */
export type BackupFile = v.InferOutput<typeof BackupFileSchema>;

/** Body of `POST /backup/export`. */
export const BackupRequestSchema = v.object({
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
  restored: v.object({
    boards: v.number(),
    pages: v.number(),
    schedules: v.number(),
    collections: v.number(),
    plugins: v.number(),
  }),
  /** What plugins want to ask and nobody has confirmed here; a backup confirms nothing. Absent when there is none. */
  destinations: v.optional(v.array(UnconfirmedDestinationSchema)),
});
/** Answer of `POST /backup/import`. */
export type BackupImportAnswer = v.InferOutput<typeof BackupImportAnswerSchema>;
