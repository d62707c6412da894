// Short test files that run in one process: to start one takes longer than most of them.

/** Files of one group: when one of them fails, all of them run again, each alone. */
const MOST = 12;

/** `test/core/template/page.test.ts` → `test/core`. */
const roomOf = (file) => file.split('/').slice(0, 2).join('/');

/**
 * Tests as they are to run: those of one room that are short, as no time of them is written down, and may join others,
 * in groups `{ file, members }`; the others alone.
 */
export const groupTests = (tests, { times, canJoin }) => {
  const rooms = new Map();
  const alone = [];
  for (const test of tests) {
    const isShort = times[test.file] === undefined && test.layer === 'node';
    if (!isShort || !canJoin(test)) alone.push(test);
    else rooms.set(roomOf(test.file), [...(rooms.get(roomOf(test.file)) ?? []), test]);
  }
  const groups = [...rooms].flatMap(([room, members]) => {
    const count = Math.ceil(members.length / MOST);
    return Array.from({ length: count }, (_, at) => {
      const own = members.filter((_one, index) => index % count === at);
      return own.length === 1 ? own[0] : { file: `${room}, ${own.length} files (${at + 1} of ${count})`, members: own };
    });
  });
  return [...alone, ...groups];
};
