// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('full', 'schedule', 'plugins').run();
