import * as v from 'valibot';
import { LONGEST_ID, MOST_BOARDS } from '../../schema/limits.ts';
import {
  CollectSchema,
  CollectedSchema,
  ConfirmedScreenSchema,
  PairingBeginSchema,
  PairingSchema,
  ScreenConfirmSchema,
  ScreenListSchema,
  ScreenRemovedSchema,
  ScreenSchema,
  ScreenUpdateSchema,
  ScreenViewSchema,
  WaitingListSchema,
} from '../../schema/appliance/screens.ts';
import type { ScreenService } from '../../service/screens/screens.ts';
import type { Authenticator } from '../access.ts';
import { EVENT_STREAM, mayStayOf, openStream } from '../event-stream.ts';
import type { EventHub, StreamEvent } from '../events.ts';
import { actorOf } from '../asker.ts';
import { counted, created, ok, routesIn, type Route } from '../route.ts';

/** The use cases, which are loaded at their first use. */
type LazyScreens = () => ScreenService;

const route = routesIn({ surface: 'internal', tag: 'screens' });

const ViewQuerySchema = v.object({ boards: v.optional(v.pipe(v.string(), v.maxLength(MOST_BOARDS * LONGEST_ID))) });

/** What a screen does that nobody has let in yet. */
const pairingRoutes = (screens: LazyScreens): Route[] => [
  route('POST /screens/pairing', {
    access: 'public',
    ownOrigin: true,
    summary: 'Ask for a code that the owner confirms',
    body: PairingBeginSchema,
    success: created(PairingSchema, 'The code to show, and the secret to wait with.'),
    errors: [429],
    handle: ({ body, peer, headers }) => screens().begin(body, peer.address, headers['user-agent']),
  }),
  route('POST /screens/pairing/token', {
    access: 'public',
    ownOrigin: true,
    summary: 'Collect the token once the code was confirmed',
    body: CollectSchema,
    success: ok(CollectedSchema, 'The token, or that nobody has confirmed yet.'),
    errors: [404],
    handle: ({ body }) => screens().collect(body.secret),
  }),
];

/** What the owner does with screens. */
const ownerRoutes = (screens: LazyScreens): Route[] => [
  route('GET /screens/pairing', {
    access: 'session',
    summary: 'Screens that show a code, the latest first',
    success: ok(WaitingListSchema, 'The screens that wait.'),
    handle: () => counted('waiting', screens().waiting()),
  }),
  route('GET /screens', {
    access: 'session',
    summary: 'All paired screens',
    success: ok(ScreenListSchema, 'The screens.'),
    handle: () => counted('screens', screens().list()),
  }),
  route('POST /screens', {
    access: 'session',
    ownOrigin: true,
    summary: 'Pair the screen that shows a code; without a code, make a token for a page of somebody else',
    body: ScreenConfirmSchema,
    success: created(ConfirmedScreenSchema, 'The screen.'),
    errors: [404, 409, 429],
    handle: (request) => screens().confirm(request.body, actorOf(request)),
  }),
  route('PATCH /screens/{id}', {
    access: 'session',
    ownOrigin: true,
    summary: 'Change the name, boards or options of a screen',
    body: ScreenUpdateSchema,
    success: ok(ScreenSchema, 'The screen.'),
    errors: [404],
    handle: ({ params, body }) => screens().update(params.id, body),
  }),
  route('DELETE /screens/{id}', {
    access: 'session',
    ownOrigin: true,
    summary: 'Revoke a screen',
    success: ok(ScreenRemovedSchema, 'Its token does not count any more.'),
    errors: [404],
    handle: (request) => screens().remove(request.params.id, actorOf(request)),
  }),
];

/** What boards show, as the stream tells it first. */
function* presentFrames(screens: ScreenService, ids: Iterable<string>): Generator<StreamEvent> {
  for (const data of screens.frames(ids)) yield { event: 'frame', data };
}

/** What a screen reads: its boards, and what they show from then on. */
const viewRoutes = (screens: LazyScreens, events: EventHub, authenticator: Authenticator): Route[] => [
  route('GET /screens/view', {
    access: 'screen',
    summary: 'Everything that is needed to draw boards on a screen',
    query: ViewQuerySchema,
    success: ok(ScreenViewSchema, 'The boards, and how to show them.'),
    errors: [403, 404],
    handle: ({ identity, query }) => screens().view(identity, query.boards),
  }),
  route('GET /screens/events', {
    access: 'screen',
    summary: 'Stream of the frames of the boards of a screen (server-sent events)',
    query: ViewQuerySchema,
    success: {
      status: 200,
      type: EVENT_STREAM,
      description: 'A stream of the event frame; it ends when the view has to be read anew.',
    },
    errors: [403, 404, 503],
    handle: (request) => {
      const { identity, query } = request;
      const { boards } = screens().view(identity, query.boards);
      const ids = new Set(boards.map(({ id }) => id));
      const isSame = screens().watch(identity, query.boards);
      const isLetIn = mayStayOf(authenticator, 'screen', request);
      const hears = ({ event, data }: StreamEvent) =>
        event === 'frame' && ids.has((data as { board_id: string }).board_id);
      return openStream(
        events,
        request,
        () => isLetIn() && isSame(),
        { first: presentFrames(screens(), ids), hears },
        (response) => void response.once('close', screens().enter(identity)),
      );
    },
  }),
];

/** Browsers that show boards. */
export const screenRoutes = (screens: LazyScreens, events: EventHub, authenticator: Authenticator): Route[] => [
  ...pairingRoutes(screens),
  ...ownerRoutes(screens),
  ...viewRoutes(screens, events, authenticator),
];
