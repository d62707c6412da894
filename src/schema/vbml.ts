import * as v from 'valibot';
import { CodeRowsSchema, CodeSchema, JsonObjectSchema, NameSchema, command, integerBetween, maybe } from './common.ts';
import { LONGEST_TEMPLATE, MOST_COLS, MOST_ROWS, MOST_VBML_COMPONENTS } from './limits.ts';
import { FlatMessageAnswerSchema, MESSAGE_OPTIONS } from './messages.ts';

const size = { height: maybe(integerBetween(1, MOST_ROWS)), width: maybe(integerBetween(1, MOST_COLS)) };
const TextSchema = v.pipe(v.string(), v.maxLength(LONGEST_TEMPLATE));
const NumberSchema = v.union([v.pipe(v.string(), v.regex(/^\d{1,4}$/)), integerBetween(0, 9999)]);
const CONTENT = ['template', 'rawCharacters', 'randomColors', 'calendar'] as const;

/** One part of a document, with exactly one of the things that it may show. */
const ComponentSchema = v.pipe(
  command({
    template: maybe(TextSchema),
    rawCharacters: maybe(v.union([CodeRowsSchema, TextSchema])),
    randomColors: maybe(command({ colors: maybe(v.pipe(v.array(CodeSchema), v.maxLength(MOST_VBML_COMPONENTS))) })),
    calendar: maybe(
      command({
        month: NumberSchema,
        year: NumberSchema,
        days: maybe(v.record(v.string(), CodeSchema)),
        defaultDayColor: maybe(CodeSchema),
        hideSMTWTFS: maybe(v.boolean()),
        hideDates: maybe(v.boolean()),
        hideMonthYear: maybe(v.boolean()),
      }),
    ),
    style: maybe(
      command({
        ...size,
        justify: maybe(v.picklist(['left', 'center', 'right', 'justified'])),
        align: maybe(v.picklist(['top', 'center', 'bottom', 'justified'])),
        absolutePosition: maybe(
          command({ x: maybe(integerBetween(0, MOST_COLS - 1)), y: maybe(integerBetween(0, MOST_ROWS - 1)) }),
        ),
      }),
    ),
  }),
  v.check(
    (component) => CONTENT.filter((name) => (component[name] ?? null) !== null).length === 1,
    `exactly one of ${CONTENT.join(', ')} says what to show`,
  ),
);

const { template: _template, rows: _rows, ...options } = MESSAGE_OPTIONS;

/** Body of `POST /boards/{board}/vbml`: a document, and what a message may say beside its content. */
export const VbmlWriteSchema = command({
  components: v.pipe(v.array(ComponentSchema), v.minLength(1), v.maxLength(MOST_VBML_COMPONENTS)),
  props: maybe(JsonObjectSchema),
  style: maybe(command(size)),
  ...options,
  page_name: maybe(NameSchema),
});
/** Body of `POST /boards/{board}/vbml`. */
export type VbmlWrite = v.InferOutput<typeof VbmlWriteSchema>;

/** Answer of `POST /boards/{board}/vbml`. */
export const VbmlAnswerSchema = v.object({ ...FlatMessageAnswerSchema.entries, page_id: v.nullable(v.string()) });
/** Answer of `POST /boards/{board}/vbml`. */
export type VbmlAnswer = v.InferOutput<typeof VbmlAnswerSchema>;
