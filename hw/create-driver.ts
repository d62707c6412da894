import type { Driver } from '../src/board/driver.ts';
import { isVirtualBoard } from '../src/board/kind.ts';
import { sentenceOf } from '../src/core/sentence.ts';
import type { StoredBoard } from '../src/schema/boards/boards.ts';
import type { PanelDriverDeps } from './panel/create.ts';
import { UnusableSetting } from './panel/unusable-setting.ts';
import type { VestaboardDeps } from './vestaboard/create.ts';
import { VirtualBoard } from './virtual.ts';

/** What drivers depend on. */
export interface DriverDeps extends VestaboardDeps, PanelDriverDeps {}

/**
 * The driver that a board's settings ask for. Throws an `Error` with a sentence that says what is missing; nothing is
 * opened yet.
 */
export const createDriver = (board: StoredBoard, deps: DriverDeps): Driver => {
  if (isVirtualBoard(board)) return new VirtualBoard();
  if (board.device_type === 'panel') {
    const { createPanel } = require('./panel/create.ts') as typeof import('./panel/create.ts');
    return createPanel(board, deps);
  }
  const { createVestaboard } = require('./vestaboard/create.ts') as typeof import('./vestaboard/create.ts');
  return createVestaboard(board, deps);
};

/** Why no driver can be made from a board's settings, after the setting's name; null when one can. Opens nothing. */
export const findUnusable = (board: StoredBoard, deps: DriverDeps): string | null => {
  try {
    createDriver(board, deps);
    return null;
  } catch (error) {
    const place = error instanceof UnusableSetting ? `panel.${error.setting}` : 'panel';
    return `${place}: ${sentenceOf(error)}`;
  }
};
