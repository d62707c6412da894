import * as v from 'valibot';
import type { Favourite, FavouriteSendAnswer } from '../../schema/content/favourites.ts';
import { HistorySendSchema } from '../../schema/content/history.ts';
import { MOST_HISTORY } from '../../schema/limits.ts';
import { MessageAnswerSchema } from '../../schema/content/messages.ts';
import { withoutCode } from '../../service/outcomes.ts';
import { integerBetween } from '../../schema/common.ts';
import { decodeGrid } from '../../core/flaps/flaps.ts';
import { gridFromRows } from '../../core/flaps/grid.ts';
import type { McpServices } from '../services.ts';
import { ADDS, READS, tool, type Tool } from '../tool.ts';
import { bullets, describeDelivery } from '../wording.ts';
import { BoardArgument } from './arguments.ts';

const nameFavourite = ({ id, name }: Pick<Favourite, 'id' | 'name'>): string => `${name} (id ${id})`;

const toldSend = ({ sent, reason }: Pick<FavouriteSendAnswer, 'sent' | 'reason'>): string =>
  sent ? 'Flaps were moved.' : `No flap was moved: ${reason ?? 'nobody knows why.'}`;

const wordsOf = (characters: readonly (readonly number[])[]): string =>
  decodeGrid(gridFromRows(characters, characters.length, characters[0]?.length ?? 0))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' / ');

const FrameSchema = v.object({ id: v.string(), at: v.string(), by: v.string(), why: v.string(), text: v.string() });

/** Messages that are shown often, and what was on the boards. */
export const favouriteTools = ({ favourites, history }: McpServices): Tool[] => [
  tool({
    name: 'list_favourites',
    title: 'List the favourites',
    description: 'The messages that the owner shows often.',
    hints: READS,
    input: v.object({}),
    output: v.object({ favourites: v.array(v.object({ id: v.string(), name: v.string() })) }),
    run: () => ({ favourites: favourites.list().favourites.map(({ id, name }) => ({ id, name })) }),
    format: (list) => bullets(list.favourites.map(nameFavourite), 'There is no favourite.'),
  }),
  tool({
    name: 'send_favourite',
    title: 'Show a favourite',
    description: 'Shows a favourite on its boards; "sent" is true when flaps moved on one.',
    hints: ADDS,
    input: v.object({ favourite_id: v.string() }),
    notes: { favourite_id: 'From list_favourites.' },
    output: v.object({ sent: v.boolean(), reason: v.nullable(v.string()) }),
    run: async ({ favourite_id }) => {
      const { sent, reason } = await favourites.send(favourite_id);
      return { sent, reason };
    },
    format: toldSend,
  }),
  tool({
    name: 'get_history',
    title: 'What was on a board',
    description: 'The last frames of a board, the newest first, with who put them there, when and why.',
    hints: READS,
    input: v.object({ board: BoardArgument, limit: v.optional(integerBetween(1, MOST_HISTORY), 20) }),
    notes: { limit: `How many, at most ${MOST_HISTORY}.` },
    output: v.object({ entries: v.array(FrameSchema) }),
    run: async ({ board, limit }) => {
      const { entries } = await history.list(board, limit);
      return {
        entries: entries.map(({ id, at, by, why, characters }) => ({ id, at, by, why, text: wordsOf(characters) })),
      };
    },
    format: ({ entries }) =>
      bullets(
        entries.map(({ id, at, by, why, text }) => `${at}, ${by}, ${why} (id ${id}): ${text}`),
        'Nothing is remembered.',
      ),
  }),
  tool({
    name: 'send_again',
    title: 'Show a frame again',
    description: 'Shows a frame of get_history on its board once more, as a message.',
    hints: ADDS,
    input: v.object({ id: v.string(), ...HistorySendSchema.entries }),
    notes: { id: 'Id of the frame.', minutes: 'As duration_minutes of send_message.' },
    output: MessageAnswerSchema,
    run: async ({ id, minutes }) => withoutCode(await history.send(id, minutes ?? null)),
    format: describeDelivery,
  }),
];
