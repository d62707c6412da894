/** What no topic has that means one place: wildcards and control characters. */
const NEVER = '#+\\0-\\x1f\\x7f-\\x9f';

/** The form of a topic of a device, empty for none. Topics that begin with `$` are the broker's own. */
export const DEVICE_TOPIC = new RegExp(`^(?:[^$${NEVER}][^${NEVER}]*)?$`);

/** The form of a topic that is read, in which a broker may tell of itself. */
export const READ_TOPIC = new RegExp(`^(?:\\$SYS/|[^$${NEVER}])[^${NEVER}]*$`);

const below = (last: string): RegExp => new RegExp(`^[^$${NEVER}/\\s](?:[^${NEVER}]*[^${NEVER}${last}\\s])?$`);

/** The form of a topic below which the appliance tells of itself. */
export const OWN_TOPIC = below('');

/** The form of a topic that can be followed. */
export const FOLLOWED_TOPIC = below('/');
