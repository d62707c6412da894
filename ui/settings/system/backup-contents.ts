import { isCutOff } from '../../../src/core/bounds/json-bounds.ts';
import { isRecord } from '../../../src/core/record.ts';
/** A backup as it was read from a file. */
export interface BackupContents {
  /** The whole file, as it is sent to be restored. */
  readonly file: Record<string, unknown>;
  readonly createdAt: string;
  readonly hasSecrets: boolean;
  /** Names of what is in it, by kind. */
  readonly names: Readonly<Record<BackupKind, readonly string[]>>;
}

/** The kinds of things that a backup is told by. */
export const BACKUP_KINDS = ['boards', 'pages', 'schedules', 'collections', 'plugins'] as const;
/** A kind of things that a backup is told by. */
export type BackupKind = (typeof BACKUP_KINDS)[number];

const FORMAT = 'flapbox-backup';
/** Each backup names its format first. */
const FORMAT_WITHIN = 200;

const nameOf = (record: unknown): string =>
  isRecord(record) && typeof record['name'] === 'string' ? record['name'] : '';

const namesOf = (member: unknown): readonly string[] => {
  if (Array.isArray(member)) return member.map(nameOf);
  return isRecord(member) ? Object.keys(member) : [];
};

/** Whether a file is a backup of which the end is missing. */
export const isCutBackup = (text: string): boolean =>
  text.slice(0, FORMAT_WITHIN).includes(`"${FORMAT}"`) && isCutOff(new TextEncoder().encode(text));

/** What a file holds; null for a file that is no backup. Whether it can be restored is for the service to say. */
export const readBackup = (text: string): BackupContents | null => {
  try {
    const file: unknown = JSON.parse(text);
    if (!isRecord(file) || file['format'] !== FORMAT || !isRecord(file['data'])) return null;
    const { data, created_at, secrets } = file;
    const names = Object.fromEntries(BACKUP_KINDS.map((kind) => [kind, namesOf(data[kind])])) as Record<
      BackupKind,
      readonly string[]
    >;
    return { file, createdAt: String(created_at ?? ''), hasSecrets: isRecord(secrets), names };
  } catch {
    return null;
  }
};

/** The version of the file, and that of each of its members. */
const versionsOf = ({ file: { version, schema_versions } }: BackupContents): Record<string, unknown> => ({
  ...(isRecord(schema_versions) && schema_versions),
  version,
});

/** Whether a backup is of a newer flapbox than another one, in what both know of: it cannot be restored there. */
export const isNewer = (backup: BackupContents, other: BackupContents): boolean => {
  const versions = versionsOf(backup);
  return Object.entries(versionsOf(other)).some(([member, known]) => Number(versions[member]) > Number(known));
};
