import { describePanelDriver } from '../description.ts';
import { LIGHT_FIELDS } from '../fields.ts';

/** A board of any size that lives in the browser only. */
export const virtual = describePanelDriver({
  kind: 'virtual',
  label: 'On this screen only',
  summary: 'No hardware',
  connection: LIGHT_FIELDS,
  flaps: null,
  modules: false,
  tells: { readBack: 'no', restart: false, health: false, actions: false },
  found: 'none',
  emulator: null,
  create: () => {
    const { VirtualBoard } = require('../../virtual.ts') as typeof import('../../virtual.ts');
    return new VirtualBoard();
  },
});
