import type { Plugin } from '../contract/plugin.ts';
import { dissolve } from './dissolve.ts';
import { slotMachine } from './slot-machine.ts';
import { typewriter } from './typewriter.ts';
import { wipe } from './wipe.ts';

/** The built-in transitions. */
export const transitionPlugins: readonly Plugin[] = [dissolve, slotMachine, typewriter, wipe];
