// The built-in transitions, loaded together.
export { dissolve } from './dissolve.ts';
export { slotMachine } from './slot-machine.ts';
export { typewriter } from './typewriter.ts';
export { wipe } from './wipe.ts';
