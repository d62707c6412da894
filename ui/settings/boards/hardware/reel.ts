import type { Panel } from '../../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../../src/schema/boards/wiring.ts';

/** The glyphs on the reels of a wall in their order: what the owner says, else what is usual for its driver. */
export const reelOf = ({ flaps }: Panel, driver: PanelDriver | undefined): readonly string[] => {
  if (Array.isArray(flaps)) return flaps;
  return [...(flaps ?? driver?.flaps ?? ' ').replaceAll('\uFE0F', '')];
};
