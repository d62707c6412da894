/** A text as a part of topics and ids: anything but letters, digits, `_` and `-` becomes `_`. */
export const toId = (text: string): string => text.replace(/[^A-Za-z0-9_-]/g, '_');

/** The topic of a board, below that of the appliance. */
export const boardTopic = (base: string, boardId: string): string => `${base}/board/${boardId}`;

/** The topic of a board's picture, below the topic of the board. */
export const imageTopic = (topic: string): string => `${topic}/picture/image`;
