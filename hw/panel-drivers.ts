import { formOf } from '../src/schema/boards/connection-field.ts';
import type { PanelDriver } from '../src/schema/boards/wiring.ts';
import type { PanelDriverDescription } from './panel/description.ts';
import { PANEL_DRIVERS } from './registry.ts';

/** A driver as a form offers it. */
const toPanelDriver = <TKind extends PanelDriver['kind']>({
  kind,
  label,
  summary,
  connection,
  ways = [],
  flaps,
  grid,
  most,
  modules,
  tells,
  found,
  emulator,
}: PanelDriverDescription<TKind>): PanelDriver => ({
  kind,
  label,
  summary,
  fields: formOf(connection),
  ways: ways.map((way) => ({ label: way.label, fields: [...way.fields] })),
  flaps,
  grid,
  most: most ?? null,
  modules,
  tells: { read_back: tells.readBack, restart: tells.restart, health: tells.health, actions: tells.actions },
  found,
  emulator: emulator?.name ?? null,
});

/** Every driver for panels, in the order in which they are offered. */
export const listPanelDrivers = (): readonly PanelDriver[] => PANEL_DRIVERS.map(toPanelDriver);
