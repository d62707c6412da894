import { asSentence } from '../kit/sentence.ts';

const sentence = (text: string): string => ` ${asSentence(text)}`.trimEnd();
const some = (names: readonly string[]): string =>
  names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');

const unfilledBoards = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` ${some(names)} ${names.length === 1 ? 'shows' : 'show'} ??? for it.`;

/** Texts of the list of what needs attention. */
export const attention = {
  title: 'What needs attention',
  mqtt: (broker: string, why: string) =>
    `The MQTT broker${broker && ` ${broker}`} is not connected.${sentence(why)} flapbox keeps trying.`,
  onTrial: 'A new version is on trial. It stays once it has answered for half a minute.',
  updateFailed: (version: string, why: string) =>
    `The update to ${version} was not kept; the version before runs again.${sentence(why)}`,
  plugin: (id: string, why: string, unfilled: readonly string[]) =>
    `The plugin ${id} has no fresh data.${sentence(why)}${unfilledBoards(unfilled)}`,
  board: (name: string, why: string) => `${name} cannot be written to.${sentence(why)} flapbox keeps trying.`,
  follower: (name: string, why: string) => `${name} cannot follow.${sentence(why)} flapbox keeps trying.`,
  drifted: (name: string) => `Something else wrote on ${name}.`,
  stale: (source: string, name: string, since: string) =>
    `The values of ${source} have been too old to show since ${since}: ${name} has - in their place.`,
  missing: (name: string, placeholders: readonly string[]) =>
    `${name} shows ??? because there is no value for ${some(placeholders)}.`,
  offline: (hosts: readonly string[], unfilled: readonly string[]) =>
    `No internet: ${some(hosts)} cannot be reached.${unfilledBoards(unfilled)} Messages, schedules and pages ` +
    'still work; live data from the internet is not updated.',
  unreached: (host: string, why: string) => `${host} cannot be reached: ${why}`,
  more: (count: number) => `${count} more`,
  toPage: 'Open the page',
  toNetwork: 'Check the network',
  toBoard: 'Look at it',
  toLogs: 'Open the log',
  toAbout: 'Look at it',
  toMqtt: 'Check the broker',
  toUpdate: 'Open the updates',
  toPlugin: 'Open the plugin',
} as const;
