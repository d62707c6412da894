import type { Day } from '../../../src/core/time/day.ts';
import { DAY_MINUTES } from '../../../src/core/time/time-of-day.ts';
import { dayName } from '../../../src/core/schedule/day-words.ts';
import { asTiles } from '../../home/composition.ts';
import { schedule } from '../../strings/schedule.ts';
import { formatMinute } from '../words.ts';
import { placeBlocks, type Block } from './blocks.ts';
import type { DrawnRange } from './drag.ts';
import { RuleBlock, type RuleLook } from './rule-block.tsx';
import { gapsOf, silenceOf, type Gap, type PlannedPart, type Segment } from './segments.ts';

/** A day as it is drawn. */
export interface DrawnDay {
  readonly day: Day;
  readonly place: number;
  readonly blocks: readonly Block[];
  readonly segments: readonly Segment[];
  readonly messages: readonly PlannedPart[];
  /** Minutes of the day. */
  readonly sun: { readonly sunrise: number | null; readonly sunset: number | null };
}

const band = (from: number, to: number) => ({
  top: `${(100 * from) / DAY_MINUTES}%`,
  height: `${(100 * (to - from)) / DAY_MINUTES}%`,
});

/** Gaps shorter than this have no room for a word, and those shorter than the other none for a reason. */
const SHORTEST_LABELLED = 60;
const SHORTEST_WITH_REASON = 90;

const skyEdge = (minute: number | null, name: string) =>
  minute !== null && (
    <span class="sky-edge" style={{ top: band(minute, 0).top }} title={`${name} ${formatMinute(minute)}`} />
  );

const Daylight = ({ sun: { sunrise, sunset } }: Pick<DrawnDay, 'sun'>) => (
  <div aria-hidden="true">
    {sunrise !== null && <span class="sky-night" style={band(0, sunrise)} />}
    {sunset !== null && <span class="sky-night" style={band(sunset, DAY_MINUTES)} />}
    {skyEdge(sunrise, schedule.sunrise)}
    {skyEdge(sunset, schedule.sunset)}
  </div>
);

const isShort = ({ from, to }: Gap): boolean => to - from < SHORTEST_WITH_REASON;

const gapText = (gap: Gap, { nameOf, isPinned }: RuleLook): string => {
  const { page_id, pinned, silence } = gap;
  if (silence) return schedule.silence;
  if (page_id === null) return schedule.gapEmpty;
  if (isShort(gap)) return nameOf(page_id);
  if (!pinned) return schedule.gapFilled(nameOf(page_id));
  return isPinned(page_id) ? schedule.scrubber.pinned(nameOf(page_id)) : schedule.scrubber.forAWhile(nameOf(page_id));
};

const Gaps = ({ segments, blocks, look }: Pick<DrawnDay, 'segments' | 'blocks'> & { look: RuleLook }) => (
  <>
    {gapsOf(
      segments,
      blocks.filter(({ rule }) => !look.has(rule.page_id)),
    ).map((gap) => (
      <span key={gap.from} class={`gap ${isShort(gap) ? 'is-short' : ''}`} style={band(gap.from, gap.to)}>
        {gap.to - gap.from >= SHORTEST_LABELLED && <span>{gapText(gap, look)}</span>}
      </span>
    ))}
  </>
);

const Silences = ({ segments }: { segments: readonly Segment[] }) => (
  <>
    {silenceOf(segments).map(({ from, to }) => (
      <span key={from} class="silence" style={band(from, to)}>
        <span class="visually-hidden">{`${schedule.silence} ${formatMinute(from)} – ${formatMinute(to)}`}</span>
      </span>
    ))}
  </>
);

/** The field below the week that gives a planned message another time. */
const showInList = (id: string): void => {
  const item = document.getElementById(`message-${id}`);
  item?.scrollIntoView({ block: 'center' });
  item?.querySelector<HTMLInputElement>('input[type="text"]')?.focus({ preventScroll: true });
};

const PlannedMessages = ({ messages }: Pick<DrawnDay, 'messages'>) => (
  <>
    {messages.map(({ id, text, from, to }) => {
      const words = asTiles(text).split(/\s+/).filter(Boolean).join(' ');
      const label = schedule.plannedMessage(formatMinute(from), words);
      return (
        <button
          key={id}
          type="button"
          class="planned-message"
          style={{ top: band(from, to).top, height: `max(24px, ${band(from, to).height})` }}
          title={label}
          aria-label={label}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => showInList(id)}
        >
          <span>{words}</span>
        </button>
      );
    })}
  </>
);

/** One day of the week: hours down, what fills them, and a block per rule. */
export const DayColumn = ({
  drawn: { day, place, blocks, segments, messages, sun },
  look,
  held,
  stops,
  stroke,
  moment,
}: {
  drawn: DrawnDay;
  look: RuleLook;
  /** The rule that is being dragged. */
  held: string | null;
  /** The place of the day on which the tabulator stops at a rule, by its id. */
  stops: ReadonlyMap<string, number>;
  stroke: DrawnRange | null;
  /** The minute that is looked at. */
  moment: number | null;
}) => (
  <div class="day-column" role="group" aria-label={dayName(day.weekday)} data-place={day.weekday}>
    <Daylight sun={sun} />
    <Gaps segments={segments} blocks={blocks} look={look} />
    {placeBlocks(blocks).map((block, index, all) => (
      <RuleBlock
        key={`${block.rule.id} ${block.origin.number}`}
        block={block}
        segments={segments}
        look={look}
        stop={stops.get(block.rule.id) === place && all.findIndex((one) => one.rule.id === block.rule.id) === index}
        held={block.rule.id === held}
      />
    ))}
    <Silences segments={segments} />
    <PlannedMessages messages={messages} />
    {stroke && (
      <span class="stroke" style={band(stroke.from, stroke.to)}>
        {schedule.newRuleHere(formatMinute(stroke.from), formatMinute(stroke.to))}
      </span>
    )}
    {moment !== null && <span class="moment-line" style={{ top: band(moment, 0).top }} aria-hidden="true" />}
  </div>
);
