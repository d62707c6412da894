import { useViewsOf } from './views-rig.ts';

useViewsOf('schedule').run();
