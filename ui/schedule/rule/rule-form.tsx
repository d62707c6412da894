import { useState } from 'preact/hooks';
import { DAY_NAMES } from '../../../src/core/schedule/calendar.ts';
import type { Day, ScheduleAnswer } from '../../../src/schema/content/schedules.ts';
import { Button, sending } from '../../kit/button.tsx';
import { Choices, Toggles } from '../../kit/choice.tsx';
import { DAYS } from '../../kit/days.ts';
import { Switch, membersOf } from '../../kit/field.tsx';
import { SaveBar, leadToProblem, type Form } from '../../kit/form.tsx';
import { schedule } from '../../strings/schedule.ts';
import type { Plan } from '../plan.ts';
import { Thumbnail } from '../rule-lists.tsx';
import type { Context } from '../rule-references.ts';
import { usePictures } from '../week-data.ts';
import { OnceFields, YearlyFields } from './date-fields.tsx';
import { EdgeFields } from './edge-fields.tsx';
import { liveWarnings } from './live-warnings.ts';
import { PageSelect } from './page-select.tsx';
import { isComplete, problemsOf, type DraftProblems, type RuleDraft } from './rule-draft.ts';

const texts = schedule.rule;
const PRESETS: readonly (readonly [keyof typeof texts.presets, readonly Day[]])[] = [
  ['all', DAY_NAMES],
  ['weekdays', DAY_NAMES.slice(0, 5)],
  ['weekends', DAY_NAMES.slice(5)],
];
const RECURRENCES = (['weekly', 'annual_date', 'one_off_date'] as const).map((value) => ({
  value,
  name: texts.recurrences[value],
}));
const NOTHING_WRONG: DraftProblems = { page: null, days: null, date: null, lastDate: null, start: null, end: null };

interface PartProps {
  readonly draft: RuleDraft;
  readonly problems: DraftProblems;
  readonly change: (change: Partial<RuleDraft>) => void;
}

const Weekdays = ({ draft, problems, change }: PartProps) => (
  <div class="weekdays rows-8">
    <Toggles label={texts.days} problem={problems.days} options={DAYS} {...membersOf(draft, change)('days')} />
    <div class="presets">
      {PRESETS.map(([name, preset]) => (
        <Button
          small
          text={texts.presets[name]}
          key={name}
          aria-pressed={preset.join() === draft.days.join()}
          onClick={() => change({ days: preset })}
        />
      ))}
    </div>
  </div>
);

const When = (props: PartProps) => {
  const { draft, change } = props;
  const field = membersOf(draft, change);
  return (
    <>
      <Choices row label={texts.recurrence} options={RECURRENCES} {...field('recurrence')} />
      {draft.recurrence === 'weekly' && <Weekdays {...props} />}
      {draft.recurrence === 'annual_date' && <YearlyFields {...props} />}
      {draft.recurrence === 'one_off_date' && <OnceFields {...props} />}
    </>
  );
};

const Warnings = ({ warnings }: { warnings: readonly string[] }) => (
  <div role="status">
    {warnings.length > 0 && (
      <div class="notice">
        <strong>{texts.warnings}</strong>
        <ul class="plan-notes rows-6">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    )}
  </div>
);

interface RuleFormProps {
  readonly form: Form<RuleDraft>;
  readonly rule: ScheduleAnswer | null;
  readonly plan: Plan;
  readonly context: Context;
  readonly store: (draft: RuleDraft) => Promise<void>;
  readonly onDelete: () => void;
}

/** The form of a rule. `rule` is null for one that is not there yet; `store` stores it. */
export const RuleForm = ({ form, rule, plan, context, store, onDelete }: RuleFormProps) => {
  const { value: draft, change } = form;
  const [tried, setTried] = useState(false);
  const pictures = usePictures(context.board.id, [draft.page_id]);
  // A page that was deleted while somebody chose it is none.
  const isThere = draft.page_id === null || context.has(draft.page_id) || draft.page_id === rule?.page_id;
  const chosen = isThere ? draft : { ...draft, page_id: null };
  const problems = tried
    ? problemsOf(chosen)
    : { ...NOTHING_WRONG, end: draft.end_time === '' ? null : problemsOf(draft).end };
  const part = { draft, problems, change };
  const save = (sent: HTMLFormElement) => {
    setTried(true);
    if (isComplete(chosen)) void form.save(store);
    else leadToProblem(sent);
  };
  return (
    <form class="form rule-form" onSubmit={sending(save)} noValidate>
      <div class="rule-page rows-10">
        <PageSelect
          label={texts.page}
          context={context}
          none={texts.choosePage}
          problem={problems.page}
          first={rule === null}
          {...form.field('page_id')}
        />
        {draft.page_id && <Thumbnail id={draft.page_id} context={context} pictures={pictures} />}
        {!context.pages.some(({ id }) => context.fits(id)) && (
          <p class="notice">
            {texts.noPages} <a href="/pages/new">{texts.makePage}</a>
          </p>
        )}
      </div>
      <When {...part} />
      <div class="edges">
        <EdgeFields {...part} edge="start" context={context} problem={problems.start} />
        <EdgeFields {...part} edge="end" context={context} problem={problems.end} />
      </div>
      {rule && <Switch label={texts.enabled} {...form.field('enabled')} />}
      <Warnings warnings={liveWarnings(draft, rule, plan.rules, context)} />
      <SaveBar form={form} always={rule === null} label={rule === null ? texts.create : undefined}>
        {rule && (
          <button type="button" class="button rule-delete" onClick={onDelete}>
            {texts.delete}
          </button>
        )}
      </SaveBar>
    </form>
  );
};
