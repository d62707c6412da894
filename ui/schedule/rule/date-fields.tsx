import { MONTHS } from '../../../src/core/time/months.ts';
import { Field, Switch, TextField, membersOf } from '../../kit/field.tsx';
import { Options } from '../../kit/options.tsx';
import { schedule } from '../../strings/schedule.ts';
import { formatDate } from '../words.ts';
import type { DraftProblems, RuleDraft } from './rule-draft.ts';

const texts = schedule.rule;
/** Of a leap year: the 29th of February is a day of the year too. */
const LENGTHS = MONTHS.map((_, index) => new Date(Date.UTC(2024, index + 1, 0)).getUTCDate());

const twoDigits = (value: number): string => String(value).padStart(2, '0');

interface YearlyDateProps {
  readonly label: string;
  readonly value: string;
  readonly problem?: string | null;
  readonly onChange: (value: string) => void;
}

/** A day of the year, `MM-DD`; empty while none is chosen. */
const YearlyDate = ({ label, value, problem, onChange }: YearlyDateProps) => {
  const [month = 0, day = 0] = value.split('-').map(Number);
  const put = (nextMonth: number, nextDay: number) =>
    onChange(`${twoDigits(nextMonth)}-${twoDigits(Math.min(Math.max(1, nextDay), LENGTHS[nextMonth - 1] ?? 31))}`);
  return (
    <Field
      label={label}
      problem={problem}
      control={(tied) => (
        <div class="yearly-date rows-8">
          <select value={month || ''} {...tied} onChange={(event) => put(Number(event.currentTarget.value), day || 1)}>
            {month === 0 && <option value="">{texts.month}</option>}
            <Options of={MONTHS.map((name, index) => [index + 1, name])} />
          </select>
          <select
            value={day || ''}
            aria-label={`${label}: ${texts.day}`}
            disabled={month === 0}
            onChange={(event) => put(month, Number(event.currentTarget.value))}
          >
            {day === 0 && <option value="">{texts.day}</option>}
            <Options of={Array.from({ length: LENGTHS[month - 1] ?? 31 }, (_, index) => [index + 1, index + 1])} />
          </select>
        </div>
      )}
    />
  );
};

interface DateProps {
  readonly draft: RuleDraft;
  readonly problems: Pick<DraftProblems, 'date' | 'lastDate'>;
  readonly change: (change: Partial<RuleDraft>) => void;
}

/** The days of the year on which a rule applies: one, or several in a row, also over New Year. */
export const YearlyFields = ({ draft, problems, change }: DateProps) => {
  const { annual_first, annual_last } = draft;
  const field = membersOf(draft, change);
  return (
    <>
      <YearlyDate
        label={annual_last ? texts.firstDay : texts.date}
        problem={problems.date}
        {...field('annual_first')}
      />
      <Switch
        label={texts.severalDays}
        value={annual_last !== ''}
        disabled={annual_first === ''}
        onChange={(several) => change({ annual_last: several ? annual_first : '' })}
      />
      {annual_last !== '' && <YearlyDate label={texts.lastDay} {...field('annual_last')} />}
      {annual_last !== '' && annual_last < annual_first && <p class="field-note">{texts.wrapsYear}</p>}
    </>
  );
};

/** The dates on which a rule applies: one, or several in a row. */
export const OnceFields = ({ draft: { once_first, once_last }, problems, change }: DateProps) => (
  <div class="edge-pair rows-12">
    <TextField
      type="date"
      label={texts.firstDay}
      value={once_first}
      problem={problems.date}
      hint={once_first && formatDate(once_first)}
      onChange={(date) => change({ once_first: date })}
    />
    <TextField
      type="date"
      label={texts.lastDay}
      value={once_last}
      problem={problems.lastDate}
      hint={once_last ? formatDate(once_last) : texts.lastDayHint}
      onChange={(date) => change({ once_last: date })}
    />
  </div>
);
