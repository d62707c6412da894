import type { StoredBoard } from '../../schema/boards/boards.ts';

/** A screen of the machine, and the size of a wall that suits it. */
export interface FoundScreen {
  readonly path: string;
  readonly rows: number;
  readonly cols: number;
}

/** The screens that boards draw on, by device. */
export const screensOf = (boards: readonly StoredBoard[]): Set<string> =>
  new Set(
    boards.flatMap(({ enabled, panel }) =>
      enabled && panel?.driver === 'screen' ? (panel.connection.device ?? []) : [],
    ),
  );
