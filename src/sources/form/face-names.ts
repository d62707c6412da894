/** Names of the shared faces. */
export const FACE_NAMES = [
  'departures',
  'price',
  'alert',
  'scores',
  'count',
  'playing',
  'printer',
  'figures',
  'list',
  'text',
] as const;
/** A shared face. */
export type FaceName = (typeof FACE_NAMES)[number];
