// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('rare', 'pages', 'schedule', 'plugins').run();
