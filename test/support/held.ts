/** An answer that comes when it is let go. */
export interface Held<T> {
  readonly answer: Promise<T>;
  /** Lets it come. */
  letGo(value: T): void;
}

/** Holds an answer back, as a slow service does. */
export const hold = <T>(): Held<T> => {
  let letGo: (value: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    letGo = resolve;
  });
  return { answer, letGo };
};
