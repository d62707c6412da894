import { withstand } from './http-rig.ts';
import { WORK_ATTACKS } from './work-attacks.ts';

withstand('attack/http-work', WORK_ATTACKS).run();
