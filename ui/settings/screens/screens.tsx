import { usePoll } from '../../kit/poll.ts';
import { useResource } from '../../kit/resource.ts';
import { Section } from '../section.tsx';
import { EmbedForm } from './embed-form.tsx';
import { PairForm } from './pair-form.tsx';
import { ScreenList } from './screen-list.tsx';
import { screenOperations } from './screen-operations.ts';

const LOOK_MS = 5000;

/** Browsers that show boards: pairing, settings, revoking. `?code=` comes from the square that a screen shows. */
export const Screens = ({ query }: { query: URLSearchParams }) => {
  const screens = useResource('screens', screenOperations.list, ['boards']);
  usePoll(screens.reload, LOOK_MS);
  return (
    <Section name="screens">
      <PairForm code={query.get('code') ?? ''} onPaired={screens.reload} />
      <ScreenList screens={screens} />
      <EmbedForm onMade={screens.reload} />
    </Section>
  );
};
