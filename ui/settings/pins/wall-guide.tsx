import type { BoardInstance } from '../../../src/schema/boards/boards.ts';
import { pins as texts } from '../../strings/pins.ts';
import { usePanelDrivers } from '../boards/connection-form.ts';
import { Loaded } from '../section.tsx';
import { FindStep } from './find-step.tsx';
import { HomeStep } from './home-step.tsx';

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
        if (!board.panel || !driver) return <p class="notice">{texts.absent}</p>;
        const Step = step === 'modules' ? FindStep : HomeStep;
        return <Step key={step} board={board} wall={board.panel} driver={driver} />;
      }}
    </Loaded>
  );
};
