import { useMemo } from 'preact/hooks';
import { layoutIndicator } from '../../../src/core/flaps/indicator.ts';
import { gridToRows } from '../../../src/core/flaps/grid.ts';
import type { Day } from '../../../src/core/time/day.ts';
import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import type { Silence } from '../../../src/schema/appliance/silence.ts';
import { dayName } from '../../../src/core/schedule/day-words.ts';
import { BoardPicture } from '../../board-view/board-picture.tsx';
import { textOf } from '../../board-view/spoken.ts';
import { isCovered, statusText } from '../../home/status-text.ts';
import { conditionOf, lookOf, shownOn, useService } from '../../service-state.ts';
import type { CodeRows } from '../../../src/core/look/shown.ts';
import { kit } from '../../strings/kit.ts';
import { schedule } from '../../strings/schedule.ts';
import { momentAt, type Shown } from '../moment.ts';
import type { Context } from '../rule-references.ts';
import type { Pictures } from '../week-data.ts';
import { instantInWeek } from '../week/days.ts';
import type { DrawnDay } from '../week/day-column.tsx';
import type { Range } from '../week/segments.ts';
import type { RibbonLook } from '../week/week-ribbon.tsx';
import { formatMinute } from '../words.ts';
import { Control } from './control.tsx';
import { reasonOf } from './reason.ts';

const texts = schedule.scrubber;
const BLANK: CodeRows = [];

interface ScrubberProps extends RibbonLook {
  readonly context: Context;
  readonly days: readonly DrawnDay[];
  readonly ranges: readonly Range[];
  readonly silence: Silence | null;
  readonly pictures: Pictures;
  /** The minute of the week that is looked at. */
  readonly minute: number;
  readonly onChange: (minute: number) => void;
  /** Goes to the present; null where the present is looked at. */
  readonly onNow: (() => void) | null;
}

const charactersOf = (shown: Shown | null, pictures: Pictures, board: Context['board']): CodeRows | null => {
  if (shown?.kind === 'indicator') return gridToRows(layoutIndicator(shown.text, shown.position, board));
  const picture = shown?.kind === 'page' ? pictures[shown.page_id] : undefined;
  return picture?.available ? picture.raw.characters : null;
};

const momentText = (days: readonly Day[], minute: number): string => {
  const day = days[Math.floor(minute / DAY_MINUTES)];
  return texts.at(dayName(day?.weekday ?? 0), formatMinute(minute % DAY_MINUTES));
};

/** What is on the board at present, where its plan is covered: a message with its words, or whatever it had. */
const useActual = (board: Context['board'], isNow: boolean): { title: string | null; characters: CodeRows } | null => {
  const condition = useService((state) => conditionOf(state, board.id));
  const characters = useService((state) => shownOn(state, board.id));
  if (!isNow || characters.length === 0 || !isCovered(board, condition)) return null;
  const { kind, title } = statusText(board, { condition, now: Date.now(), nameOf: () => null });
  return { title: kind === 'message' ? title : null, characters };
};

/** A slider over the week that shows the board as it will look at any moment, and why. */
export const Scrubber = (props: ScrubberProps) => {
  const { context, days, ranges, rules, silence, pictures, colourOf, minute, onChange, onNow } = props;
  const { board, collections, fits } = context;
  const calendar = days.map(({ day }) => day);
  const at = instantInWeek(calendar, minute);
  const zone = calendar[0]?.zone ?? 'UTC';
  const moment = useMemo(
    () => momentAt({ ranges, collections, silence, zone, fits }, at),
    [ranges, collections, silence, zone, fits, at],
  );
  const shown = moment?.shown ?? null;
  const characters = useMemo(
    () => charactersOf(shown, pictures, board),
    [JSON.stringify(shown), pictures, board.rows, board.cols],
  );
  const appearance = useService((state) => lookOf(state, board.id));
  const actual = useActual(board, onNow === null);
  const blocks = days[Math.floor(minute / DAY_MINUTES)]?.blocks ?? [];
  const orphan = blocks.find(
    ({ rule, from, to }) => from <= minute % DAY_MINUTES && minute % DAY_MINUTES < to && !context.has(rule.page_id),
  );
  const planned = moment && reasonOf(moment, at, rules, silence, context, orphan?.rule);
  const reason = actual?.title ? { title: actual.title, note: planned && texts.covered(planned.title) } : planned;
  const picture = actual?.characters ?? characters;
  const when = momentText(calendar, minute);
  return (
    <section class="scrubber" aria-labelledby="scrubber-title">
      <div class="scrubber-board">
        <BoardPicture
          form={board}
          characters={picture ?? BLANK}
          look={appearance}
          label={texts.picture(when, textOf(picture ?? BLANK))}
        />
      </div>
      <div class="scrubber-side rows-6">
        <h2 id="scrubber-title" class="visually-hidden">
          {texts.title}
        </h2>
        <p class="scrubber-when">{when}</p>
        <div aria-live="polite">
          <p class="scrubber-why">{reason?.title ?? kit.loading}</p>
          {reason?.note && <p class="meta">{reason.note}</p>}
        </div>
        {moment && picture === null && (
          <p class="meta">{shown?.kind === 'page' ? texts.noPicture : texts.unknownPicture}</p>
        )}
        {board.paused && <p class="meta">{schedule.paused}</p>}
      </div>
      <Control {...{ days, rules, colourOf, minute, when, onChange, onNow }} />
    </section>
  );
};
