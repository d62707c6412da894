/** Texts of the notice of a safe start. */
export const safeStart = {
  title: 'This is a safe start.',
  what: (suspected: string | null) =>
    'flapbox ended twice within ten minutes without being asked to, or the power was cut. ' +
    (suspected === null ? 'What it was working on is not known.' : `When it ended it was working on ${suspected}.`),
  switchedOff: (names: readonly string[]) => `Off for now, and nothing of it is lost: ${names.join(', ')}.`,
  after: 'They are on again when you end the safe start, or after ten minutes without trouble.',
  afterSuspect: (suspected: string) =>
    'They are on again when you end the safe start, or after ten minutes without trouble. ' +
    `Only ${suspected} stays off: a page until it is changed, a plugin or source until it is switched on.`,
  end: 'End the safe start',
} as const;
