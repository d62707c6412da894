/** Texts of signing in and out. */
export const login = {
  firstRunTitle: 'Welcome to flapbox',
  firstRunText: 'Who may use the boards? You can change this later in the settings.',
  enable: 'Enable login',
  enableNote: 'Only who knows the password gets in.',
  without: 'Continue without login',
  withoutNote: 'Everybody who can reach flapbox on the network may use it.',
  accountTitle: 'Create your account',
  signInTitle: 'Log in',
  username: 'User name',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  repeat: 'Password again',
  mismatch: 'The two passwords differ.',
  remember: 'Keep me logged in',
  createAccount: 'Create account',
  signIn: 'Log in',
  forgotten: 'Forgot the password?',
  wayBack:
    'On its own card: write the line reset_login=yes into flapbox.txt on the first partition, and start it again. Elsewhere: stop flapbox, delete auth.json in its data folder, and start it again. Boards and pages stay; whoever comes first then chooses anew who may use them.',
  signOut: 'Log out',
  signOutOf: (name: string) => `Log out ${name}`,
} as const;
