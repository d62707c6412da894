import type { BoardInstance, Panel as Wall } from '../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../src/schema/boards/wiring.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { useResource } from '../../kit/resource.ts';
import { serviceState } from '../../service-state.ts';
import { useStore } from '../../store.ts';
import { pins } from '../../strings/pins.ts';
import { boardOperations } from '../api.ts';
import { Calibration } from '../boards/hardware/calibration.tsx';
import { reelOf } from '../boards/hardware/reel.ts';
import { Guide } from './guide.tsx';

const texts = pins.home;

/** The last step: the modules find their home and are calibrated on the picture of the wall. */
export const HomeStep = ({ board, wall, driver }: { board: BoardInstance; wall: Wall; driver: PanelDriver }) => {
  const detail = useStore(serviceState, (state) => state.boards?.find(({ id }) => id === board.id) ?? null);
  const actions = useResource(`actions ${board.id}`, () => boardOperations.actions(board.id)).value?.actions ?? [];
  const id = encodeURIComponent(board.id);
  return (
    <Guide step={2} title={pins.guideOf(board.name)} note={texts.note}>
      {detail && <Calibration board={detail} modules={wall.modules} actions={actions} flaps={reelOf(wall, driver)} />}
      <div class="row">
        <ButtonLink text={texts.toFind} href={`/settings/boards/${id}/modules`} />
        <ButtonLink main text={texts.done} href={`/settings/boards/${id}`} />
      </div>
    </Guide>
  );
};
