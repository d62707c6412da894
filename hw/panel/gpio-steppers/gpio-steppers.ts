import type { Driver } from '../../../src/board/driver.ts';
import type { PanelDeps, PanelSetup } from '../description.ts';

/** Makes the driver. */
export const createGpioSteppers = (_setup: PanelSetup, _deps: PanelDeps): Driver => {
  throw new Error('This driver is not there yet.');
};
