import type { Schedule } from '../../src/schema/content/schedules.ts';
import { BoardPicture } from '../board-view/board-picture.tsx';
import { lookOf, useService } from '../service-state.ts';
import type { Place } from '../router.ts';
import { schedule } from '../strings/schedule.ts';
import { newRuleAddress, ruleAddress } from './address.ts';
import { occurrencesOf } from './occurrence.ts';
import type { Plan } from './plan.ts';
import type { Context } from './rule-references.ts';
import type { Pictures } from './week-data.ts';
import { dateText } from '../../src/core/schedule/day-words.ts';
import { daysText } from './words.ts';
import { ButtonLink } from '../kit/button.tsx';

/** What the lists of rules are made of. */
export interface ListProps {
  readonly place: Place;
  readonly plan: Plan;
  readonly context: Context;
  readonly pictures: Pictures;
  readonly colourOf: (pageId: string) => number;
}

/**
 * A page or collection of a board, drawn small; nothing for one that cannot be drawn. It says nothing to those who do
 * not see it.
 */
export const Thumbnail = ({
  id,
  context: { board },
  pictures,
}: Pick<ListProps, 'context' | 'pictures'> & { id: string }) => {
  const appearance = useService((state) => lookOf(state, board.id));
  const picture = pictures[id];
  return (
    <span class="thumbnail" aria-hidden="true">
      {picture?.available && <BoardPicture form={board} characters={picture.raw.characters} look={appearance} />}
    </span>
  );
};

const RuleRow = ({ rule, note, ...list }: ListProps & { rule: Schedule; note?: string }) => {
  const { place, plan, context, pictures, colourOf } = list;
  const [from, to] = context.timesOf(rule);
  return (
    <li class={`rule-row tint-${colourOf(rule.page_id)} ${rule.enabled ? '' : 'is-off'}`}>
      <a class="rule-link" href={ruleAddress(place, rule.id)}>
        <span class="visually-hidden">
          {[schedule.editRule(context.describe(rule)), note].filter(Boolean).join(', ')}
        </span>
        <Thumbnail id={rule.page_id} context={context} pictures={pictures} />
        <span class="rule-text" aria-hidden="true">
          <strong>{context.nameOf(rule.page_id)}</strong>
          <span class="meta">{daysText(rule)}</span>
          <span class="meta">{schedule.daySpan(from, to)}</span>
          {note && <span class="rule-next">{note}</span>}
        </span>
      </a>
      <span class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-label={schedule.ruleApplies(context.describe(rule))}
          checked={rule.enabled}
          onChange={(event) => plan.keep(rule, { enabled: event.currentTarget.checked })}
        />
      </span>
    </li>
  );
};

/** The weekly rules as a list: what the picture says, for those who do not see it. */
export const RuleList = (props: ListProps) => {
  const { place, plan } = props;
  const weekly = plan.rules.filter(({ recurrence_type }) => recurrence_type === 'weekly');
  return (
    <section class="card rule-card rows-14" aria-labelledby="rules-title">
      <h2 id="rules-title">{schedule.rules}</h2>
      {weekly.length === 0 ? (
        <div class="rows-4">
          <strong>{schedule.rulesNoneTitle}</strong>
          <p class="meta">{schedule.rulesNone}</p>
        </div>
      ) : (
        <ul class="rows-2">
          {weekly.map((rule) => (
            <RuleRow key={rule.id} {...props} rule={rule} />
          ))}
        </ul>
      )}
      <ButtonLink text={schedule.addRule} href={newRuleAddress(place)} />
    </section>
  );
};

/** The rules that go by dates, by the day on which they apply next. */
export const DateList = (props: ListProps) => {
  const { place, plan, context } = props;
  const today = context.today.number;
  const occurrences = occurrencesOf(plan.rules, today);
  const nextText = (next: number | null) =>
    next === null ? schedule.past : next === today ? schedule.today : schedule.nextOn(dateText(next));
  return (
    <section class="card rule-card rows-14" aria-labelledby="dates-title">
      <h2 id="dates-title">{schedule.dates}</h2>
      <p class="meta">{occurrences.length === 0 ? schedule.datesNone : schedule.datesIntro}</p>
      {occurrences.length > 0 && (
        <ul class="rows-2">
          {occurrences.map(({ rule, next }) => (
            <RuleRow key={rule.id} {...props} rule={rule} note={nextText(next)} />
          ))}
        </ul>
      )}
      <ButtonLink text={schedule.addDate} href={newRuleAddress(place, { when: 'once' })} />
    </section>
  );
};
