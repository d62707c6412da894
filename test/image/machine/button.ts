import { pause, type Machine } from './machine.ts';

const CHIP = '/sys/kernel/config/gpio-sim/d';

/** The line of the simulated chip that the button is at. */
export const BUTTON_LINE = 3;

/** The file that sets the level of the button's line, as a shell finds it. */
export const BUTTON_PULL = `$(ls /sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio${BUTTON_LINE}/pull)`;

/** Adds a chip with 32 simulated pins, named `simulated`; the button's is open. */
export const addPins = async (machine: Machine): Promise<void> => {
  await machine.output(
    `modprobe gpio-sim && mkdir -p ${CHIP}/b0 && echo 32 > ${CHIP}/b0/num_lines && echo simulated > ${CHIP}/b0/label && mkdir ${CHIP}/b0/line${BUTTON_LINE} && echo 1 > ${CHIP}/live && sleep 2 && udevadm settle && echo pull-up > ${BUTTON_PULL}`,
  );
};

/** Lets the service take the simulated chip for the board's, and its button for an owner's. */
export const enableButton = async (machine: Machine): Promise<void> => {
  // The virtual board has a power key that goes by the name of a button.
  await machine.output(
    'cd /sys/bus/platform/drivers/gpio-keys && for one in */; do [ -e "$one/of_node" ] && echo "${one%/}" > unbind; done; true',
  );
  await machine.output(
    "mkdir -p /run/systemd/system/flapbox.service.d && printf '[Service]\\nEnvironment=SERVICE_GPIO_CHIP=simulated\\n' > /run/systemd/system/flapbox.service.d/pins.conf && systemctl daemon-reload && systemctl restart flapbox",
    120_000,
  );
  await machine.answers();
  const { status, text } = await machine.api('PUT', '/settings/gpio', { button: { enabled: true, pin: BUTTON_LINE } });
  if (status !== 200) throw new Error(`the button was answered with ${status}: ${text}`);
  await pause(3000);
};

/** Holds the button down for so many seconds. */
export const press = async (machine: Machine, seconds: number): Promise<void> => {
  await machine.output(`echo pull-down > ${BUTTON_PULL}; sleep ${seconds}; echo pull-up > ${BUTTON_PULL}`);
};
