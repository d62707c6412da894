/** Texts that a screen shows beside its board. */
export const screen = {
  sound: 'Press OK for sound',
  awake:
    'This browser cannot keep the screen on by itself. Switch the screensaver and the sleep timer off in the settings of the television, and press OK here once.',
  unknown: 'There is no such board. Check the address of this page.',
  none: 'This screen has no board. Choose one in flapbox, under Settings, Screens.',
  waitingFor: (seconds: number) => `The code is valid for ${Math.ceil(seconds / 60)} minutes.`,
  away: 'flapbox does not answer. Trying again …',
  busy: 'Too many codes were asked for. Trying again …',
  closed: 'flapbox is not set up yet. Open it on a phone or computer first.',
  open: 'Or show a board at once:',
  broken: 'This page cannot run in this browser.',
} as const;
