// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('usual', ({ name }) => name.startsWith('settings-'), ', the settings').run();
