import { Fault } from '../../fault.ts';
import {
  TransitionPluginsSchema,
  TransitionPreviewRequestSchema,
  TransitionPreviewSchema,
  TransitionRestoreAnswerSchema,
  TransitionRestoreSchema,
  TransitionTestAnswerSchema,
  TransitionTestSchema,
} from '../../schema/content/transitions.ts';
import type { TransitionService } from '../../service/transitions.ts';
import { BoardQuery, boardIn, namedBoard } from '../query.ts';
import { ok, routesIn, type Route } from '../route.ts';

/** Transition plugins tried out (rules, X7); 404 for everything while `isOn` says no. */
export const transitionRoutes = (transitions: TransitionService, isOn: () => boolean): Route[] => {
  const gate = () => {
    if (!isOn()) throw new Fault(404, 'Transition plugins are switched off: they are a beta feature of the settings.');
  };
  const route = routesIn({ surface: 'internal', access: 'session', tag: 'transitions', gate });
  return [
    route('GET /transitions/plugins', {
      summary: 'The installed transition plugins',
      success: ok(TransitionPluginsSchema, 'Each with its settings, caps and strategy.'),
      errors: [404],
      handle: () => transitions.plugins(),
    }),
    route('POST /transitions/preview', {
      summary: 'The frames of a transition plugin between two texts; nothing is sent',
      body: TransitionPreviewRequestSchema,
      success: ok(TransitionPreviewSchema, 'The frames; capped when the plugin was cut short.'),
      errors: [400, 404],
      handle: ({ body }) => transitions.preview(body),
    }),
    route('POST /transitions/test-live', {
      summary: 'Run a transition plugin once on a board; answers when it has ended',
      showsFrames: true,
      query: BoardQuery,
      body: TransitionTestSchema,
      success: ok(TransitionTestAnswerSchema, 'What was run, and whether flaps were moved.'),
      errors: [400, 404, 409, 429, 500, 503],
      handle: ({ query, body }) => transitions.testLive({ ...body, board_id: namedBoard(query, body) }),
    }),
    route('POST /transitions/restore', {
      summary: 'Put a board back to what it should show',
      showsFrames: true,
      query: BoardQuery,
      body: TransitionRestoreSchema,
      bodyOptional: true,
      success: ok(TransitionRestoreAnswerSchema, 'The page, and whether flaps were moved.'),
      errors: [404, 409, 429, 500, 503],
      handle: ({ query, body }) => transitions.restore(boardIn(query, body)),
    }),
  ];
};
