import type { BoardProgramme, MessageContent, TimedMessage, UntimedMessage } from '../../schema/state.ts';
import type { ArbiterInput } from './decision.ts';
import { geometryOf } from '../geometry.ts';
import { baselineAt } from './baseline.ts';
import type { Baseline } from './baseline.ts';

type Library = Pick<ArbiterInput, 'pages' | 'collections'>;

const revisionOf = ({ pages, collections }: Library, id: string | null): string | null =>
  id === null ? null : ((pages.get(id) ?? collections.get(id))?.updated_at ?? null);

/**
 * A message without an end, written at an instant (ms) over what the board would return to: the resolved page, whose
 * change or edit ends the message, or a whole collection, whose rotation then does not.
 */
export const untimedOver = (
  content: MessageContent,
  beneath: string | null,
  library: Library,
  at: number,
): UntimedMessage => ({
  content,
  over_page_id: beneath,
  over_page_updated_at: revisionOf(library, beneath),
  since: new Date(at).toISOString(),
});

/**
 * What an expired message leaves behind. The blank of `revert_mode` blank outlasts rotations; `characters` without rows
 * are blank cells.
 */
const revertOf = (timed: TimedMessage, input: ArbiterInput, baseline: Baseline, at: number): UntimedMessage | null => {
  if (timed.revert_mode === 'page' && timed.revert_page_id !== null) {
    return untimedOver({ kind: 'page', page_id: timed.revert_page_id }, baseline.selected_page_id, input, at);
  }
  if (timed.revert_mode !== 'blank') return null;
  const { rows, cols } = geometryOf(input.board);
  return untimedOver({ kind: 'grid', rows, cols, characters: [] }, baseline.selected_page_id, input, at);
};

const isExpired = ({ expires_at }: TimedMessage, at: number): boolean =>
  expires_at !== null && !(Date.parse(expires_at) > at);

const isOvertaken = (
  message: UntimedMessage,
  library: Library,
  { selected_page_id, resolved_page_id }: Baseline,
): boolean => {
  const { over_page_id } = message;
  return (
    (over_page_id !== resolved_page_id && over_page_id !== selected_page_id) ||
    message.over_page_updated_at !== revisionOf(library, over_page_id)
  );
};

/**
 * The programme without what has ended by `input.at`: an expired timed message is replaced by what its `revert_mode`
 * says, as of the moment of its expiry, and an untimed message is dropped once what lies beneath it has changed. The
 * same object when nothing ended.
 */
export const settle = (input: ArbiterInput, baseline: Baseline): BoardProgramme => {
  let { programme } = input;
  const { timed } = programme;
  if (timed && isExpired(timed, input.at)) {
    const expired = Date.parse(timed.expires_at ?? '');
    const isKnown = !Number.isNaN(expired);
    const beneath = isKnown ? baselineAt(input, expired) : baseline;
    programme = { ...programme, timed: null, untimed: revertOf(timed, input, beneath, isKnown ? expired : input.at) };
  }
  const { untimed } = programme;
  return untimed && isOvertaken(untimed, input, baseline) ? { ...programme, untimed: null } : programme;
};
