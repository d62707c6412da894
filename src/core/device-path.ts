/** The path of a device in one spelling: without blanks around it, doubled slashes and steps that lead nowhere. */
export const tidyPath = (path: string): string => path.trim().replace(/\/(?:\.?\/)+/g, '/');
