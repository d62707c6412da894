/** A text as a part of an address or a header; half of a character, which has no bytes, is written as U+FFFD. */
export const encodeText = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Whether the escape sequences of an address can be decoded. */
export const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** What a part of an address means; the part itself where a `%` in it stands for itself. */
export const decodePart = (text: string): string => (isDecodable(text) ? decodeURIComponent(text) : text);
