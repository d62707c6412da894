const quoted = (titles: readonly string[]): string => titles.map((title) => `“${title}”`).join(', ');

/** Texts of the question whether a source may ask a place on the network. */
export const consent = {
  title: 'May it ask this?',
  intro: 'Nothing is asked or sent before you confirm it.',
  asks: 'This source wants to ask',
  inYourNetwork: ' in your network',
  sends: (titles: readonly string[]) => `, and may send it what you typed as ${quoted(titles)}`,
  certificate:
    'It shows a certificate of its own. Compare the SHA-256 fingerprint with the one that the device tells, and confirm only the same:',
  confirm: 'Confirm',
  refused: 'It is not confirmed, so nothing was asked or changed.',
  restored: (plugin: string) => `“${plugin}” came with the backup, and waits for your word.`,
} as const;
