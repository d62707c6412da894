import { useState } from 'preact/hooks';
import { LONGEST_NAME, ROTATION_SECONDS, RULE_SECONDS } from '../../../src/schema/limits.ts';
import type { BoardDetail } from '../../../src/schema/boards/boards.ts';
import { Choices } from '../../kit/choice.tsx';
import { NumberField, SelectField, TextField } from '../../kit/field.tsx';
import { SaveBar, leadToProblem, type Form } from '../../kit/form.tsx';
import { schedule } from '../../strings/schedule.ts';
import type { RuleReferences } from '../rule-references.ts';
import { usePictures } from '../week-data.ts';
import { expressionProblemOf, gapsOf, memberOrFirst, type CollectionDraft } from './collection-draft.ts';
import { MemberList } from './member-list.tsx';
import { MemberSettings } from './member-settings.tsx';
import { RuleLines } from './rule-lines.tsx';
import { sending } from '../../kit/button.tsx';

const texts = schedule.collections;
const MODES = (['time', 'random', 'variable'] as const).map((value) => ({
  value,
  name: texts.modes[value],
  note: texts.modeNotes[value],
}));

interface FormProps {
  readonly form: Form<CollectionDraft>;
  readonly isNew: boolean;
  readonly references: RuleReferences;
  readonly board: BoardDetail;
  readonly store: (draft: CollectionDraft) => Promise<void>;
}

const ByRules = ({
  form: { value: draft, change, field, result },
  references,
  strict,
}: Pick<FormProps, 'form' | 'references'> & { strict: boolean }) => {
  const members = draft.page_ids.flatMap((id) => references.pages.find((page) => page.id === id) ?? []);
  const problem = result?.tone === 'bad' ? expressionProblemOf(result.text, draft.rules) : null;
  return (
    <>
      <RuleLines
        rules={draft.rules}
        members={members}
        problem={problem}
        strict={strict}
        onChange={(rules) => change({ rules })}
      />
      <div class="pair">
        <SelectField
          label={texts.otherwise}
          value={memberOrFirst(draft.default_page_id, draft.page_ids)}
          options={members.map(({ id, name }) => [id, name] as const)}
          onChange={(page) => change({ default_page_id: page })}
        />
        <NumberField label={texts.poll} hint={texts.pollHint} range={RULE_SECONDS} {...field('poll_seconds')} />
      </div>
    </>
  );
};

/** What a collection is made of: its name, its pages and how one of them is chosen. */
export const CollectionForm = ({ form, isNew, references, board, store }: FormProps) => {
  const { value: draft, change } = form;
  const [tried, setTried] = useState(false);
  const pictures = usePictures(board.id, draft.page_ids);
  const gaps = gapsOf(draft);
  const save = (sent: HTMLFormElement) => {
    setTried(true);
    if (Object.values(gaps).some(Boolean)) leadToProblem(sent);
    else void form.save(store);
  };
  return (
    <form class="card form collection-form" onSubmit={sending(save)}>
      <TextField
        label={texts.name}
        maxLength={LONGEST_NAME}
        problem={tried && gaps.name ? texts.nameProblem : null}
        {...form.field('name')}
      />
      <MemberList
        ids={draft.page_ids}
        pages={references.pages}
        pictures={pictures}
        problem={tried && gaps.pages ? texts.pagesProblem : null}
        onChange={(page_ids) => change({ page_ids })}
      />
      <Choices row label={texts.mode} options={MODES} {...form.field('mode')} />
      {draft.mode === 'variable' ? (
        <ByRules form={form} references={references} strict={tried} />
      ) : (
        <NumberField
          key={draft.mode}
          label={texts.interval}
          hint={texts.intervalHint}
          range={ROTATION_SECONDS}
          {...form.field(`${draft.mode}_seconds`)}
        />
      )}
      <MemberSettings draft={draft} pages={references.pages} onChange={change} />
      <SaveBar form={form} always={isNew} label={isNew ? texts.create : undefined} />
    </form>
  );
};
