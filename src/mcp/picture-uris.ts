/** The address of a board's picture as text, with `{board}` in the place of its id. */
export const PICTURE = 'flapbox://boards/{board}/picture';

/** The address of a board's picture as text. */
export const pictureUri = (boardId: string): string => PICTURE.replace('{board}', encodeURIComponent(boardId));

/** The address of a board's picture as a file. */
export const pictureFileUri = (boardId: string): string => `${pictureUri(boardId)}.png`;

const urisOf = (boardId: string): string[] => [pictureUri(boardId), pictureFileUri(boardId)];

/** The addresses under which the picture of a board can be read. */
export const pictureUris = (boardId: string, primary: boolean): string[] => [
  ...urisOf(boardId),
  ...(primary ? urisOf('primary') : []),
];
