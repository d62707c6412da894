import { useViewsOf } from './views-rig.ts';

useViewsOf('plugins').run();
