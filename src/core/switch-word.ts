const ON = ['true', '1', 'yes', 'on'];
const OFF = ['false', '0', 'no', 'off'];
/** Every word for on or off. */
export const SWITCH_WORDS = [...ON, ...OFF];

/** On or off, in the words of the environment, of queries and of MQTT; null for any other word. */
export const readSwitch = (text: string): boolean | null => {
  const word = text.toLowerCase();
  return ON.includes(word) ? true : OFF.includes(word) ? false : null;
};
