// U-Boot as it goes onto the card: what it would wait for at every start is taken out of its own environment.
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Variables and what they are set to. It would wait two seconds for a key, and look for disks and keyboards on USB,
 * which takes as long again; the card is started from the card alone.
 */
const VARIABLES = { bootdelay: '0', preboot: '' };

/** Copies the boot loader with these values; throws where it has no such variable, or several. */
export const copyBootLoader = (from, to) => {
  const program = readFileSync(from);
  for (const [name, value] of Object.entries(VARIABLES)) {
    const start = Buffer.from(`\0${name}=`);
    const at = program.indexOf(start);
    if (at < 0 || program.includes(start, at + 1)) throw new Error(`${from}: there should be one variable "${name}"`);
    // The environment is a list of texts: each one keeps its length.
    const begin = at + start.length;
    program.fill(' ', begin, program.indexOf(0, begin));
    program.write(value, begin, 'latin1');
  }
  writeFileSync(to, program);
};
