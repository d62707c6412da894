const sentence = (text: string): string => (text === '' ? '' : ` ${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`);

/** Texts about the house as a whole. */
export const houseNotes = {
  title: 'What needs attention',
  mqtt: (broker: string, why: string) => `The MQTT broker${broker && ` ${broker}`} is not connected.${sentence(why)} flapbox keeps trying.`,
  onTrial: 'A new version is on trial. It stays if it works for a few minutes.',
  updateFailed: (version: string, why: string) => `The update to ${version} was not kept; the version before runs again.${sentence(why)}`,
  plugin: (id: string, why: string) => `The plugin ${id} has no fresh data.${sentence(why)}`,
  board: (name: string, why: string) => `${name} cannot be written to.${sentence(why)} flapbox keeps trying.`,
  toBoard: 'Look at it',
  toLogs: 'Open the log',
  toAbout: 'Look at it',
  toMqtt: 'Check the broker',
  toUpdate: 'Open the updates',
  toPlugin: 'Open the plugin',
} as const;
