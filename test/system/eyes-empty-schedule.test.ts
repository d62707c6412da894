// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('empty', 'schedule', 'plugins').run();
