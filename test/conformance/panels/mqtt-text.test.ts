import { mqttText } from '../../../hw/panel/mqtt-text/description.ts';
import { FlapSet } from '../../../hw/panel/flap-set.ts';
import { TEXT_FLAPS } from '../../../hw/panel/mqtt-text/text-flaps.ts';
import { codesOf } from '../../hw/panel/codes.ts';
import { textRig, type LinkFault, type TextRigOptions } from '../../hw/panel/mqtt-text/rig.ts';
import { SMALLEST } from '../../hw/panel/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

const PASSWORD = 'word-of-the-broker';

const make = (options: TextRigOptions) => (): Promise<DriverRig> => {
  const rig = textRig({ password: PASSWORD, ...options });
  const set = (fault: LinkFault) => () => {
    rig.setFault(fault);
    return Promise.resolve();
  };
  return Promise.resolve({
    driver: rig.driver,
    ...SMALLEST,
    codes: codesOf(new FlapSet(TEXT_FLAPS)),
    secrets: [PASSWORD],
    touched: () => rig.opened.length,
    shown: () => Promise.resolve(rig.shown()),
    break: set('unreachable'),
    mend: set('none'),
    close: () => Promise.resolve(rig.display.close()),
  });
};

/** Displays in front of the suite; a real broker is that of `mqtt-text-mosquitto.test.ts`. */
const rigs: Rigs = {
  'a display that tells its text': make({}),
  'a display that tells nothing': make({ connection: { state_topic: '' } }),
};

/** A display in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'a display that tells its text': () => {
    const { driver, display, texts } = textRig();
    return Promise.resolve({
      driver,
      ...SMALLEST,
      forget: () => void (texts.length = 0),
      close: () => Promise.resolve(display.close()),
    });
  },
};

describePanel(mqttText, rigs, endurance);
