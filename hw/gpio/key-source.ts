import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { arch } from 'node:process';
import { findKeyDevice } from './key-device.ts';
import { createKeyReader, recordSize } from './key-events.ts';
import { codeOf, readOr, type GpioPaths, type LevelListener, type Missing, type Opened } from './source.ts';

/** Opens the kernel's key device of the first or a further button at a pin; never throws. */
export const openKeyEvents = (
  paths: GpioPaths,
  pin: number,
  listener: LevelListener,
  isFirst = true,
): Opened<'key_events'> | Missing => {
  const list = readOr('', () => readFileSync(paths.inputDevices, 'utf8'));
  const device = findKeyDevice(list, pin, isFirst);
  if (!device) return { missing: `The kernel has no key device for a button at GPIO${pin}.` };
  const path = `${paths.inputFolder}/${device.handler}`;
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    return {
      missing: ['EACCES', 'EPERM'].includes(codeOf(error))
        ? `The key device "${device.name}" cannot be read: the service needs the group "input".`
        : `The key device "${device.name}" is missing.`,
    };
  }
  return follow(path, device.name, listener);
};

/**
 * `cat` waits in our place: reading such a file blocks until a key moves, so it would hold one of the runtime's four
 * threads for ever, could not be called off, and would keep the process from ending.
 */
const follow = (path: string, device: string, listener: LevelListener): Opened<'key_events'> => {
  const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  let open = true;
  const lose = (): void => {
    if (open) listener.lost(`The key device "${device}" cannot be read any more.`);
    open = false;
  };
  reader.stdout.on(
    'data',
    createKeyReader(recordSize(arch), (down) => open && listener.level(down)),
  );
  reader.on('error', lose);
  reader.on('close', lose);
  listener.level(false);
  return {
    kind: 'key_events',
    device,
    close: () => {
      open = false;
      reader.kill();
    },
  };
};
