// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('empty', 'boards').run();
