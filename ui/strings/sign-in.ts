/** Texts of the sign-in with the service of a source. */
export const signIn = {
  title: (service: string) => `Sign-in with ${service}`,
  intro: (service: string) =>
    `You agree at ${service} itself: your password stays there. What flapbox gets is a token, which it keeps encrypted.`,
  goesTo: (hosts: readonly string[]) => `It is sent to ${hosts.join(', ')} and nobody else.`,
  first: 'Do this once before',
  openService: 'Open the page of the service',
  address: {
    redirect: 'Address to register at the service, so that the browser comes back by itself:',
    paste: 'Address to register to paste the address of the browser:',
  },
  saveFirst: 'Save client ID and secret below first.',
  by: {
    redirect: (service: string) => `Sign in with ${service}`,
    paste: (service: string) => `Sign in with ${service}, and paste an address`,
    device: (service: string) => `Sign in with ${service} on another device`,
  },
  out: 'Nobody is signed in.',
  since: (when: string) => `Signed in since ${when}.`,
  renewed: 'It is renewed by itself.',
  until: (when: string) => `Signed in until ${when}.`,
  refused: (service: string) => `Sign in again: ${service} refused the sign-in.`,
  openAgree: 'Open the page where you agree',
  pasteIntro:
    'After you agreed, the browser goes to an address that shows nothing. Copy the whole of it from the bar of the browser.',
  pasteField: 'Address in the bar of the browser',
  finish: 'Finish the sign-in',
  deviceIntro: 'Open this page on any device, and type the code.',
  code: 'Code',
  waits: (when: string) => `It waits until ${when}.`,
  cancel: 'Leave it',
  signOut: 'Sign out',
  signedOut: 'Signed out.',
  signedOutHere: (service: string) =>
    `Signed out here. ${service} did not say that it ended the token: you can end it there too.`,
  tokens: 'your sign-in',
} as const;
