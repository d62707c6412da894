// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('full', 'settings', 'boards').run();
