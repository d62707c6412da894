import { sunMinute } from '../../../src/core/schedule/rule.ts';
import { parseTime } from '../../../src/core/time/time-of-day.ts';
import { NumberField, SelectField, TextField, membersOf } from '../../kit/field.tsx';
import { schedule } from '../../strings/schedule.ts';
import type { Context } from '../rule-references.ts';
import { formatDay, formatMinute } from '../words.ts';
import type { EdgeType, RuleDraft } from './rule-draft.ts';
import { SUN_OFFSET_MINUTES } from '../../../src/schema/limits.ts';

const texts = schedule.rule;
const [, MOST_OFFSET] = SUN_OFFSET_MINUTES;
/** Times that apply where there is no sun, until others are given. */
const USUAL_SUN_TIMES = { sunrise: '07:00', sunset: '19:00' } as const;
const DEFAULT_TIME = '09:00';
const NOON = '12:00';
const START_TYPES = ['fixed', 'sunrise', 'sunset'] as const;
const END_TYPES = [...START_TYPES, 'midnight'] as const;

interface EdgeProps {
  readonly edge: 'start' | 'end';
  readonly draft: RuleDraft;
  readonly context: Context;
  readonly problem: string | null;
  readonly change: (change: Partial<RuleDraft>) => void;
}

const computedText = (
  type: 'sunrise' | 'sunset',
  offset: number,
  standIn: string,
  { today, location }: Context,
): string => {
  const date = formatDay(today.number);
  const minute = sunMinute({ type, offset, minute: null }, today, location);
  if (minute !== null) return texts.computed(date, formatMinute(minute));
  return texts.noSun(date, formatMinute(parseTime(standIn) ?? 0));
};

const SunFields = ({ edge, draft, context, change, type }: EdgeProps & { type: 'sunrise' | 'sunset' }) => {
  const [offset, before, standIn] = [draft[`${edge}_offset`], draft[`${edge}_before`], draft[`${edge}_time`]];
  return (
    <>
      <div class="edge-pair rows-12">
        <NumberField
          label={texts.offset}
          min={0}
          max={MOST_OFFSET}
          value={offset}
          onChange={(minutes) =>
            change({ [`${edge}_offset`]: Math.min(MOST_OFFSET, Math.max(0, Math.round(minutes ?? 0))) })
          }
        />
        <SelectField
          label={texts.direction}
          value={before ? 'before' : 'after'}
          options={[
            ['before', texts.directions.before],
            ['after', texts.directions.after],
          ]}
          onChange={(direction) => change({ [`${edge}_before`]: direction === 'before' })}
        />
      </div>
      <p class="edge-computed" aria-live="polite">
        {computedText(type, before ? -offset : offset, standIn, context)}{' '}
        {context.location.latitude === null && (
          <a class="link" href="/settings/location">
            {texts.setPlace}
          </a>
        )}
      </p>
      <TextField
        type="time"
        label={texts.standIn}
        hint={texts.standInHint}
        {...membersOf(draft, change)(`${edge}_time`)}
      />
    </>
  );
};

/**
 * The time that goes with a type: the present one, unless it is none or on the other side of noon from the sun's event.
 */
const timeFor = (type: EdgeType, time: string): string => {
  if (type === 'midnight') return time;
  if (type === 'fixed') return time || DEFAULT_TIME;
  return time !== '' && time < NOON === (type === 'sunrise') ? time : USUAL_SUN_TIMES[type];
};

/** When a rule begins or ends: at a time, with the sun, or at the end of the day. */
export const EdgeFields = (props: EdgeProps) => {
  const { edge, draft, problem, change } = props;
  const type = draft[`${edge}_type`];
  const types: readonly EdgeType[] = edge === 'start' ? START_TYPES : END_TYPES;
  const time = draft[`${edge}_time`];
  const choose = (next: EdgeType) => change({ [`${edge}_type`]: next, [`${edge}_time`]: timeFor(next, time) });
  const overnight =
    edge === 'end' && type === 'fixed' && draft.start_type === 'fixed' && time !== '' && time < draft.start_time
      ? texts.overnight
      : undefined;
  return (
    <fieldset class="edge rows-12">
      <legend class="visually-hidden">{edge === 'start' ? texts.starts : texts.ends}</legend>
      <SelectField
        label={edge === 'start' ? texts.starts : texts.ends}
        value={type}
        options={types.map((one) => [one, texts.edges[one]] as const)}
        onChange={choose}
      />
      {type === 'fixed' && (
        <TextField
          type="time"
          label={texts.time[edge]}
          hint={overnight}
          problem={problem}
          {...membersOf(draft, change)(`${edge}_time`)}
        />
      )}
      {(type === 'sunrise' || type === 'sunset') && <SunFields {...props} type={type} />}
    </fieldset>
  );
};
