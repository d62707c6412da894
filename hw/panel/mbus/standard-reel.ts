/** The reel of modules that name none: small letters are tiles, `q` is the double quote. */
export const STANDARD_REEL = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$&()-+=;q:%'.,/?*roygbpw";
