// needs: chromium
import { lookAt } from './eyes-rig.ts';

lookAt('long', 'pages').run();
