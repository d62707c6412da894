let cover: Element | null = null;

/** Keeps the picture of the first board that the service has drawn into the page, before that is drawn anew. */
export const keepCover = (page: Element): void => {
  cover = page.querySelector('.board > svg');
};

/** That picture, for the first board that asks; null from then on. */
export const takeCover = (): Element | null => {
  const taken = cover;
  cover = null;
  return taken;
};
