/** The settings of motors; the same for all walls that are stepped here. */
export interface MotorSettings {
  readonly steps_per_turn?: number | null;
  readonly max_speed?: number | null;
  readonly acceleration?: number | null;
  readonly reverse?: boolean | null;
  readonly hold?: boolean | null;
  readonly full_turn?: boolean | null;
  readonly open_loop?: boolean | null;
}
