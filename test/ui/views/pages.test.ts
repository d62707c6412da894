import { useViewsOf } from './views-rig.ts';

useViewsOf('pages').run();
