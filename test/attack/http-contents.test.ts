import { CONTENT_ATTACKS } from './http-attacks.ts';
import { withstand } from './http-rig.ts';

withstand('attack/http-contents', CONTENT_ATTACKS).run();
