import { readdirSync, writeFileSync } from 'node:fs';
import { codeOf, readOr, type LightOutput, type Missing } from './source.ts';

/** The name of the LED that the image and hw/README.md set up; some kernels add a colour and a function. */
const OWN_NAME = /^flapbox(?::|$)/;

/** Opens the kernel's LED of ours; never throws. */
export const openLed = (folder: string): LightOutput | Missing => {
  const name = readOr<string[]>([], () => readdirSync(folder)).find((one) => OWN_NAME.test(one));
  if (name === undefined) return { missing: 'The kernel has no LED named "flapbox".' };
  const write = (file: string, text: string): void => writeFileSync(`${folder}/${name}/${file}`, text);
  try {
    // Whatever else drives the LED would undo what is switched here.
    write('trigger', 'none');
    write('brightness', '0');
  } catch (error) {
    const closed = ['EACCES', 'EPERM'].includes(codeOf(error));
    return {
      missing: closed
        ? 'The LED "flapbox" cannot be switched: the service needs permission for it.'
        : 'The LED "flapbox" cannot be switched.',
    };
  }
  return { kind: 'led', device: name, set: (on) => write('brightness', on ? '1' : '0'), close: () => undefined };
};
