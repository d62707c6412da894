import { plural } from '../src/core/plural.ts';

/** Every text of the interface, in English. */
export const strings = {
  product: 'flapbox',
  skip: 'Skip to the content',
  navigation: 'Parts of flapbox',
  parts: { home: 'Boards', pages: 'Pages', schedule: 'Schedule', plugins: 'Plugins', settings: 'Settings' },
  loading: 'Loading the boards',
  notFound: 'There is no such page.',
  backHome: 'Back to the boards',

  connection: { live: 'Live', waiting: 'Connecting', lost: 'Connection lost' },
  lostNotice: 'The connection to flapbox is lost. What you see may be out of date; it comes back by itself.',
  loadFailed: 'The boards could not be loaded.',
  tryAgain: 'Try again',
  tomorrow: (time: string) => `tomorrow ${time}`,

  themeAuto: 'Colours: same as the system',
  themeLight: 'Colours: light',
  themeDark: 'Colours: dark',

  boardShows: (name: string, text: string) => `${name} ${text ? `shows: ${text}` : 'is blank'}`,
  boardFaulty: (shows: string) => `${shows} (not reachable)`,
  unreachable: 'flapbox cannot be reached. Check that it has power and is on the network, then try again.',
  refused: (status: number) => `flapbox refused this (${status}).`,
  waitSeconds: (seconds: number) =>
    `The board takes the next message in ${plural(seconds, 'second', 'seconds')}. Try again then.`,
} as const;
