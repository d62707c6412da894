// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('usual', 'schedule', 'plugins').run();
