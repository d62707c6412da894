let known: string | null = null;

/** Loads the page again when the service has another version of it than the one that runs. */
export const followVersion = (): void => {
  fetch('/screen', { method: 'HEAD', cache: 'no-store', credentials: 'same-origin' }).then(
    ({ ok, headers }) => {
      const tag = ok ? headers.get('ETag') : null;
      if (tag && known && tag !== known) location.reload();
      if (tag) known = tag;
    },
    () => undefined,
  );
};
