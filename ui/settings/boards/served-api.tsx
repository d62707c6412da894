import { PORTS } from '../../../src/schema/limits.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { NumberField, Switch } from '../../kit/field.tsx';
import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { Report, useWork } from '../../kit/work.tsx';
import { boards as texts } from '../../strings/settings/boards.ts';
import { boardOperations } from '../api.ts';
import type { BoardFieldsProps } from './board-form.ts';

const USUAL_PORT = 7000;
const LOOK_MS = 3000;

const Access = ({ boardId, port }: { boardId: string; port: number }) => {
  const served = useResource(`served ${boardId} ${port}`, () => boardOperations.served(boardId));
  usePoll(served.reload, LOOK_MS);
  const { busy, result, act } = useWork();
  const rotate = act(async () => {
    await boardOperations.rotateServed(boardId);
    served.reload();
    return texts.served.rotated;
  });
  const { value } = served;
  if (!value) return null;
  const address = `http://${location.hostname}:${value.port ?? ''}/local-api/message`;
  return (
    <>
      {value.listening && <Copyable label={texts.served.title} text={address} />}
      {value.error !== null && <p class="field-note is-wrong">{texts.served.silent(value.error)}</p>}
      {value.enablement_token !== null && (
        <div class="field">
          <span>{texts.served.token}</span>
          <Copyable label={texts.served.token} text={value.enablement_token} />
        </div>
      )}
      <div class="row row-start">
        <Button text={texts.served.rotate} disabled={busy} onClick={rotate} />
        <span class="meta">{value.key_set ? texts.served.keySet : texts.served.keyNone}</span>
      </div>
      <Report result={result} />
    </>
  );
};

/** Lets other programs write on a board as if it were a Vestaboard. */
export const ServedApi = ({
  board,
  boardId,
  storedPort,
  onChange,
}: BoardFieldsProps & { boardId: string; storedPort: number | null }) => (
  <>
    <Switch
      label={texts.served.on}
      hint={texts.served.note}
      value={board.local_api_port !== null}
      onChange={(on) => onChange({ local_api_port: on ? (storedPort ?? USUAL_PORT) : null })}
    />
    {board.local_api_port !== null && (
      <NumberField
        label={texts.served.port}
        range={PORTS}
        value={board.local_api_port}
        onChange={(port) => onChange({ local_api_port: port ?? USUAL_PORT })}
      />
    )}
    {storedPort !== null && board.local_api_port !== null && <Access boardId={boardId} port={storedPort} />}
  </>
);
