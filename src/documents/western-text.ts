// The letters at 0x80 to 0x9f of Windows-1252; those that it leaves free stay as they are.
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of western bytes. Some versions of Node decode them as Latin-1, which has no letters at 0x80 to 0x9f. */
export const decodeWestern = (bytes: Uint8Array): string =>
  new TextDecoder('windows-1252')
    .decode(bytes)
    .replace(/[\x80-\x9f]/g, (letter) => WESTERN[letter.charCodeAt(0) - 0x80] ?? letter);
