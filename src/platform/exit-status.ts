/** The status of a process that cannot use what its owner has set. */
export const UNUSABLE = 2;
