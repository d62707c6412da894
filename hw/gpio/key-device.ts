/** An input device as the kernel lists it. */
export interface KeyDevice {
  readonly name: string;
  /** The file of its events: `event3`. */
  readonly handler: string;
}

/** The device that the image and hw/README.md set up. */
const OWN_NAME = 'flapbox-button';

/**
 * The names a button at a pin goes by, best first: ours, that of the stock `gpio-key` overlay, that of a plain
 * device-tree node. The power key of a Pi 5 is none of them.
 */
const namesAt = (pin: number): string[] => [OWN_NAME, nameOfPin(pin), 'gpio-keys', 'gpio_keys'];

const nameOfPin = (pin: number): string => `button@${pin.toString(16)}`;

/** Every device of the kernel's list that has key events. */
export const parseInputDevices = (list: string): KeyDevice[] =>
  list.split(/\n\s*\n/).flatMap((block) => {
    const name = /^N: Name="(.*)"$/m.exec(block)?.[1];
    const handler = /^H: Handlers=.*?\b(event\d+)\b/m.exec(block)?.[1];
    return name !== undefined && handler !== undefined ? [{ name, handler }] : [];
  });

/**
 * The device of a button at a pin; undefined when the kernel has none. A further button has only a device that names
 * its pin: the others are the first one's.
 */
export const findKeyDevice = (list: string, pin: number, isFirst = true): KeyDevice | undefined => {
  const devices = parseInputDevices(list);
  return (isFirst ? namesAt(pin) : [nameOfPin(pin)])
    .map((name) => devices.find((device) => device.name === name))
    .find((device) => device !== undefined);
};
