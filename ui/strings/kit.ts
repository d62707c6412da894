const DISCARD = ['Discard', 'changes'] as const;

/** Texts of the controls that all views share. */
export const kit = {
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving …',
  saved: 'Saved.',
  remove: 'Delete',
  tryAgain: 'Try again',
  loading: 'Loading …',
  notLoaded: 'This could not be loaded yet.',
  share: 'Share',
  copy: 'Copy',
  copied: 'Copied',
  undo: 'Undo',
  enlarge: 'Enlarge',
  wholeBoard: 'Whole board',
  discard: DISCARD.join(' '),
  /** The first part alone is read on phones. */
  discardParts: DISCARD,
  clear: 'Remove',
  noTime: 'Enter a time of day, as 7:30 or 19:30.',
  findName: 'Find by name',
  shownOf: (shown: number, all: number) => `${shown} of ${all}`,
  secretStored: 'Stored. Leave it empty to keep it.',
  removeSecret: (name: string) => `Remove: ${name}`,
  alignments: { left: 'Left', center: 'Centre', right: 'Right' },
  picture: (text: string) => (text.trim() ? `Preview: ${text}` : 'Preview: blank'),
} as const;
