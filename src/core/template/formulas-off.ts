/**
 * A line of a template in which every formula is a variable that nobody has, and so prints `???`: none is read, let
 * alone evaluated.
 */
export const withoutFormulas = (line: string): string => line.replaceAll('{{=', '{{?');
