import type { BoardRegistry } from '../../board/registry.ts';
import type { DisplayLoop } from '../../loop/display.ts';
import { gauge, type Metric } from '../../platform/metric.ts';
import type { Store } from '../../store/store.ts';

/** What is measured of the boards and the display loop. */
export const measureBoards = (store: Store, boards: BoardRegistry, loop: DisplayLoop): Metric[] => {
  const views = store.state.boards.map(({ id, paused }) => ({
    labels: { board: id },
    paused,
    view: boards.get(id)?.view ?? null,
  }));
  const each = (
    name: string,
    help: string,
    type: 'counter' | 'gauge',
    value: (one: (typeof views)[number]) => number,
  ): Metric => ({
    name,
    help,
    type,
    samples: views.map((one) => ({ labels: one.labels, value: value(one) })),
  });
  return [
    each('board_frames_sent_total', 'Frames that reached the flaps.', 'counter', ({ view }) => view?.sent ?? 0),
    each('board_frames_failed_total', 'Writes that failed.', 'counter', ({ view }) => view?.failed ?? 0),
    each('board_paused', 'Whether nothing is written to the board.', 'gauge', ({ paused }) => Number(paused)),
    each('board_error', 'Whether the board has a present failure.', 'gauge', ({ view }) =>
      Number((view?.error ?? null) !== null),
    ),
    each('board_drifted', 'Whether something else wrote on the board.', 'gauge', ({ view }) =>
      Number(view?.drifted ?? false),
    ),
    gauge('display_loop_running', 'Whether the display loop runs.', Number(loop.running)),
    gauge('display_loop_lateness_seconds', 'How late the last full minute was noticed.', loop.latenessMs / 1000),
  ];
};
