import type { Functions } from '../../../schema/content/templates.ts';

/** The functions of the language by category: how each is called, and what it gives. */
const REFERENCE: Readonly<Record<string, string>> = {
  date: `
    NOW(): The current date and time in the configured time zone.
    TODAY(): Midnight at the start of the current day.
    DATE(text): Reads an ISO date or date-time.
    YEAR(d): The year of a date.
    MONTH(d): The month of a date, 1 to 12.
    DAY(d): The day of the month.
    HOUR(d): The hour, 0 to 23.
    MINUTE(d): The minute, 0 to 59.
    WEEKDAY(d): The day of the week, from 1 for Monday to 7 for Sunday.
    DATEDIFF(start, end[, unit]): How many whole seconds, minutes, hours, days, weeks or months lie between two dates; days unless told otherwise.
    DATEADD(d, amount[, unit]): A date moved by an amount of seconds, minutes, hours, days, weeks or months; days unless told otherwise.
    FORMATDATE(d, "MMM DD"): A date as text by a pattern of YYYY, YY, MMM, MM, DD, ddd, HH, hh, mm, ss and AP.
    TIME(x[, zone]): The moment that a text or a number of seconds or milliseconds since 1970 names, on the clock here or of a zone.
    EPOCH(x): A time as seconds since 1970.
    UTC(x): A time as YYYY-MM-DDTHH:MM:SSZ.
    MINUTESTO(x): Whole minutes from now to a time; negative when it is over.
    WAIT(x): How long it is to a time, in at most three letters: NOW, 7, 2H, 3D.
    AGO(x): How long ago a time is, in at most three letters: 5M, 2H, 3D.
    SPAN(minutes): A number of minutes as 14M, 2H 14M or 3D 4H.
  `,
  array: `
    COUNT(array): How many items a list has.
    AT(array, index[, field]): An item of a list, counted from 0, or one of its fields; empty when there is none.
    FOREACH(array, rowExpr[, limit]): A row of text for every item; the expression sees item and index.
    FILTER(array, condition): The items for which a condition on item holds.
    SORT(array[, field][, "desc"]): The list in ascending or descending order of its items or of one of their fields.
    SLICE(array, start[, count]): Part of a list from a position, counted from 0.
    JOIN(array, sep[, field]): The items, or one of their fields, as one text with separators in between.
    SUMOF(array[, field]): All items, or one of their fields, added up.
    AVGOF(array[, field]): The mean of the items or of one of their fields.
    MINOF(array[, field]): The smallest item or the smallest of one of their fields.
    MAXOF(array[, field]): The largest item or the largest of one of their fields.
    PICK(value, path[, default]): The value at a path such as a.b[0]["c d"]; negative positions count from the end.
    LIST(value): A list as it is, nothing as an empty list, anything else as a list of one.
    ENTRIES(object): The members of an object as a list of key and value.
    COLUMNS(object): Lists that stand side by side in an object, as a list of rows with a member for each.
    ROWS(array[, names]): Rows by position as objects; the names are separated by commas, without them the first row names the columns.
    FLATTEN(array, path): The items of the lists that lie at a path of each item, each with the item that it came from as parent.
    MAP(array, expr): What an expression on item and index makes of every item.
    APPEND(a, b, ...): Lists one behind the other; nothing counts as empty.
    PAIRS(label, value, ...): A list of label and value; a value that is missing or fails is a dash.
    UNIQUE(array[, field]): The items without those that were there before, by themselves or by one of their fields.
    GROUP(array, path): A list of key, count and items for each value at a path, in the order of their first item.
    LOOKUP(array, path, key[, result]): The first item with a value at a path, or what lies at another path of it; empty when there is none.
    SLOT(array, path[, zone]): The item whose time at a path is the last one that is not after now.
  `,
  logic: `
    LET(name, value, ..., body): Gives values names that the last argument can use.
    IF(cond, then[, else]): One of two values, depending on a condition.
    IFS(c1, v1, c2, v2, ...[, def]): The value behind the first condition that holds, else the default.
    SWITCH(x, m1, r1, ...[, def]): The result behind the first match that equals x, else the default.
    AND(a, b, ...): Whether all arguments are true.
    OR(a, b, ...): Whether any argument is true.
    NOT(x): Whether the argument is false.
    IFERROR(expr, fallback): The value, or the fallback where it is an error.
    ISERROR(expr): Whether the argument is an error.
    ISBLANK(expr): Whether the argument is NULL, empty text or ???.
    DEFAULT(expr, fallback): The value, or the fallback where it is an error, NULL, empty or ???.
    COALESCE(a, b, c, ...): The first argument that is not an error and not blank, otherwise the last one.
    FRESH(value, age[, fallback]): The value while the data behind it are no older than "20m", "2h" or "1d", else the fallback, - unless told.
  `,
  math: `
    ABS(x): The number without its sign.
    FLOOR(x): The next whole number at or below.
    CEIL(x): The next whole number at or above.
    INT(x): The number without its fraction.
    ROUND(x[, n]): The nearest number of n decimals, halves to the even digit; printing still shows one decimal at most.
    ROUNDUP(x[, n]): The next number of n decimals away from zero.
    ROUNDDOWN(x[, n]): The next number of n decimals towards zero.
    POWER(base, exp): The base to the power of the exponent.
    SQRT(x): The square root.
    MIN(a, b, ...): The smallest of the numbers.
    MAX(a, b, ...): The largest of the numbers.
    SUM(a, b, ...): All numbers added up.
    AVG(a, b, ...): The mean of the numbers.
    MOD(a, b): What is left of a after dividing by b, with b's sign.
    SIGN(x): -1, 0 or 1 for a negative number, zero, a positive number.
  `,
  text: `
    UPPER(s): The text in capitals.
    LOWER(s): The text in small letters.
    TRIM(s): The text without white space at its ends.
    PROPER(s): The text with a capital at the start of every word.
    LEN(s): How many characters the text has.
    LEFT(s, n): The first n characters.
    RIGHT(s, n): The last n characters.
    MID(s, start, length): Characters from a position, which counts from 1.
    FIND(needle, haystack[, start]): Where a text first stands in another, from 1; case counts, and absence is an error.
    SEARCH(needle, haystack[, start]): Where a text first stands in another, from 1, in any case; 0 when it is absent.
    CONCAT(a, b, ...): All texts joined to one.
    REPLACE(s, find, repl): The text with every occurrence of one text replaced by another.
    REPT(s, n): The text n times over, at most 1024.
    CONTAINS(s, sub): Whether a text contains another; case counts.
    STARTSWITH(s, prefix): Whether a text begins with another; case counts.
    ENDSWITH(s, suffix): Whether a text ends with another; case counts.
    PAD(s, width): The text filled with spaces on its right, or cut, to a width.
    PADLEFT(s, width): The text filled with spaces on its left to a width; of a longer one the last characters.
    ZEROPAD(s, width): The text filled with zeros on its left, behind a minus; a longer one stays as it is.
    CENTER(s, width): The text in the middle of a width, cut when it is longer.
    SPLIT(text[, sep]): The parts of a text between separators; without one its words, with an empty one its characters.
    REGEXMATCH(text, pattern): Whether a regular expression matches anywhere in the text.
    REGEXEXTRACT(text, pattern[, group]): The first match of a regular expression, or one of its groups; empty without a match.
    REGEXREPLACE(text, pattern, repl): The text with every match of a regular expression replaced by a fixed text.
    PLAIN(s): The text of a piece of HTML, in one line.
    CUT(s, n): A text of at most n cells, cut behind a word.
    GROUPED(x[, n]): A number with commas between thousands.
    COMPACT(x): A number in at most five letters: 950, 1.2K, 34K, 5.6M.
    SIGNED(x[, n]): A number with its sign and n decimals.
  `,
  convert: `
    TEXT(x): The value as text, the way it would be printed.
    NUM(x): The value as a number.
    FIXED(x[, n]): The number as text with exactly n decimals, two unless told otherwise.
  `,
  color: `
    COLOR(name_or_code): The marker of a colour tile, by its name or its code from 63 to 71.
  `,
};

const LINE = /^ *((\w+)\([^)]*\)): (.+)$/gm;

/** All functions of the language, by upper-case name: the answer of `GET /v1/functions`. */
export const FUNCTIONS: Functions['functions'] = Object.fromEntries(
  Object.entries(REFERENCE).flatMap(([category, lines]) =>
    Array.from(lines.matchAll(LINE), ([, signature = '', name = '', summary = '']) => [
      name,
      { category, signature, summary },
    ]),
  ),
);
