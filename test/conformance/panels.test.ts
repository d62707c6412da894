import { PANEL_DRIVERS } from '../../hw/registry.ts';
import { describePanelDriver } from './panel.ts';

for (const driver of PANEL_DRIVERS) describePanelDriver(driver);
