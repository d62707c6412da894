import { useEffect, useRef } from 'preact/hooks';
import type { Page } from '../../../src/schema/content/pages.ts';
import { Button, CROSS, IconButton } from '../../kit/button.tsx';
import { Field, SelectField } from '../../kit/field.tsx';
import { schedule } from '../../strings/schedule.ts';
import { memberOrFirst, type ExpressionProblem, type RuleLine } from './collection-draft.ts';
import { ChevronButton } from '../chevron-button.tsx';
import { changedAt, moved, withoutAt } from '../../list.ts';

const texts = schedule.collections;

interface LinesProps {
  readonly rules: readonly RuleLine[];
  readonly members: readonly Page[];
  /** What the service refused. */
  readonly problem: ExpressionProblem | null;
  /** Whether rules without words are told. */
  readonly strict: boolean;
  readonly onChange: (rules: readonly RuleLine[]) => void;
}

/** The character at which an expression is wrong, marked within it. */
const Marked = ({ expression, offset }: { expression: string; offset: number }) => (
  <code class="marked" aria-hidden="true">
    {expression.slice(0, offset)}
    <mark>{expression.slice(offset, offset + 1) || ' '}</mark>
    {expression.slice(offset + 1)}
  </code>
);

interface ExpressionProps {
  readonly value: string;
  readonly problem: ExpressionProblem | null;
  readonly empty: boolean;
  readonly onChange: (value: string) => void;
}

const Expression = ({ value, problem, empty, onChange }: ExpressionProps) => {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!problem) return;
    input.current?.focus();
    input.current?.setSelectionRange(problem.offset, problem.offset + 1);
  }, [problem?.place, problem?.offset, problem?.message]);
  return (
    <>
      <Field
        label={texts.expression}
        hint={texts.expressionHint}
        problem={problem?.message ?? (empty ? texts.expressionProblem : null)}
        control={(tied) => (
          <input
            ref={input}
            type="text"
            class="expression"
            value={value}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            {...tied}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )}
      />
      {problem && <Marked expression={value} offset={problem.offset} />}
    </>
  );
};

const nextKey = (rules: readonly RuleLine[]): number => 1 + Math.max(-1, ...rules.map(({ key }) => key));

/**
 * The rules of a collection, from the first to the last: an expression each, and the member that is shown while it is
 * true.
 */
export const RuleLines = ({ rules, members, problem, strict, onChange }: LinesProps) => {
  const ids = members.map(({ id }) => id);
  const put = (place: number, change: Partial<RuleLine>) => onChange(changedAt(rules, place, change));
  return (
    <fieldset class="rule-lines rows-10">
      <legend>{texts.rules}</legend>
      <p class="field-note">{rules.length === 0 ? texts.rulesNone : texts.rulesHint}</p>
      <ol class="rows-8">
        {rules.map((line, place) => (
          <li key={line.key}>
            <div class="rule-line" role="group" aria-label={texts.ruleTitle(place + 1)}>
              <span class="rule-number" aria-hidden="true">
                {place + 1}
              </span>
              <div class="rows-12">
                <Expression
                  value={line.expression}
                  problem={problem?.place === place ? problem : null}
                  empty={strict && line.expression.trim() === ''}
                  onChange={(expression) => put(place, { expression })}
                />
                <SelectField
                  label={texts.thenShow}
                  value={memberOrFirst(line.page_id, ids)}
                  options={members.map(({ id, name }) => [id, name] as const)}
                  onChange={(page_id) => put(place, { page_id })}
                />
              </div>
              <div class="rule-moves">
                <ChevronButton
                  to="up"
                  disabled={place === 0}
                  label={texts.ruleUp(place + 1)}
                  onClick={() => onChange(moved(rules, place, place - 1))}
                />
                <ChevronButton
                  to="down"
                  disabled={place === rules.length - 1}
                  label={texts.ruleDown(place + 1)}
                  onClick={() => onChange(moved(rules, place, place + 1))}
                />
                <IconButton
                  icon={CROSS}
                  label={texts.removeRule(place + 1)}
                  onClick={() => onChange(withoutAt(rules, place))}
                />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <Button
        small
        text={texts.addRule}
        onClick={() => onChange([...rules, { key: nextKey(rules), expression: '', page_id: ids[0] ?? '' }])}
      />
    </fieldset>
  );
};
