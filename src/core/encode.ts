/** A text as a part of an address or a header; half of a character, which has no bytes, is written as U+FFFD. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
