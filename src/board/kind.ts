import { LIT_DRIVERS, type StoredBoard } from '../schema/boards/boards.ts';

/** Whether the driver of a board draws its flaps, so that their colour is its business. */
export const isDrawn = ({ panel }: StoredBoard): boolean => panel?.driver === 'screen';

/** Whether a board has light that can be set: a clock, a screen, or a panel in the browser. */
export const isLit = ({ device_type, panel }: StoredBoard): boolean =>
  device_type === 'panel' && LIT_DRIVERS.has(panel?.driver ?? 'virtual');

/**
 * Whether a board lives in the browser only: a panel of the virtual driver, or a Vestaboard that was given neither
 * address nor key yet. A local key without an address, on a board that is served at a port, is only the key of those
 * who write at that port.
 */
export const isVirtualBoard = (board: StoredBoard): boolean => {
  if (board.device_type === 'panel') return (board.panel?.driver ?? 'virtual') === 'virtual';
  const { local_api_key, cloud_key, note_array_token } = board.secrets;
  const hasOwnKey = Boolean(local_api_key) && board.local_api_port === null;
  return !board.host && !hasOwnKey && !cloud_key && !note_array_token && (board.tiles ?? []).length === 0;
};
