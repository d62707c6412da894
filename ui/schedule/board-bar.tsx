import { useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { Switch, membersOf } from '../kit/field.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { keepBoard } from '../service-state.ts';
import { schedule } from '../strings/schedule.ts';
import { api } from '../api.ts';
import type { Context } from './rule-references.ts';
import { PageSelect } from './rule/page-select.tsx';

type Choice = Partial<Pick<BoardDetail, 'schedule_enabled' | 'default_page_id'>>;

/** Whether a board follows its schedule, and what it shows when nothing is scheduled. */
export const BoardBar = ({ board, context }: { board: BoardDetail; context: Context }) => {
  const { busy, result, run } = useWork();
  // What was chosen is seen at once, not only when it is stored.
  const [chosen, setChosen] = useState<Choice>({});
  const change = (update: Choice) => {
    setChosen(update);
    void run(async () => {
      keepBoard(await api.updateBoard(board.id, update));
    }).then(() => setChosen({}));
  };
  const field = membersOf({ ...board, ...chosen }, change);
  return (
    <section class="card board-bar rows-16" aria-label={schedule.title}>
      <Switch label={schedule.enabled} hint={schedule.enabledHint} disabled={busy} {...field('schedule_enabled')} />
      <PageSelect
        label={schedule.defaultPage}
        context={context}
        none={schedule.defaultNone}
        {...field('default_page_id')}
      />
      <Report result={result} />
    </section>
  );
};
