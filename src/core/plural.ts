/** A count with its noun: `1 board`, `2 boards`; `many` is the plural that is not made with an s. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
