// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('usual', ({ name }) => !/^(?:settings-|board|first-steps|api)/.test(name), ', the parts').run();
