import type { DisplayLoop } from '../../loop/display.ts';
import type { Health } from '../../schema/appliance/system.ts';

/** Answers as long as the process serves; the loop is told apart. */
export const healthOf = (loop: Pick<DisplayLoop, 'running'>, version: string): Health => ({
  status: 'ok',
  service_running: loop.running,
  version,
});
