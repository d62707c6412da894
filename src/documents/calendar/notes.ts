const MOST_SENTENCES = 6;
const MOST_NAMES = 3;

const listed = (names: readonly string[]): string => {
  const shown = names
    .slice(0, MOST_NAMES)
    .map((name) => `"${name.slice(0, 40)}"`)
    .join(', ');
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
};

/** Notes for the owner about a calendar. */
export class Notes {
  readonly #single = new Set<string>();
  readonly #cut: string[] = [];
  readonly #unusable: string[] = [];
  readonly #zones = new Set<string>();
  #broken = 0;

  /** Adds a sentence, once. */
  add(sentence: string): void {
    this.#single.add(sentence);
  }

  /** Counts an event that cannot be read. */
  countBroken(): void {
    this.#broken++;
  }

  /** A series that was not followed to its end. */
  addCut(name: string): void {
    this.#cut.push(name);
  }

  /** An event with a rule that cannot be followed. */
  addUnusableRule(name: string): void {
    this.#unusable.push(name);
  }

  /** Adds names of unknown time zones. */
  addUnknownZones(names: Iterable<string>): void {
    for (const name of names) this.#zones.add(name);
  }

  /** Everything as sentences for the owner. */
  sentences(): string[] {
    const found = [...this.#single];
    if (this.#broken > 0)
      found.push(this.#broken === 1 ? 'One event cannot be read.' : `${this.#broken} events cannot be read.`);
    if (this.#cut.length > 0) found.push(`Too many repetitions: not all of ${listed(this.#cut)} is shown.`);
    if (this.#unusable.length > 0) found.push(`The repetition of ${listed(this.#unusable)} cannot be read.`);
    if (this.#zones.size > 0)
      found.push(`Unknown time zone ${listed([...this.#zones])}: its times are taken as local.`);
    return found.slice(0, MOST_SENTENCES);
  }
}
