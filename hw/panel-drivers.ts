import { formOf } from '../src/schema/boards/connection-field.ts';
import type { PanelDriver } from '../src/schema/boards/wiring.ts';
import type { PanelDriverDescription } from './panel/description.ts';
import { PANEL_DRIVERS } from './registry.ts';

/** A driver as a form offers it. */
const toPanelDriver = (description: PanelDriverDescription<PanelDriver['kind']>): PanelDriver => {
  const { kind, label, summary, connection, ways = [], flaps, grid = null, most = null, modules } = description;
  const { readBack, ...tells } = description.tells;
  return {
    kind,
    label,
    summary,
    fields: formOf(connection),
    ways: ways.map((way) => ({ label: way.label, fields: [...way.fields] })),
    flaps,
    grid,
    most,
    modules,
    tells: { read_back: readBack, ...tells },
    found: description.found,
    emulator: description.emulator?.name ?? null,
  };
};

/** Every driver for panels, in the order in which they are offered. */
export const listPanelDrivers = (): readonly PanelDriver[] => PANEL_DRIVERS.map(toPanelDriver);
