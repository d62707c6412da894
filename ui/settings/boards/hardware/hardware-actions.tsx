import { useState } from 'preact/hooks';
import { isRecord } from '../../../../src/core/record.ts';
import { Button, sending } from '../../../kit/button.tsx';
import { Confirm } from '../../../kit/dialog.tsx';
import { Facts, Table } from '../../facts.tsx';
import { TextField } from '../../../kit/field.tsx';
import { Report, useWork } from '../../../kit/work.tsx';
import { boards as texts } from '../../../strings/settings/boards.ts';
import { boardOperations, type BoardAction } from '../../api.ts';
import { FoldedPanel } from '../../section.tsx';
import { changesAll, inputsOf, readInput } from './action-input.ts';

const cellText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? texts.actions.yes : texts.actions.no;
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const Records = ({ rows, name }: { rows: readonly Record<string, unknown>[]; name: string }) => {
  const members = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <Table label={name} columns={members.map((member) => member.replaceAll('_', ' '))}>
      {rows.map((row, index) => (
        <tr key={index}>
          {members.map((member) => (
            <td key={member}>{cellText(row[member])}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
};

const Answer = ({ result }: { result: Record<string, unknown> }) => (
  <Facts
    facts={Object.entries(result).map(([name, value]) => [
      name.replaceAll('_', ' '),
      Array.isArray(value) && value.length > 0 && value.every(isRecord) ? (
        <Records rows={value} name={name} />
      ) : (
        cellText(value)
      ),
    ])}
  />
);

const Action = ({ boardId, action }: { boardId: string; action: BoardAction }) => {
  const names = inputsOf(action.summary);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [answer, setAnswer] = useState<Record<string, unknown> | null>(null);
  const { busy, result, run } = useWork();
  const [asking, setAsking] = useState(false);
  const begin = () => (changesAll(action.name, names, typed) ? setAsking(true) : act());
  const act = () => {
    setAsking(false);
    void run(async () => {
      setAnswer(null);
      const { result: said } = await boardOperations.act(boardId, action.name, readInput(typed));
      setAnswer(said);
      return texts.actions.done;
    });
  };
  const title = action.name.replaceAll('_', ' ');
  return (
    <li>
      <details class="fold">
        <summary>{title}</summary>
        <form class="form" onSubmit={sending(begin)}>
          <p class="meta">{action.summary}</p>
          {names.map((name) => (
            <TextField
              key={name}
              label={name}
              hint={name === 'modules' ? texts.actions.modulesHint : undefined}
              value={typed[name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
          <p>
            <Button
              submit
              text={busy ? texts.actions.running : texts.actions.run}
              disabled={busy}
              aria-label={texts.actions.runOf(title)}
            />
          </p>
          <Report result={result} />
          {asking && (
            <Confirm
              title={texts.actions.allTitle}
              text={texts.actions.allText(title)}
              action={texts.calibration.askAction}
              onConfirm={act}
              onClose={() => setAsking(false)}
            />
          )}
          {answer && Object.keys(answer).length > 0 && <Answer result={answer} />}
        </form>
      </details>
    </li>
  );
};

/** The commands that the hardware of a board knows; nothing when it knows none. */
export const HardwareActions = ({ boardId, actions }: { boardId: string; actions: readonly BoardAction[] }) => {
  if (actions.length === 0) return null;
  return (
    <FoldedPanel title={texts.actions.title}>
      <p class="meta">{texts.actions.note}</p>
      <ul class="actions-list">
        {actions.map((action) => (
          <Action key={action.name} boardId={boardId} action={action} />
        ))}
      </ul>
    </FoldedPanel>
  );
};
