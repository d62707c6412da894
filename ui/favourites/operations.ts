import type {
  Favourite,
  FavouriteChange,
  FavouriteCreate,
  FavouriteList,
  FavouriteSendAnswer,
} from '../../src/schema/content/favourites.ts';
import type { History } from '../../src/schema/content/history.ts';
import { request } from '../api.ts';
import type { Result } from '../kit/work.tsx';
import { favourites as texts } from '../strings/favourites.ts';

const id = encodeURIComponent;

/** What the views of favourites and of the history ask of the service. */
export const favouriteOperations = {
  list: () => request<FavouriteList>('GET', '/favourites'),
  create: (body: Partial<FavouriteCreate>) => request<Favourite>('POST', '/favourites', body),
  update: (one: string, body: FavouriteChange) => request<Favourite>('PATCH', `/favourites/${id(one)}`, body),
  remove: (one: string) => request('DELETE', `/favourites/${id(one)}`),
  send: (one: string) => request<FavouriteSendAnswer>('POST', `/favourites/${id(one)}/send`),
  addToken: (one: string) => request<{ path: string }>('POST', `/favourites/${id(one)}/token`),
  revoke: (one: string) => request('DELETE', `/favourites/${id(one)}/token`),
  history: (board: string) => request<History>('GET', `/boards/${id(board)}/history?limit=60`),
  sendAgain: (entry: string) => request<FavouriteSendAnswer>('POST', `/history/${id(entry)}/send`),
} as const;

/** What became of something that was sent, in a sentence. */
export const toldSend = ({ sent, reason }: Pick<FavouriteSendAnswer, 'sent' | 'reason'>): Result =>
  sent ? { tone: 'good', text: texts.sent } : { tone: 'plain', text: texts.notSent(reason ?? '') };
