import { Button } from '../kit/button.tsx';
import { usePiece } from '../shell/piece.ts';
import { kit } from '../strings/kit.ts';
import type { Shared } from './share-dialog.tsx';

/** Opens the dialogue that makes a link to a board or page; it is loaded when somebody wants it. */
export const ShareButton = ({ what, name, small }: { what: Shared; name: string; small?: boolean }) => {
  const { View, open, close } = usePiece(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog));
  return (
    <>
      <Button small={small} text={kit.share} onClick={open} />
      {View && <View what={what} name={name} onClose={close} />}
    </>
  );
};
