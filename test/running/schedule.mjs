// Which test files run when, and beside which others.

/** A file that nothing is known of takes so many seconds, and so much of a processor; in a group it takes less. */
const UNKNOWN = { seconds: 1, load: 0.8 };
const IN_A_GROUP = 0.3;
/** Only files that take longer are written down. */
const LEAST_SECONDS = 2;
/** A file that waits takes something, too. */
const LEAST_LOAD = 0.2;
/** Files at once for each processor, however little they do. */
const MOST_PER_PROCESSOR = 3;

const round = (number, digits) => Number(number.toFixed(digits));

/** The times of files that are there. */
export const keepTimes = (times, tests) => {
  const files = new Set(tests.map(({ file }) => file));
  return Object.fromEntries(Object.entries(times).filter(([file]) => files.has(file)));
};

/** The times of files, `{ file: [seconds, load] }`, with those of new results in place of the old ones. */
export const noteTimes = (times, results) => {
  const noted = { ...times };
  for (const { file, seconds, processor, delay } of results) {
    delete noted[file];
    // How long it takes where nobody is in its way.
    const alone = Math.max(seconds - delay, processor);
    const load = Math.max(LEAST_LOAD, processor / alone);
    if (alone >= LEAST_SECONDS) noted[file] = [round(alone, 0), round(load, 1)];
  }
  return Object.fromEntries(Object.entries(noted).sort(([one], [other]) => (one < other ? -1 : 1)));
};

/** Times as a file: a line for each test. */
export const writeTimes = (times) => {
  const lines = Object.entries(times).map(([file, [seconds, load]]) => `  "${file}": [${seconds}, ${load}]`);
  return `{\n${lines.join(',\n')}\n}\n`;
};

/**
 * Runs tests, those that take longest first, and beside each other as many as keep the processors busy: a file that
 * mostly waits leaves room for others, one of real time has a processor to itself. Never more than `most`. Answers what
 * `run` answered.
 */
export const runAll = (tests, { times, processors, run, most = processors * MOST_PER_PROCESSOR }) => {
  const known = ({ file, isRealTime, members }) => {
    const usual = members ? members.length * IN_A_GROUP : UNKNOWN.seconds;
    const [seconds, load] = times[file] ?? [usual, UNKNOWN.load];
    return { seconds, load: isRealTime ? 1 : load };
  };
  const queue = tests.map((test) => ({ test, ...known(test) })).sort((one, other) => other.seconds - one.seconds);
  const results = [];
  let load = 0;
  let running = 0;
  return new Promise((resolve, reject) => {
    const fits = (one) => load + one.load <= processors + 0.1 && running < most;
    const startAll = () => {
      if (queue.length === 0 && running === 0) return resolve(results);
      for (let at = queue.findIndex((one) => running === 0 || fits(one)); at >= 0; at = queue.findIndex(fits))
        start(queue.splice(at, 1)[0]);
    };
    const start = (one) => {
      load += one.load;
      running++;
      run(one.test).then((result) => {
        results.push(result);
        load -= one.load;
        running--;
        startAll();
      }, reject);
    };
    startAll();
  });
};
