/** Hides registered values in texts. */
export interface Redactor {
  /** Registers a value and the forms it takes in JSON and in addresses; values under 4 characters are ignored. */
  add(value: string): void;
  /** The text with `***` in place of every registered value. */
  hide(text: string): string;
}

const SHORTEST = 4;

const formsOf = (value: string): string[] => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\uFFFD'))];

/** A redactor that knows no value yet. */
export const createRedactor = (): Redactor => {
  let values: string[] = [];
  return {
    add: (value) => {
      if (value.length < SHORTEST || values.includes(value)) return;
      // The longest first: a value inside another must not leave the rest of that one readable.
      values = [...new Set([...values, ...formsOf(value)])].sort((a, b) => b.length - a.length);
    },
    hide: (text) => values.reduce((rest, value) => rest.replaceAll(value, '***'), text),
  };
};
