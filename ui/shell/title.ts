import { useEffect } from 'preact/hooks';
import { strings } from '../strings.ts';

/** Gives the page a title: `name` and that of the product, or that alone. */
export const useTitle = (name: string | null): void =>
  useEffect(() => {
    document.title = name === null ? strings.product : `${name} – ${strings.product}`;
  }, [name]);
