let cover: SVGElement | null = null;

/** Keeps the picture of the first board that the service has drawn into the page, before that is drawn anew. */
export const keepCover = (page: Element): void => {
  cover = page.querySelector<SVGElement>('.board > svg');
};

/** That picture, for the board that it shows when that is drawn first; null from then on, and for all others. */
export const takeCover = (boardId: string): Element | null => {
  if (cover?.dataset['of'] !== boardId) return null;
  const taken = cover;
  cover = null;
  return taken;
};
