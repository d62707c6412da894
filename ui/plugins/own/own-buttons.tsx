import { ButtonLink } from '../../kit/button.tsx';
import { ConfirmButton } from '../../kit/dialog.tsx';
import { Report, useWork } from '../../kit/work.tsx';
import { sources as texts } from '../../strings/sources.ts';
import { pluginOperations } from '../api.ts';

/** Changes the file of one of the owner's sources, or deletes it after a question. */
export const OwnButtons = ({ id, name, onRemoved }: { id: string; name: string; onRemoved: () => void }) => {
  const { busy, result, run } = useWork();
  const remove = () =>
    void run(async () => {
      await pluginOperations.removeOwn(id);
      onRemoved();
    });
  return (
    <>
      <ButtonLink text={texts.changeOwn} href={`/plugins?view=own&source=${encodeURIComponent(id)}`} />
      <ConfirmButton
        text={texts.deleteOwn}
        disabled={busy}
        question={{ title: texts.deleteTitle(name), text: texts.deleteNote, action: texts.deleteOwn }}
        onConfirm={remove}
      />
      <Report result={result} />
    </>
  );
};
