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
  copy: 'Copy',
  copied: 'Copied',
  back: 'Back',
  discard: 'Discard changes',
  clear: 'Remove',
  secretStored: 'Stored. Leave it empty to keep it.',
  removeSecret: (name: string) => `Remove: ${name}`,
  picture: (text: string) => (text.trim() ? `Preview: ${text}` : 'Preview: blank'),
} as const;
