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
    const wanted = left;
    let tries = 60;
    let frame = 0;
    // The view is put to its top at first, as every view is, and its pictures get their height one by one.
    const restore = () => {
      scrollTo(0, wanted);
      if (scrollY < wanted && tries-- > 0) frame = requestAnimationFrame(restore);
    };
    if (wanted > 0) frame = requestAnimationFrame(restore);
    const remember = () => {
      if (scrollY > 0) left = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', remember);
    };
  }, [drawn]);
};

/** The gallery, as a place at which something is told that another view left untold. */
export const GALLERY = 'pages';
