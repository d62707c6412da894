import type { BoardRegistry } from '../../board/registry.ts';
import type { DisplayLoop } from '../../loop/display.ts';
import { eachMetric, oneMetric, type Metric } from '../../platform/metric.ts';
import type { Store } from '../../store/store.ts';

/** What is measured of the boards and the display loop; samples carry the id of their board. */
export const measureBoards = (store: Store, boards: BoardRegistry, loop: DisplayLoop): Metric[] => {
  const views = store.state.boards.map(({ id, paused }) => ({
    labels: { board: id },
    paused,
    view: boards.get(id)?.view ?? null,
  }));
  return [
    eachMetric(
      views,
      'board_frames_sent_total',
      'Frames that reached the flaps.',
      'counter',
      ({ view }) => view?.sent ?? 0,
    ),
    eachMetric(views, 'board_frames_failed_total', 'Writes that failed.', 'counter', ({ view }) => view?.failed ?? 0),
    eachMetric(views, 'board_paused', 'Whether nothing is written to the board.', 'gauge', ({ paused }) =>
      Number(paused),
    ),
    eachMetric(views, 'board_error', 'Whether the board has a present failure.', 'gauge', ({ view }) =>
      Number((view?.error ?? null) !== null),
    ),
    eachMetric(views, 'board_drifted', 'Whether something else wrote on the board.', 'gauge', ({ view }) =>
      Number(view?.drifted ?? false),
    ),
    oneMetric('display_loop_running', 'Whether the display loop runs.', 'gauge', Number(loop.running)),
    oneMetric(
      'display_loop_lateness_seconds',
      'How late the last full minute was noticed.',
      'gauge',
      loop.latenessMs / 1000,
    ),
  ];
};
