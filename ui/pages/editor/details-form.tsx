import { LONGEST_NAME, PAGE_SECONDS, STEP_MS } from '../../../src/schema/limits.ts';
import { NumberField, SelectField, TextField, membersOf, textsOf } from '../../kit/field.tsx';
import { useResource } from '../../kit/resource.ts';
import { pages } from '../../strings/pages.ts';
import { pageOperations } from '../operations.ts';
import { SizeFields } from '../size-fields.tsx';
import type { DraftProps } from './page-draft.ts';
import { transitionNames } from '../../strings/transitions.ts';

const PLUGIN = 'plugin:';

const nameOf = (strategy: string): string =>
  transitionNames[strategy] ??
  (strategy.startsWith(PLUGIN) ? pages.transitionPlugin(strategy.slice(PLUGIN.length)) : strategy);

const TransitionFields = ({ draft, onChange }: DraftProps) => {
  const { value } = useResource('strategies', pageOperations.transitions, ['settings', 'plugins']);
  const { transition_strategy: strategy } = draft;
  const known = [...new Set([...(value?.available_strategies ?? []), ...(strategy === null ? [] : [strategy])])];
  const options = [['', pages.transitionDefault] as const, ...known.map((one) => [one, nameOf(one)] as const)];
  const field = membersOf(draft, onChange);
  return (
    <>
      <SelectField label={pages.transition} options={options} {...textsOf(draft, onChange)('transition_strategy')} />
      {strategy !== null && !strategy.startsWith(PLUGIN) && (
        <div class="pair">
          <NumberField label={pages.interval} range={STEP_MS} {...field('transition_interval_ms')} />
          <NumberField label={pages.step} min={1} {...field('transition_step_size')} />
        </div>
      )}
    </>
  );
};

/** What a page is beside its rows: its size, how long it stays when pages take turns, and how a board gets to it. */
export const DetailsForm = ({ draft, onChange }: DraftProps) => (
  <section class="card panel form" aria-labelledby="details-title">
    <h2 id="details-title">{pages.detailsTitle}</h2>
    <SizeFields size={draft} onChange={onChange} />
    <NumberField
      label={pages.duration}
      hint={pages.durationHint}
      range={PAGE_SECONDS}
      {...membersOf(draft, onChange)('duration_seconds')}
      empty={300}
    />
    <TransitionFields draft={draft} onChange={onChange} />
  </section>
);

/** The name of a page. */
export const NameField = ({ draft, onChange }: DraftProps) => (
  <TextField
    label={pages.name}
    maxLength={LONGEST_NAME}
    required
    problem={draft.name.trim() === '' ? pages.nameMissing : null}
    {...membersOf(draft, onChange)('name')}
  />
);
