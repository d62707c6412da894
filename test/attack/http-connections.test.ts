import { CONNECTION_ATTACKS } from './http-attacks.ts';
import { withstand } from './http-rig.ts';

withstand('attack/http-connections', CONNECTION_ATTACKS).run();
