/**
 * What members mean: each sentence with the members that it is about, as `Schema.member`, or as `Schema` and the whole
 * way where two of that name differ, with blanks between them.
 */
export type Sentences = Readonly<Record<string, string>>;

/**
 * The sentences above the members of the schemas of this folder, as JSON, compressed, in Base64. The build puts them
 * here (src/build/schemas.mjs), for the API reference alone: nothing else carries them.
 */
export const SENTENCES: string = '';
/** The sentences of members that stand without one, where their file has one for the name. */
export const SENTENCES_OF_FILES: string = '';
