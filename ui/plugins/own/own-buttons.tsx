import { ButtonLink } from '../../kit/button.tsx';
import { ConfirmWork } from '../../kit/dialog.tsx';
import { sources as texts } from '../../strings/sources.ts';
import { pluginOperations } from '../api.ts';

/** Changes the file of one of the owner's sources, or deletes it after a question. */
export const OwnButtons = ({ id, name, onRemoved }: { id: string; name: string; onRemoved: () => void }) => (
  <>
    <ButtonLink text={texts.changeOwn} href={`/plugins?view=own&source=${encodeURIComponent(id)}`} />
    <ConfirmWork
      text={texts.deleteOwn}
      question={{ title: texts.deleteTitle(name), text: texts.deleteNote, action: texts.deleteOwn }}
      work={() => pluginOperations.removeOwn(id).then(onRemoved)}
    />
  </>
);
