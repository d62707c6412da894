import { SHORTEST_PASSWORD } from '../../src/schema/limits.ts';

/** Texts of signing in and out. */
export const login = {
  firstRunTitle: 'Welcome to flapbox',
  firstRunText: 'Who can use the boards? You can change this later in the settings.',
  enable: 'Enable login',
  enableNote: 'Only people who know the password get in.',
  without: 'Continue without login',
  withoutNote: 'Anyone on your network can use it.',
  accountTitle: 'Create your account',
  accountText: 'One account is enough: everyone at home can use it.',
  signInTitle: 'Log in',
  why: {
    asked: 'This flapbox is protected by a password.',
    ended:
      'Your login has ended: it expired, or the password was changed. Log in to carry on; what you typed ' +
      'is still here.',
    redirected: 'Log in to open the page you asked for.',
  },
  username: 'User name',
  password: 'Password',
  passwordHint: `At least ${SHORTEST_PASSWORD} characters`,
  repeat: 'Password again',
  mismatch: 'The two passwords differ.',
  show: 'Show password',
  lost: 'Forgot the password?',
  lostText:
    'It cannot be read back, but you can set a new one if you can reach the machine. Your boards, pages ' +
    'and settings stay.',
  lostCard: [
    'On a Raspberry Pi with the flapbox card: put the card into a computer, add this line to',
    'and start it again.',
  ],
  lostElsewhere: ['Anywhere else: stop flapbox, delete', 'in its data folder, and start it again.'],
  lostThen: 'Then open this page: it asks who can use the boards, as on the first day.',
  remember: 'Keep me logged in',
  createAccount: 'Create account',
  back: 'Back',
  signIn: 'Log in',
  signOut: 'Log out',
  signOutOf: (name: string) => `Log out ${name}`,
} as const;
