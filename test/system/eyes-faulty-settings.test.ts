// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('faulty', 'settings', 'boards').run();
