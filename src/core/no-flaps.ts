/** The reason of writes that went to the browser only. */
export const UI_ONLY = 'The output target is the browser only ("ui"), so no flaps were moved.';

/** The reason of writes to a board that has no flaps. */
export const BROWSER_BOARD = 'This board lives in the browser only: there are no flaps to move.';

/** Whether a write did all that could be wished for: it moved no flaps because there are none to move. */
export const isWithoutFlaps = (reason: string): boolean => reason === UI_ONLY || reason === BROWSER_BOARD;
