import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { loadPiece } from '../shell/piece.ts';
import { kit } from '../strings/kit.ts';
import type { Shared } from './share-dialog.tsx';

type View = ComponentType<{ what: Shared; name: string; onClose: () => void }>;

/** Opens the dialogue that makes a link to a board or page; it is loaded when somebody wants it. */
export const ShareButton = ({ what, name, small }: { what: Shared; name: string; small?: boolean }) => {
  const [View, setView] = useState<View | null>(null);
  const open = () =>
    void loadPiece(() => import('./share-dialog.tsx'))
      .then(({ ShareDialog }) => setView(() => ShareDialog))
      .catch(() => undefined);
  return (
    <>
      <button type="button" class={small ? 'button button-small' : 'button'} onClick={open}>
        {kit.share}
      </button>
      {View && <View what={what} name={name} onClose={() => setView(null)} />}
    </>
  );
};
