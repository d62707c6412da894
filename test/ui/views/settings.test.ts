import { useViewsOf } from './views-rig.ts';

useViewsOf('settings').run();
