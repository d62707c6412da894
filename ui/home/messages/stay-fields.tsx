import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { Options } from '../../kit/options.tsx';
import { home } from '../../strings/home.ts';
import { PageOptions } from './page-options.tsx';

/** How long a message stays and what follows it; `after` is `schedule`, `blank` or the id of a page. */
export interface Stay {
  readonly minutes: number | null;
  readonly after: string;
}

/** Chooses how long a message stays, and what follows one that ends by itself. */
export const StayFields = ({
  board,
  stay: { minutes, after },
  onChange,
}: {
  board: BoardDetail;
  stay: Stay;
  onChange: (stay: Stay) => void;
}) => (
  <div class="rows-14">
    <label class="field">
      <span>{home.durationLabel}</span>
      <select
        value={minutes ?? ''}
        onChange={(event) => onChange({ minutes: Number(event.currentTarget.value) || null, after })}
      >
        <Options of={home.durations.map(([value, name]) => [value ?? '', name])} />
      </select>
    </label>
    {minutes !== null && (
      <label class="field">
        <span>{home.afterLabel}</span>
        <select value={after} onChange={(event) => onChange({ minutes, after: event.currentTarget.value })}>
          <option value="schedule">{home.after.schedule}</option>
          <option value="blank">{home.after.blank}</option>
          <PageOptions board={board} />
        </select>
      </label>
    )}
  </div>
);
