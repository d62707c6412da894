import { broker } from '../../../hw/panel/broker/description.ts';
import { brokerRig, type BrokerFault } from '../../hw/panel/broker/rig.ts';
import { SMALLEST } from '../../hw/panel/rig.ts';
import type { DriverRig, Rigs } from '../driver.ts';
import type { EnduranceRigs } from '../endurance.ts';
import { describePanel } from '../panel.ts';

const PASSWORD = 'word-of-the-broker';

const make = (connection: object) => (): Promise<DriverRig> => {
  const { driver, broker, shown } = brokerRig({ connection: { password: PASSWORD, ...connection } });
  const set = (fault: BrokerFault) => () => {
    broker.fault = fault;
    if (fault !== 'none') broker.drop();
    return Promise.resolve();
  };
  return Promise.resolve({
    driver,
    ...SMALLEST,
    secrets: [PASSWORD],
    touched: () => broker.opened.length,
    shown: () => Promise.resolve(shown()),
    break: set('unreachable'),
    mend: set('none'),
    close: () => Promise.resolve(),
  });
};

/** Walls behind a broker in memory in front of the suite; a real one is that of `broker-mosquitto.test.ts`. */
const rigs: Rigs = {
  'a wall that follows': make({}),
  'frames that end by themselves': make({ time_to_live: 3600 }),
};

/** A wall that follows in front of thousands of frames. */
const endurance: EnduranceRigs = {
  'a wall that follows': () => {
    const { driver, broker } = brokerRig();
    return Promise.resolve({
      driver,
      ...SMALLEST,
      forget: () => void (broker.messages.length = 0),
      close: () => Promise.resolve(),
    });
  },
};

describePanel(broker, rigs, endurance);
