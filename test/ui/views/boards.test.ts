import { useViewsOf } from './views-rig.ts';

useViewsOf('boards').run();
