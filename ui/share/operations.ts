import type { CreatedShareLink, ShareLink, ShareLinkCreate } from '../../src/schema/appliance/share-links.ts';
import { request } from '../api.ts';

/** Links under which anybody sees one board or page. */
export const shareOperations = {
  list: () => request<{ shares: ShareLink[] }>('GET', '/shares'),
  create: (body: ShareLinkCreate) => request<CreatedShareLink>('POST', '/shares', body),
  end: (id: string) => request('DELETE', `/shares/${encodeURIComponent(id)}`),
} as const;
