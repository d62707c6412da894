// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('rare', 'settings', 'boards').run();
