/** Texts of the invitation on the first view. */
export const firstSteps = {
  label: 'First steps',
  text: 'New here? Connect your board, set your location and choose a first page.',
  begin: 'Begin',
  dismiss: 'Not now',
} as const;
