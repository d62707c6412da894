/** What most displays of this kind have. Tiles differ from one to the next, so the owner names them. */
export const TEXT_FLAPS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:'?!-/$@#&%";
