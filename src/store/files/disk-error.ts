import { codeOf } from './file-system.ts';

/** Why the appliance cannot start with its data folder, in one line that tells an owner what to do. */
export class UnusableDataFolder extends Error {
  readonly code = 'UNUSABLE_DATA_FOLDER';

  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UnusableDataFolder';
  }
}

const SENTENCES: Record<string, string> = {
  ENOSPC: 'The disk is full: free some space and try again.',
  EDQUOT: 'The disk is full: free some space and try again.',
  EROFS: 'The disk is read-only: check the card and start the appliance again.',
  EACCES: 'The data folder cannot be written to: check its owner and permissions.',
  EPERM: 'The data folder cannot be written to: check its owner and permissions.',
  ENOENT: 'The data folder is missing: put it back or restart flapbox.',
};

/** What is wrong with the disk and what to do, for a person; without paths. */
export const describeDiskError = (error: unknown): string => {
  if (error instanceof UnusableDataFolder) return error.message;
  return SENTENCES[codeOf(error)] ?? 'The disk reports errors: save a backup and replace it.';
};

const REASONS: Record<string, string> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of it is a file, not a folder',
  EACCES: 'there is no permission to read and write it',
  EPERM: 'there is no permission to read and write it',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'it cannot be made',
};

/** Why a data folder cannot be used, in one line that names the variable, its value and what is allowed. */
export const describeUnusable = (dir: string, error: unknown): string => {
  const code = codeOf(error);
  return (
    `SERVICE_DATA_DIR: ${dir} cannot be used: ${REASONS[code] ?? `the disk answers ${code}`}. ` +
    'It must be a folder that can be read and written, or a place where one can be created.'
  );
};

/** A system error of the data folder as what ends the start; any other error as it is. */
export const asUnusable = (dir: string, error: unknown): unknown =>
  error instanceof UnusableDataFolder || codeOf(error) === ''
    ? error
    : new UnusableDataFolder(describeUnusable(dir, error), error);
