/** The folder of everything that may be lost, in the data folder. */
export const CACHE_FOLDER = 'cache';
