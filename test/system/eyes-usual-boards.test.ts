// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('usual', 'boards').run();
