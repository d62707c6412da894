/** Levels by severity; a log writes its own level and all that are more severe. */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
/** The severity of a line. */
export type LogLevel = (typeof LOG_LEVELS)[number];
