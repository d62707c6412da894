/**
 * The exports of every other file of this folder. The build puts them here (src/build/schemas.mjs), so that a schema is
 * known to the API reference as soon as its file exists.
 */
export const SCHEMA_MODULES: readonly Readonly<Record<string, unknown>>[] = [];
