import { Fault } from '../../fault.ts';
import { actAs } from '../../platform/actor.ts';
import { NOTHING } from '../../schema/common.ts';
import {
  FavouriteChangeSchema,
  FavouriteCreateSchema,
  FavouriteListSchema,
  FavouriteRemovedSchema,
  FavouriteSchema,
  FavouriteSendAnswerSchema,
  FavouriteTokenSchema,
  type FavouriteSendAnswer,
} from '../../schema/content/favourites.ts';
import { AttemptLimit } from '../../service/auth/attempt-limit.ts';
import type { FavouriteService } from '../../service/favourites.ts';
import type { Clock } from '../../platform/clock.ts';
import { originOf } from '../asker.ts';
import { replyPage, type Reply } from '../reply.ts';
import { created, ok, routesIn, type Route, type RouteRequest } from '../route.ts';

const route = routesIn({ surface: 'internal', access: 'session', tag: 'favourites' });
const open = routesIn({ surface: 'internal', access: 'public', tag: 'favourites', errors: [404, 429] });

const pathOf = (token: string): string => `/s/f/${token}`;

/** Messages that are shown often. */
export const favouriteRoutes = (favourites: FavouriteService): Route[] => [
  route('GET /favourites', {
    summary: 'The messages that are shown often',
    success: ok(FavouriteListSchema, 'In the order in which they were made.'),
    handle: () => favourites.list(),
  }),
  route('POST /favourites', {
    summary: 'Make a favourite: a message with a name, boards and minutes',
    body: FavouriteCreateSchema,
    success: created(FavouriteSchema, 'The favourite.'),
    errors: [400, 404, 409],
    handle: ({ body }) => favourites.create(body),
  }),
  route('PATCH /favourites/{id}', {
    summary: 'Change what was sent of a favourite',
    body: FavouriteChangeSchema,
    success: ok(FavouriteSchema, 'The favourite after the change.'),
    errors: [400, 404, 409],
    handle: ({ params, body }) => favourites.update(params.id, body),
  }),
  route('DELETE /favourites/{id}', {
    summary: 'Remove a favourite, and revoke its tokens',
    success: ok(FavouriteRemovedSchema, 'It is gone.'),
    errors: [404],
    handle: ({ params: { id } }) => favourites.remove(id).then(() => ({ id })),
  }),
  route('POST /favourites/{id}/send', {
    showsFrames: true,
    access: 'favourite',
    summary: 'Show a favourite on its boards',
    ...NOTHING,
    success: ok(FavouriteSendAnswerSchema, 'Whether flaps moved, board by board.'),
    errors: [400, 404, 409, 429, 500, 503],
    handle: ({ params }) => favourites.send(params.id),
  }),
  route('POST /favourites/{id}/token', {
    ownOrigin: true,
    summary: 'Make a token that can send this favourite and nothing else',
    ...NOTHING,
    success: ok(FavouriteTokenSchema, 'The token, which cannot be read again.'),
    errors: [404, 409],
    handle: async (request) => {
      const token = await favourites.addToken(request.params.id);
      const path = pathOf(token);
      return { token, path, url: `${originOf(request)}${path}` };
    },
  }),
  route('DELETE /favourites/{id}/token', {
    ownOrigin: true,
    summary: 'Revoke every token of a favourite',
    success: ok(FavouriteRemovedSchema, 'No token opens it any more.'),
    errors: [404],
    handle: ({ params: { id } }) => favourites.revokeTokens(id).then(() => ({ id })),
  }),
];

const toldIn = ({ sent, reason }: FavouriteSendAnswer): string => (sent ? 'On its way.' : (reason ?? 'Shown.'));

const outcomeOf = async (favourites: FavouriteService, id: string): Promise<string> => {
  try {
    return toldIn(await actAs({ by: 'token', name: null }, () => favourites.send(id)));
  } catch (error) {
    if (error instanceof Fault) return error.detail;
    throw error;
  }
};

const pageReply = (name: string, outcome: string | null): Reply => {
  const { writeFavouritePage } = require('../pages/sentence-pages.ts') as typeof import('../pages/sentence-pages.ts');
  return replyPage(200, writeFavouritePage(name, outcome));
};

type PageRequest = RouteRequest<{ token: string }>;

/** What is refused to somebody who opened the address in a browser is a page too. */
const asPage =
  (make: (request: PageRequest) => Reply | Promise<Reply>) =>
  async (request: PageRequest): Promise<Reply> => {
    try {
      return await make(request);
    } catch (error) {
      if (!(error instanceof Fault) || !request.headers.accept?.includes('text/html')) throw error;
      const { refusalPage } = require('../pages/sentence-pages.ts') as typeof import('../pages/sentence-pages.ts');
      return refusalPage(error);
    }
  };

/**
 * The page behind the address of a favourite, for codes to scan and tags: opened in a browser it sends the favourite.
 * 404 for a token that opens none, 429 for a client that tried ten of those within a minute.
 */
export const favouritePageRoutes = (favourites: () => FavouriteService, clock: Clock): Route[] => {
  const guesses = new AttemptLimit(clock);
  const find = ({ params, peer }: Pick<PageRequest, 'params' | 'peer'>) => {
    try {
      return favourites().byToken(params.token);
    } catch (error) {
      guesses.admit(peer.address);
      guesses.fail(peer.address);
      throw error;
    }
  };
  return [
    open('GET /s/f/{token}', {
      summary: 'The page that sends a favourite when it is opened',
      success: { status: 200, type: 'text/html', description: 'A page in HTML.' },
      handle: asPage((request) => pageReply(find(request).name, null)),
    }),
    open('POST /s/f/{token}', {
      summary: 'Send the favourite of a token',
      success: { status: 200, type: 'text/html', description: 'A page in HTML that says what became of it.' },
      handle: asPage(async (request) => {
        const { id, name } = find(request);
        return pageReply(name, await outcomeOf(favourites(), id));
      }),
    }),
  ];
};
