import { CONNECTION_ATTACKS, CONTENT_ATTACKS, type Attack } from './http-attacks.ts';
import { WORK_ATTACKS } from './work-attacks.ts';

/** Every attack over HTTP that a siege consists of; further kinds are added to this list. */
export const ATTACKS: readonly Attack[] = [...CONNECTION_ATTACKS, ...WORK_ATTACKS, ...CONTENT_ATTACKS];
