import { useState } from 'preact/hooks';
import { fits, type Geometry } from '../../src/core/flaps/geometry.ts';
import type { OutcomeCode } from '../../src/schema/boards/outcomes.ts';
import type { ShowAnswer, ShowWrite } from '../../src/schema/boards/stays.ts';
import { request } from '../api.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField } from '../kit/field.tsx';
import { momentOf } from '../kit/language.ts';
import { Report, useWork } from '../kit/work.tsx';
import { useService } from '../service-state.ts';
import { stays as texts } from '../strings/stays.ts';

interface What {
  readonly id: string;
  readonly name: string;
  /** The sizes of its pages. */
  readonly sizes: readonly Geometry[];
}

/** What is told of a page that can be seen: on flaps, or in the browser where there are none. */
const IN_SIGHT: ReadonlySet<OutcomeCode> = new Set(['sent', 'unchanged', 'browser_only']);

const Menu = ({ what, onClose }: { what: What; onClose: () => void }) => {
  const boards = (useService((state) => state.boards) ?? []).filter((board) =>
    what.sizes.some((size) => fits(size, board)),
  );
  const [chosen, choose] = useState(boards[0]?.id ?? '');
  const { busy, result, act } = useWork();
  const board = boards.find(({ id }) => id === chosen);
  const show = act(async (end: Omit<ShowWrite, 'page_id'>) => {
    const body = { page_id: what.id, ...end };
    const answer = await request<ShowAnswer>('POST', `/boards/${encodeURIComponent(chosen)}/show`, body);
    if (answer.reason && !IN_SIGHT.has(answer.code))
      return { tone: 'plain' as const, text: texts.notSent(answer.reason) };
    return texts.shown(board?.name ?? '', momentOf(answer.until));
  });
  const button = (label: string, end: Omit<ShowWrite, 'page_id'>) => (
    <Button text={label} disabled={busy} onClick={() => show(end)} />
  );
  return (
    <Dialog title={texts.showTitle(what.name)} onClose={onClose}>
      <div class="form">
        {boards.length === 0 && <p class="meta">{texts.noBoard}</p>}
        {boards.length > 1 && (
          <SelectField
            label={texts.board}
            value={chosen}
            options={boards.map(({ id, name }) => [id, name] as const)}
            onChange={choose}
          />
        )}
        {boards.length > 0 && (
          <>
            <p class="meta">{texts.showNote}</p>
            {button(texts.forHour, { minutes: 60 })}
            {button(texts.nextRule, { until: 'next_rule' })}
            {button(texts.tomorrow, { until: 'tomorrow' })}
          </>
        )}
        <Report result={result} />
      </div>
    </Dialog>
  );
};

/** A button that shows a page or collection for a while, where its picture is. */
export const ShowFor = ({ what, small = false }: { what: What; small?: boolean }) => {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button small={small} text={texts.showFor} onClick={() => open(true)} />
      {isOpen && <Menu what={what} onClose={() => open(false)} />}
    </>
  );
};
