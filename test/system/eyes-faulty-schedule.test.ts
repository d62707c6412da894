// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('faulty', 'schedule', 'plugins').run();
