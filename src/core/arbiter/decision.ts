import type { Source, StoredBoard } from '../../schema/boards/boards.ts';
import type { Collection } from '../../schema/content/collections.ts';
import type { LineMetadata, Page } from '../../schema/content/pages.ts';
import type { Schedule } from '../../schema/content/schedules.ts';
import type { StoredSettings } from '../../schema/appliance/settings.ts';
import type { Silence } from '../../schema/appliance/silence.ts';
import type { TransitionOverride } from '../../schema/content/messages.ts';
import type { BoardProgramme } from '../../schema/state.ts';
import type { Skipped } from '../collection/collection.ts';
import type { SilenceReading } from '../silence.ts';

/** Something that a plugin wants to be seen now; the first of its members that can be shown counts. */
export interface Trigger {
  /** The plugin or instance that fired it. */
  readonly key?: string;
  /** Data for the page besides what the plugin reports. */
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly page_id?: string | null;
  readonly lines?: readonly string[] | null;
  readonly message?: string | null;
  /** Instant (ms) at which it ends; it does not end by itself without one. */
  readonly until?: number | null;
}

/** The newest frame of the topic that a board follows, on its size. */
export interface Followed {
  readonly rows: number;
  readonly cols: number;
  readonly characters: readonly (readonly number[])[];
  readonly transition: TransitionOverride | null;
  /** Instant (ms) at which it ends; null for never. */
  readonly until: number | null;
}

/** Everything that decides what a board shows at an instant. */
export interface ArbiterInput {
  readonly board: StoredBoard;
  /** Whether rules of the default slot count for this board. */
  readonly isPrimary: boolean;
  readonly programme: BoardProgramme;
  /** The rules of all boards. */
  readonly schedules: readonly Schedule[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly settings: Pick<StoredSettings, 'location' | 'silence' | 'silence_by_board'>;
  /** IANA time zone. */
  readonly zone: string;
  /** The instant, in ms. */
  readonly at: number;
  readonly trigger: Trigger | null;
  /** What the board follows; null when it follows nothing, or has no frame yet. */
  readonly followed: Followed | null;
  /** Whether the expression of a collection's rule is true now; false when it fails. */
  readonly evaluateRule: (expression: string) => boolean;
  /** Whether a page has nothing to say now. */
  readonly isEmpty: (page: Page) => boolean;
}

/** What to draw. */
export type Show =
  /** Leave the flaps as they are. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'page'; readonly page_id: string }
  | {
      readonly kind: 'grid';
      readonly rows: number;
      readonly cols: number;
      readonly characters: readonly (readonly number[])[];
      /** How it wants to be reached; absent for the install's own way. */
      readonly transition?: TransitionOverride | null;
    }
  | {
      readonly kind: 'template';
      readonly template: readonly string[];
      readonly line_metadata: readonly LineMetadata[] | null;
    }
  | { readonly kind: 'blank' }
  /** Something on the last rows of something else. */
  | { readonly kind: 'overlay'; readonly content: Show; readonly beneath: Show }
  | { readonly kind: 'indicator'; readonly text: string; readonly position: Silence['indicator_position'] }
  /**
   * The content of a trigger; exactly one of page, lines and message is not null. A page fits the board, and is drawn
   * with `triggerData`.
   */
  | {
      readonly kind: 'trigger';
      readonly page_id: string | null;
      readonly lines: readonly string[] | null;
      readonly message: string | null;
      readonly triggerData?: TriggerData | null;
    };

/** Data that came with a trigger: it takes precedence over what the plugin of that key reports. */
export interface TriggerData {
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Which of the claims on a board won. */
export type Because =
  | 'paused'
  | 'quiet'
  | 'critical'
  | 'silence'
  | 'urgent'
  | 'timed'
  | 'trigger'
  | 'untimed'
  | 'follow'
  | 'pin'
  | 'schedule'
  | 'default'
  | 'none';

/** The word of a silence that has no page to show. */
export const indicatorOf = ({ indicator_text, indicator_position }: Silence): Show => ({
  kind: 'indicator',
  text: indicator_text,
  position: indicator_position,
});

/** Whether nothing may move on a board by itself: it is paused or quiet, whatever goes through that. */
export const isStill = ({ paused, quiet_until }: Pick<Decision, 'paused' | 'quiet_until'>): boolean =>
  paused || quiet_until !== null;

/** The claims whose word passes: what they show is taken off a board on which nothing follows, over a restart too. */
export const PASSING: ReadonlySet<string> = new Set<Because>(['silence', 'trigger']);

/** The claims that are messages. */
export const MESSAGES: ReadonlySet<Because> = new Set<Because>(['critical', 'urgent', 'timed', 'untimed']);

/** What a board returns to when no message, trigger or silence window is in the way. */
export interface Baseline {
  readonly because: 'follow' | 'pin' | 'schedule' | 'default' | 'none';
  readonly source: Source;
  /** The page or collection of the rule in force, also while a pin wins. */
  readonly scheduled_page_id: string | null;
  /** The rule of `scheduled_page_id`. */
  readonly schedule_id: string | null;
  /** The page or collection that won among pin, rule and default page. */
  readonly selected_page_id: string | null;
  /** `selected_page_id` with a collection resolved to the member that is shown. */
  readonly resolved_page_id: string | null;
  /** Instant (ms) at which `resolved_page_id` may change by rotation; null when it does not rotate. */
  readonly next_check: number | null;
  /** The members that the selected collection passes over now, and why. */
  readonly skipped: readonly Skipped[];
}

/** What a board shows at an instant, why, and until when at the earliest. */
export interface Decision extends Omit<Baseline, 'because'> {
  readonly show: Show;
  readonly because: Because;
  readonly paused: boolean;
  /** Instant (ms) until which the board is left alone; null when it is not. */
  readonly quiet_until: number | null;
  readonly silence: SilenceReading;
  /**
   * The first instant (ms) after this one at which a rule, a silence window or a message begins or ends; null for none.
   */
  readonly next_edge: number | null;
  /**
   * The first instant (ms) after this one at which anything here may change by itself, rotations included; null for
   * never.
   */
  readonly next_change: number | null;
  /**
   * The programme without what has ended, and with what has begun. The given object when nothing has.
   */
  readonly programme: BoardProgramme;
}
