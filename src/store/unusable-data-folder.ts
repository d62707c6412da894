/** Why the appliance cannot start with its data folder, in one line that tells an owner what to do. */
export class UnusableDataFolder extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'UnusableDataFolder';
  }
}
