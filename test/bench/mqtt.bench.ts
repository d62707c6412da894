import { startEmulator } from '../../hw/emulator/vestaboard/emulator.ts';
import { USER, PASSWORD, startMosquitto } from '../hw/panel/mqtt-text/mosquitto.ts';
import { startAppliance } from '../support/appliance.ts';
import { quantile } from './service.ts';

/** Measures how long a message over MQTT takes to the board; needs mosquitto. */
export const run = async (): Promise<{ name: string; value: number; unit: string; target: number }[]> => {
  const broker = await startMosquitto('set_tcp_nodelay true\n');
  const client = await broker.connect();
  let arrived: (at: number) => void = () => undefined;
  const emulator = await startEmulator({
    type: 'flagship',
    port: 0,
    key: 'k',
    onChange: () => arrived(performance.now()),
  });
  const appliance = await startAppliance({
    env: { SERVICE_MQTT_URL: broker.url.replace('mqtt://', `mqtt://${USER}:${PASSWORD}@`) },
  });
  await appliance.call('POST', '/settings/board/add', {
    device_type: 'flagship',
    id: 'wall',
    host: `127.0.0.1:${emulator.port}`,
    local_api_key: 'k',
  });
  while (!(await appliance.call<{ connected: boolean }>('GET', '/mqtt/status')).body.connected)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const taken: number[] = [];
  for (let round = 0; round < 200; round++) {
    const done = new Promise<number>((resolve) => (arrived = resolve));
    const begun = performance.now();
    client.publish('flapbox/board/wall/send_message/set', `NUMBER ${round}`);
    taken.push((await done) - begun);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await appliance.close();
  await emulator.close();
  await client.endAsync(true);
  await broker.close();
  return [{ name: 'command over MQTT to the write at the board', value: quantile(taken, 0.5), unit: 'ms', target: 5 }];
};
