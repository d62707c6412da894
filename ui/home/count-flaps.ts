const MARKER = /\{[a-z0-9]+\}/gi;

/** How many flaps a message needs before it is wrapped: markers such as `{red}` are one flap, line breaks none. */
export const countFlaps = (text: string): number => [...text.replace(MARKER, '#').replace(/\n/g, '')].length;
