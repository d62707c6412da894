// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('usual', ({ name }) => /^(?:board|first-steps|api)/.test(name), ', boards and the first steps').run();
