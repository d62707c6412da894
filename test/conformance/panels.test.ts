import { PANEL_DRIVERS } from '../../hw/registry.ts';
import { describePanel } from './panel.ts';

for (const driver of PANEL_DRIVERS) describePanel(driver);
