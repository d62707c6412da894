/** What an error says; of what is thrown without being an `Error`, `otherwise`, or else its text. */
export const sentenceOf = (error: unknown, otherwise?: string): string =>
  error instanceof Error ? error.message : (otherwise ?? String(error));
