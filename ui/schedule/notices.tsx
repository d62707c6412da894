import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { ButtonLink } from '../kit/button.tsx';
import { WorkButton } from '../kit/work.tsx';
import { keepBoard } from '../service-state.ts';
import { useResource } from '../kit/resource.ts';
import { schedule } from '../strings/schedule.ts';
import { api } from '../api.ts';
import { scheduleOperations } from './api.ts';
import type { Plan } from './plan.ts';
import { planNotes } from './plan-notes.ts';
import type { Context } from './rule-references.ts';

const follows = ({ rules }: Pick<Plan, 'rules'>): boolean =>
  rules.some(({ enabled, start_type, end_type }) => enabled && (start_type !== 'fixed' || end_type !== 'fixed'));

const Answer = ({ text, action, work }: { text: string; action: string; work: () => Promise<void> }) => (
  <div class="notice row schedule-notice">
    <span>{text}</span>
    <WorkButton small text={action} work={work} />
  </div>
);

/** What stands between the rules and the board, each with what to do about it. */
export const Notices = ({ board, context, plan }: { board: BoardDetail; context: Context; plan: Plan }) => {
  const { latitude, longitude } = context.location;
  const turnOn = async () => keepBoard(await api.updateBoard(board.id, { schedule_enabled: true }));
  const hasRules = plan.rules.length > 0;
  const unpin = async () => void (await api.pin(board.id, null));
  return (
    <>
      {!board.schedule_enabled && hasRules && <Answer text={schedule.off} action={schedule.turnOn} work={turnOn} />}
      {board.active_page_id !== null && (
        <Answer
          text={(hasRules ? schedule.pinned : schedule.pinnedAlone)(context.nameOf(board.active_page_id))}
          action={hasRules ? schedule.unpin : schedule.unpinAlone}
          work={unpin}
        />
      )}
      {follows(plan) && (latitude === null || longitude === null) && (
        <p class="notice row schedule-notice">
          <span>{schedule.noLocation}</span>
          <ButtonLink small text={schedule.setLocation} href="/settings/location" />
        </p>
      )}
    </>
  );
};

/**
 * What the service finds odd about the weekly rules of a board: overlaps, and hours in which nothing fills the board.
 */
export const PlanNotes = ({ context, plan }: { context: Context; plan: Plan }) => {
  const { board } = context;
  const { value } = useResource(`plan ${board.id}`, () => scheduleOperations.validate(board.id), [
    'schedules',
    'boards',
    'settings',
    'pages',
    'collections',
  ]);
  const nameOf = (id: string) => context.nameOf(plan.rules.find((rule) => rule.id === id)?.page_id ?? null);
  const notes = value ? planNotes(value, nameOf, board.default_page_id === null && plan.rules.length > 0) : [];
  if (notes.length === 0) return null;
  return (
    <section class="card rule-card rows-14" aria-labelledby="notes-title">
      <h2 id="notes-title">{schedule.notes}</h2>
      <ul class="plan-notes rows-6">
        {notes.map(({ text, details }) => (
          <li key={text}>
            {text}
            {details.length > 0 && (
              <details>
                <summary>{schedule.showAll}</summary>
                <ul class="plan-notes rows-6">
                  {details.map((detail) => (
                    <li key={detail}>{detail}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
