import { useEffect } from 'preact/hooks';

let left = 0;

/** Forgets where the gallery was: whoever comes from elsewhere begins at its top. */
export const forgetPlace = (): void => {
  left = 0;
};

/** Takes who returns from a page to where the gallery was left, once it is `drawn`. */
export const useGalleryPlace = (drawn: boolean): void => {
  useEffect(() => {
    if (!drawn) return undefined;
    // After the view was put to its top, as every view is at first.
    const timer = setTimeout(() => left > 0 && scrollTo(0, left));
    const remember = () => {
      left = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', remember);
    };
  }, [drawn]);
};
