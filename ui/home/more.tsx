import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { home } from '../strings/home.ts';
import type { MessageOptions } from './messages/message-options.ts';

/** What the fields of the rest of a message need. */
export interface MoreProps {
  readonly boardId: string;
  readonly text: string;
  readonly wishes: MessageOptions;
  readonly onChange: (wishes: MessageOptions) => void;
}

/** The rest of what a message may say, loaded when somebody asks for it; folded away it says nothing. */
export const More = (props: MoreProps) => {
  const [View, setView] = useState<ComponentType<MoreProps> | null>(null);
  const toggle = () => {
    if (!View) return void import('./messages/more-fields.tsx').then(({ MoreFields }) => setView(() => MoreFields));
    setView(null);
    props.onChange({});
  };
  return (
    <>
      <button type="button" class="button button-small" aria-expanded={View !== null} onClick={toggle}>
        {home.more}
      </button>
      {View && <View {...props} />}
    </>
  );
};
