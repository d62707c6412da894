/** Texts of the invitation on the first view. */
export const firstSteps = {
  label: 'First steps',
  text: 'New here? Connect your board, say where you are and choose a first page.',
  begin: 'Begin',
  dismiss: 'Not now',
} as const;
