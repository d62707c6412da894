import { useEffect } from 'preact/hooks';
import { home } from '../strings/home.ts';
import type { MessageOptions } from './messages/post-message.ts';
import { Button } from '../kit/button.tsx';
import { usePiece } from '../shell/piece.ts';

/** What the fields of the rest of a message need. */
export interface MoreProps {
  readonly boardId: string;
  readonly text: string;
  readonly wishes: MessageOptions;
  readonly onChange: (wishes: MessageOptions) => void;
}

/** The rest of what a message may say, loaded when somebody asks for it; folded away it says nothing. */
export const More = (props: MoreProps) => {
  const { View, open, close } = usePiece(() =>
    import('./messages/more-fields.tsx').then(({ MoreFields }) => MoreFields),
  );
  // What was chosen before a sign-in or a reload is there again, and so it is seen.
  useEffect(() => {
    if (Object.keys(props.wishes).length > 0) open();
  }, []);
  const toggle = () => {
    if (!View) return open();
    close();
    props.onChange({});
  };
  return (
    <>
      <Button small text={home.more} aria-expanded={View !== null} onClick={toggle} />
      {View && <View {...props} />}
    </>
  );
};
