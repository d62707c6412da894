import type { WallList } from '../../../src/schema/boards/walls.ts';
import { request } from '../../api.ts';
import { AskingWalls } from '../../home/asking-walls.tsx';
import { Button } from '../../kit/button.tsx';
import { useResource } from '../../kit/resource.ts';
import { walls as texts } from '../../strings/walls.ts';

/** Walls that ask to join the boards that publish frames, and the way back for those that were declined. */
export const WallsThatAsk = () => {
  const { value, reload } = useResource('walls', () => request<WallList>('GET', '/walls'), ['boards', 'settings']);
  if (!value) return null;
  const recall = () => void request('POST', '/walls/recall').then(reload, reload);
  return (
    <>
      <AskingWalls list={value} onChange={reload} />
      {value.declined > 0 && (
        <p class="row">
          <span class="grow">{texts.declined(value.declined)}</span>
          <Button small text={texts.recall} onClick={recall} />
        </p>
      )}
    </>
  );
};
