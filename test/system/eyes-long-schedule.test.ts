// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('long', 'schedule', 'plugins').run();
