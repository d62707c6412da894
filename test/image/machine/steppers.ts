import { serveFolder } from './file-server.ts';
import type { Machine } from './machine.ts';

/** The lines of the simulated chip at which two modules hang, five each; those of button and light stay free. */
export const STEPPER_LINES = [8, 9, 10, 11, 12, 18, 19, 20, 21, 22] as const;

/** Their reels, and the steps of a turn: few, because a machine that is itself simulated steps slowly. */
export const REEL = { letters: ' ABCDEFG', stepsPerTurn: 64 } as const;

/**
 * Hangs two motors with magnets and sensors at the simulated chip; what they show is in `/tmp/motors`. They go before
 * ordinary programs: what does not look at the pins in time loses steps.
 */
export const hangMotors = async (machine: Machine): Promise<void> => {
  const { url, server } = await serveFolder('emulators');
  await machine.output(
    `node -e 'require("http").get("${url}/steppers.cjs", (r) => r.pipe(require("fs").createWriteStream("/tmp/motors.cjs")))'`,
  );
  server.close();
  await machine.output(
    `(setsid chrt -f 5 node /tmp/motors.cjs --chip simulated --pins ${STEPPER_LINES.join()} --steps ${REEL.stepsPerTurn} --reel '${REEL.letters}' < /dev/null > /tmp/motors 2>&1 &); for i in 1 2 3 4 5 6 7 8; do grep -q 'hang on' /tmp/motors && break; sleep 1; done; cat /tmp/motors`,
  );
};

/** Takes the motors away. */
export const takeMotors = (machine: Machine): Promise<string> => machine.output('pkill -KILL -f /tmp/motors.cjs; true');

const TRACE = '/sys/kernel/tracing';

/**
 * Lets the kernel note each level that is given to a pin. What a simulated pin reads once nobody holds it says nothing:
 * then it falls back to its pull, which pins of a real chip do not.
 */
export const tracePins = async (machine: Machine): Promise<void> => {
  await machine.output(
    `[ -e ${TRACE}/trace ] || mount -t tracefs none ${TRACE}; echo 1 > ${TRACE}/events/gpio/gpio_value/enable && echo > ${TRACE}/trace`,
  );
};

/** How many lines of the motors were given a level last that switches a coil on. */
export const coilsOn = async (machine: Machine): Promise<number> =>
  Number(
    await machine.output(
      `sed -nE 's/.*gpio_value: +([0-9]+) set ([01])$/\\1 \\2/p' ${TRACE}/trace | awk '{ level[$1] = $2 } END { on = 0; for (pin in level) on += level[pin]; print on }'`,
    ),
  );
