import type { BoardInstance, Panel as Wall } from '../../../src/schema/boards/boards.ts';
import type { PanelDriver } from '../../../src/schema/boards/wiring.ts';
import { pins } from '../../strings/pins.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { useResource } from '../../kit/resource.ts';
import { useService } from '../../service-state.ts';
import { usePanelDrivers } from '../boards/connection-form.ts';
import { Loaded } from '../section.tsx';
import { boardOperations } from '../api.ts';
import { Calibration } from '../boards/hardware/calibration.tsx';
import { FindStep } from './find-step.tsx';
import { Guide } from './guide.tsx';

const texts = pins.home;

/** The last step: the modules find their home and are calibrated on the picture of the wall. */
const HomeStep = ({ board, wall, driver }: { board: BoardInstance; wall: Wall; driver: PanelDriver }) => {
  const detail = useService((state) => state.boards?.find(({ id }) => id === board.id) ?? null);
  const actions = useResource(`actions ${board.id}`, () => boardOperations.actions(board.id)).value?.actions ?? [];
  const id = encodeURIComponent(board.id);
  return (
    <Guide step={2} title={pins.guideOf(board.name)} note={texts.note}>
      {detail && <Calibration board={detail} {...{ wall, driver, actions }} />}
      <div class="row">
        <ButtonLink text={texts.toFind} href={`/settings/boards/${id}/modules`} />
        <ButtonLink main text={texts.done} href={`/settings/boards/${id}`} />
      </div>
    </Guide>
  );
};

/** The steps of the guide that follow the wiring, as they stand in the address of a board. */
export type WallStep = 'modules' | 'home';

/** Whether a part of an address is a step of the guide. */
export const isWallStep = (part: string | undefined): part is WallStep => part === 'modules' || part === 'home';

/** The guide to a wall on pins for a board that is stored: which module is where, and where its home is. */
export const WallGuide = ({ board, step }: { board: BoardInstance; step: WallStep }) => {
  const loaded = usePanelDrivers();
  return (
    <Loaded from={loaded}>
      {({ drivers }) => {
        const driver = drivers.find(({ kind }) => kind === board.panel?.driver);
        if (!board.panel || !driver) return <p class="notice">{pins.absent}</p>;
        const Step = step === 'modules' ? FindStep : HomeStep;
        return <Step key={step} board={board} wall={board.panel} driver={driver} />;
      }}
    </Loaded>
  );
};
