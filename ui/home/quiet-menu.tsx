import { useState } from 'preact/hooks';
import type { BoardDetail } from '../../src/schema/boards/boards.ts';
import { request } from '../api.ts';
import { Button, sending } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { Switch, TextField } from '../kit/field.tsx';
import { nextDayWith } from '../kit/moment-fields.tsx';
import { Report, useWork } from '../kit/work.tsx';
import { conditionOf, keepBoard, useService } from '../service-state.ts';
import { stays as texts } from '../strings/stays.ts';

/** The next moment at which the clock of the appliance reads a time of day, by that clock. */
const nextReading = (time: string): string => `${nextDayWith(time, Date.now())}T${time}`;

/** Leaves a board alone for a while, or pauses it until a time. */
export const QuietMenu = ({ board, onClose }: { board: BoardDetail; onClose: () => void }) => {
  const { busy, result, run } = useWork();
  const [isForAll, setForAll] = useState(false);
  const [time, setTime] = useState('07:00');
  const isQuiet = useService((state) => conditionOf(state, board.id)?.because === 'quiet');
  const place = `/boards/${encodeURIComponent(isForAll ? 'all' : board.id)}/quiet`;
  const act = (work: () => Promise<unknown>) =>
    void run(async () => void (await work())).then((done) => done && onClose());
  const quiet = (body: object) => act(() => request('PUT', place, body));
  const quietUntil = () => {
    if (!busy && time !== '') quiet({ until: nextReading(time) });
  };
  const pause = () =>
    act(async () => {
      const change = { paused: true, paused_until: nextReading(time) };
      keepBoard(await request<BoardDetail>('PATCH', `/boards/${encodeURIComponent(board.id)}`, change));
    });
  const button = (label: string, work: () => void, isReady = true) => (
    <Button text={label} disabled={busy || !isReady} onClick={work} />
  );
  return (
    <Dialog title={texts.quietTitle(board.name)} onClose={onClose}>
      <div class="form">
        <p class="meta">{texts.quietNote}</p>
        <Switch label={texts.all} value={isForAll} onChange={setForAll} />
        <div class="actions">
          {button(texts.halfHour, () => quiet({ minutes: 30 }))}
          {button(texts.hour, () => quiet({ minutes: 60 }))}
          {button(texts.twoHours, () => quiet({ minutes: 120 }))}
        </div>
        <form class="rows-14" onSubmit={sending(quietUntil)}>
          <TextField type="time" label={texts.until} required value={time} onChange={setTime} />
          <Button submit text={texts.set} disabled={busy || time === ''} />
        </form>
        {!isForAll && button(texts.pauseUntil, pause, time !== '')}
        {isQuiet && button(texts.endQuiet, () => act(() => request('DELETE', place)))}
        <Report result={result} />
      </div>
    </Dialog>
  );
};
