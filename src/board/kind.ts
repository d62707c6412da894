import type { StoredBoard } from '../schema/board.ts';

/** Whether a board lives in the browser only: a panel of the virtual driver, or a Vestaboard that was given neither address nor key yet. */
export const isVirtualBoard = (board: StoredBoard): boolean => {
  if (board.device_type === 'panel') return (board.panel?.driver ?? 'virtual') === 'virtual';
  const { local_api_key, cloud_key, note_array_token } = board.secrets;
  return !board.host && !local_api_key && !cloud_key && !note_array_token && (board.tiles ?? []).length === 0;
};
