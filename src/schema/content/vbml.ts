import * as v from 'valibot';
import {
  CodeRowsSchema,
  CodeSchema,
  JsonObjectSchema,
  NameSchema,
  command,
  countSaid,
  integerBetween,
  maybe,
} from '../common.ts';
import { LONGEST_TEMPLATE, MOST_COLS, MOST_ROWS, MOST_VBML_COMPONENTS } from '../limits.ts';
import { FlatMessageAnswerSchema, MESSAGE_OPTIONS } from './messages.ts';

const size = {
  /** Rows; for a component those of the document unless given. */
  height: maybe(integerBetween(1, MOST_ROWS)),
  /** Columns; for a component those of the document unless given. */
  width: maybe(integerBetween(1, MOST_COLS)),
};
const TextSchema = v.pipe(v.string(), v.maxLength(LONGEST_TEMPLATE));
const NumberSchema = v.union([
  v.pipe(v.string(), v.regex(/^\d{1,4}$/, 'expected a number from 0 to 9999')),
  integerBetween(0, 9999),
]);
const CONTENT = ['template', 'rawCharacters', 'randomColors', 'calendar'] as const;

/** One part of a document, with exactly one of the things that it may show. */
const ComponentSchema = v.pipe(
  command({
    /** Text, wrapped to its component; `{{name}}` stands for a prop. */
    template: maybe(TextSchema),
    /** Rows of flap codes, or a text such as `{{name}}` that stands for them. */
    rawCharacters: maybe(v.union([CodeRowsSchema, TextSchema])),
    /** Colours by chance. */
    randomColors: maybe(
      command({
        /** Flap codes of the colours, by their names. */
        colors: maybe(v.pipe(v.array(CodeSchema), v.maxLength(MOST_VBML_COMPONENTS))),
      }),
    ),
    /** A month with a colour for each day. */
    calendar: maybe(
      command({
        /** The month, 1 to 12. */
        month: v.union([
          v.pipe(v.string(), v.regex(/^(?:0?[1-9]|1[0-2])$/, 'expected a month from 1 to 12')),
          integerBetween(1, 12),
        ]),
        /** The year. */
        year: NumberSchema,
        /** Codes of single days, by the day of the month. */
        days: maybe(v.record(v.string(), CodeSchema)),
        /** The code of the other days. */
        defaultDayColor: maybe(CodeSchema),
        /** Leaves out the days of the week. */
        hideSMTWTFS: maybe(v.boolean()),
        /** Leaves out the days of the month. */
        hideDates: maybe(v.boolean()),
        /** Leaves out month and year. */
        hideMonthYear: maybe(v.boolean()),
      }),
    ),
    /** Size and place of the component. */
    style: maybe(
      command({
        ...size,
        /** How its lines lie from left to right; `justified` is a block in the middle. */
        justify: maybe(v.picklist(['left', 'center', 'right', 'justified'])),
        /** How its lines lie from top to bottom. */
        align: maybe(v.picklist(['top', 'center', 'bottom', 'justified'])),
        /** Where it lies over the others. */
        absolutePosition: maybe(
          command({
            /** Column, from 0. */
            x: maybe(integerBetween(0, MOST_COLS - 1)),
            /** Row, from 0. */
            y: maybe(integerBetween(0, MOST_ROWS - 1)),
          }),
        ),
      }),
    ),
  }),
  v.check((component) => countSaid(component, CONTENT) === 1, `exactly one of ${CONTENT.join(', ')} says what to show`),
);

const { template: _template, rows: _rows, ...options } = MESSAGE_OPTIONS;

/** Body of `POST /boards/{board}/vbml`: a document, and what a message may say beside its content. */
export const VbmlWriteSchema = command({
  /** The parts of the document, each with one of `template`, `rawCharacters`, `randomColors` and `calendar`. */
  components: v.pipe(v.array(ComponentSchema), v.minLength(1), v.maxLength(MOST_VBML_COMPONENTS)),
  /** Values for the fields of templates, by name. */
  props: maybe(JsonObjectSchema),
  /** Size of the document; that of the board unless given. */
  style: maybe(command(size)),
  ...options,
  /** Keeps the document as a page of this name, which is shown. */
  page_name: maybe(NameSchema),
});
/** Body of `POST /boards/{board}/vbml`. */
export type VbmlWrite = v.InferOutput<typeof VbmlWriteSchema>;

/** Answer of `POST /boards/{board}/vbml`. */
export const VbmlAnswerSchema = v.object({
  ...FlatMessageAnswerSchema.entries,
  /** The page that was made; null without a name. */
  page_id: v.nullable(v.string()),
});
/** Answer of `POST /boards/{board}/vbml`. */
export type VbmlAnswer = v.InferOutput<typeof VbmlAnswerSchema>;
