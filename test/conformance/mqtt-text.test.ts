import { FlapSet } from '../../hw/panel/flap-set.ts';
import { TEXT_FLAPS } from '../../hw/panel/mqtt-text/reel.ts';
import { codesOf } from '../hw/panel/codes.ts';
import { textRig } from '../hw/panel/mqtt-text/rig.ts';
import type { LinkFault, TextRigOptions } from '../hw/panel/mqtt-text/rig.ts';
import { SMALLEST } from '../hw/panel/rig.ts';
import { describeDriver } from './driver.ts';
import type { DriverRig } from './driver.ts';

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

describeDriver('mqtt-text', make({}));
describeDriver('mqtt-text, a display that tells nothing', make({ connection: { state_topic: '' } }));
