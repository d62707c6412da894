import { readFile } from 'node:fs/promises';
import { freemem, hostname, loadavg, networkInterfaces, totalmem, uptime } from 'node:os';
import { refreshSetting } from '../../../sources/form/settings.ts';
import { shortDuration } from '../calendar-words.ts';
import { demoPages, numberVariable, textVariable } from '../../contract/declare.ts';
import { centerBlock } from '../../contract/lines.ts';
import { defineManifest } from '../../contract/manifest.ts';
import type { DataPlugin } from '../../contract/plugin.ts';

const THERMOMETER = '/sys/class/thermal/thermal_zone0/temp';

const manifest = defineManifest({
  id: 'system',
  name: 'System',
  description: 'The appliance itself: host name, address, uptime, temperature and memory',
  icon: 'cpu',
  category: 'utility',
  settings: { refresh_seconds: refreshSetting(60, 10) },
  variables: {
    groups: { network: { label: 'Network' }, machine: { label: 'Machine' } },
    simple: {
      hostname: textVariable('Name in the network', 63, 'network', 'flapbox'),
      address: textVariable('IPv4 address in the network', 15, 'network', '192.168.1.20'),
      uptime: textVariable('Time since it was switched on', 9, 'machine', '3d 4h'),
      uptime_seconds: numberVariable('The same in seconds', 10, 'machine', 273_600),
      temperature: numberVariable(
        'Temperature of the processor, degrees Celsius; empty where there is no thermometer',
        5,
        'machine',
        48.2,
      ),
      load: numberVariable('Average load of the last minute', 5, 'machine', 0.3),
      memory_total: numberVariable('Memory, MB', 6, 'machine', 512),
      memory_free: numberVariable('Free memory, MB', 6, 'machine', 300),
      memory_percent: numberVariable('Memory in use, percent', 3, 'machine', 41),
    },
  },
  demo: demoPages(
    'System',
    [
      '{{system.hostname}}',
      '{{system.address}}',
      '',
      'UP {{system.uptime}}',
      '{{system.temperature}}{62}C',
      'MEMORY {{system.memory_percent}}%',
    ],
    ['{{system.hostname|truncate:15}}', '{{system.address}}', 'UP {{system.uptime}}'],
  ),
});

const temperature = async (): Promise<number | ''> => {
  try {
    return Math.round(Number(await readFile(THERMOMETER, 'utf8')) / 100) / 10;
  } catch {
    // Most machines other than a Pi have no such thermometer.
    return '';
  }
};

const addressOf = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

/** The machine that the service runs on. */
export const system: DataPlugin = {
  manifest,
  fetchData: async () => ({
    available: true,
    data: {
      hostname: hostname(),
      address: addressOf(),
      uptime: shortDuration(uptime() * 1000),
      uptime_seconds: Math.floor(uptime()),
      temperature: await temperature(),
      load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
      memory_total: megabytes(totalmem()),
      memory_free: megabytes(freemem()),
      memory_percent: Math.round((1 - freemem() / totalmem()) * 100),
    },
  }),
  format: ({ data, board }) => {
    const degrees = data['temperature'] === '' ? [] : [`${data['temperature']}{62}C`];
    return centerBlock(
      [
        String(data['hostname']).slice(0, board.cols),
        String(data['address']),
        `UP ${data['uptime']}`,
        ...degrees,
        `MEMORY ${data['memory_percent']}%`,
      ],
      board,
    );
  },
};
