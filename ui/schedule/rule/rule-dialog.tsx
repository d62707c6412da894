import { useState } from 'preact/hooks';
import type { ScheduleAnswer } from '../../../src/schema/content/schedules.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm, Dialog } from '../../kit/dialog.tsx';
import { useForm } from '../../kit/form.tsx';
import { kit } from '../../strings/kit.ts';
import type { Place } from '../../router.ts';
import { schedule } from '../../strings/schedule.ts';
import type { Plan } from '../plan.ts';
import type { Context } from '../rule-references.ts';
import { isoDate } from '../week/days.ts';
import { bodyOf, draftOf, newDraft, type RuleDraft } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';

const texts = schedule.rule;

interface DialogProps {
  readonly place: Place;
  readonly plan: Plan;
  readonly context: Context;
  readonly onClose: () => void;
}

const draftName = (rule: ScheduleAnswer | null, { query }: Place, boardId: string): string =>
  rule
    ? `schedule.rule.${rule.id}`
    : `schedule.rule.new ${[boardId, ...['on', 'from', 'to', 'when'].map((name) => query.get(name))].join(' ')}`;

const OpenRule = ({ rule, place, plan, context, onClose }: DialogProps & { rule: ScheduleAnswer | null }) => {
  const { board, today } = context;
  const form = useForm<RuleDraft>(
    draftName(rule, place, board.id),
    rule ? draftOf(rule) : newDraft(place.query, isoDate(today)),
  );
  const [asking, setAsking] = useState(false);
  const close = () => {
    form.discard();
    onClose();
  };
  const store = async (draft: RuleDraft) => {
    const body = bodyOf(draft);
    await (rule ? plan.save(rule, body) : plan.create({ ...body, board_id: board.id }));
    onClose();
  };
  const remove = async () => {
    if (rule) await plan.remove(rule);
    form.discard();
    onClose();
  };
  return (
    <Dialog title={rule ? texts.editTitle : texts.newTitle} onClose={close}>
      <RuleForm form={form} rule={rule} plan={plan} context={context} store={store} onDelete={() => setAsking(true)} />
      {asking && rule && (
        <Confirm
          title={texts.deleteTitle}
          text={texts.deleteText(context.describe(rule))}
          action={kit.remove}
          onConfirm={() => void form.save(remove).then((done) => done || setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
};

/**
 * The form of a rule in a dialogue above the week; `id` is `new` for one that is not there yet. `searching`: it may
 * still be found.
 */
export const RuleDialog = ({ id, searching, ...rest }: DialogProps & { id: string; searching: boolean }) => {
  const rule = rest.plan.rules.find((one) => one.id === id) ?? null;
  if (rule || id === 'new') return <OpenRule rule={rule} {...rest} />;
  if (searching) return null;
  return (
    <Dialog title={texts.editTitle} onClose={rest.onClose}>
      <p>{texts.gone}</p>
      <Button text={kit.close} onClick={rest.onClose} />
    </Dialog>
  );
};
