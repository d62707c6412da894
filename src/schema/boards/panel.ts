import * as v from 'valibot';
import { integerFrom } from '../common.ts';

/** The module of a wall that shows one cell. */
export const ModuleSchema = v.object({
  /** Row, from 0 at the top. */
  row: integerFrom(0),
  /** Column, from 0 at the left. */
  col: integerFrom(0),
  /** Address of the module on its bus. */
  address: integerFrom(0),
});

/** Which module shows which cell: a list, or a common wiring. */
export const ModuleMapSchema = v.union([
  v.array(ModuleSchema),
  v.object({
    /** Common wiring: row after row, there and back, or there and back in pairs of rows. */
    layout: v.picklist(['rows', 'zigzag', 'dual_zigzag']),
    /** Address of the first module. */
    first: v.optional(integerFrom(0), 0),
  }),
]);
/** Which module shows which cell. */
export type ModuleMap = v.InferOutput<typeof ModuleMapSchema>;

/** What every panel is set up with, whatever drives it; `connection` has the fields of its driver. */
export interface PanelSettings<TConnection = object> {
  readonly connection: TConnection;
  /** The glyphs of a reel in their order; null asks the hardware or takes the driver's own. */
  readonly flaps: string | readonly string[] | null;
  readonly modules: ModuleMap;
  /** The most modules that turn at once; null sets no bound. */
  readonly max_moving: number | null;
  /** Whether all modules start so that they arrive at the same moment. */
  readonly land_together: boolean;
}
