import { Fault } from '../../fault.ts';

const CLOSED =
  'The file of the account (auth.json) is damaged, and nobody is let in. On its own card: write the line ' +
  'reset_login=yes into flapbox.txt on the first partition, and start it again. Elsewhere: stop flapbox, ' +
  'delete auth.json in its data folder, and start it again. Whoever comes first then chooses anew whether ' +
  'there is a login.';

/** The answer to everybody while the account is lost: what the owner has to do at the machine. */
export const closedFault = (): Fault => new Fault(503, CLOSED);
