// The partitions and the card: plain files, no loop devices, no mounts.
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyBootLoader } from './boot-loader.mjs';
import { copyDeviceTrees, makeInitrd } from './kernel.mjs';
import { here, pins, sourceDate } from './paths.mjs';
import { emptyFolder, run } from './run.mjs';

const FIRMWARE = ['bootcode.bin', 'start.elf', 'fixup.dat', 'start4.elf', 'fixup4.dat'];
const STATE_SIZE = '0x2000';
const DATA_ID = '8f6b1d0e-2f0a-4c55-9d0e-f1a9b0d00007';

const dateAll = (folder) => {
  const date = Number(sourceDate());
  for (const name of readdirSync(folder, { recursive: true })) utimesSync(join(folder, name), date, date);
};

const makeFat = (target, size, label, id, folder) => {
  rmSync(target, { force: true });
  run('truncate', ['-s', size, target]);
  run('mkfs.vfat', ['--invariant', '-F', '32', '-s', '1', '-n', label, '-i', id, target]);
  dateAll(folder);
  const env = { ...process.env, SOURCE_DATE_EPOCH: sourceDate() };
  run(
    'mcopy',
    [
      '-s',
      '-m',
      '-i',
      target,
      ...readdirSync(folder)
        .sort()
        .map((name) => join(folder, name)),
      '::/',
    ],
    { env },
  );
};

const makeBoot = (parts, work) => {
  const folder = emptyFolder(join(work, 'boot'));
  const debian = join(parts, 'debian/usr/lib');
  for (const name of FIRMWARE) copyFileSync(join(debian, 'raspi-firmware', name), join(folder, name));
  copyBootLoader(join(debian, 'u-boot/rpi_arm64/u-boot.bin'), join(folder, 'u-boot.bin'));
  // The virtual board of the tests has its own, which waits as little.
  copyBootLoader(join(debian, 'u-boot/qemu_arm64/u-boot.bin'), join(work, 'virtual-u-boot.bin'));
  copyDeviceTrees(parts, folder);
  for (const name of ['config.txt', 'gpio.txt', 'settings-example.txt'])
    copyFileSync(join(here, 'boot', name), join(folder, name));
  run('dtc', ['-q', '-@', '-I', 'dts', '-O', 'dtb', '-o', join(folder, 'spi.dtbo'), join(here, 'boot/spi.dts')]);
  const env = { ...process.env, SOURCE_DATE_EPOCH: sourceDate() };
  run(
    'mkimage',
    ['-A', 'arm64', '-T', 'script', '-C', 'none', '-d', join(here, 'boot/boot.cmd'), join(folder, 'boot.scr')],
    { env },
  );
  writeFileSync(join(work, 'state.txt'), 'cur=A\ntry=0\ngood=A\n');
  // Both copies exist from the start, so that changing them never allocates anything.
  for (const name of ['state0.env', 'state1.env'])
    run('mkenvimage', ['-s', STATE_SIZE, '-o', join(folder, name), join(work, 'state.txt')]);
  return folder;
};

const makeKernel = (parts, work) => {
  const folder = emptyFolder(join(work, 'kernel'));
  copyFileSync(join(parts, 'Image.gz'), join(folder, 'Image.gz'));
  makeInitrd(parts, work, join(folder, 'initrd.zst'));
  return folder;
};

const makeData = (target, work) => {
  const folder = emptyFolder(join(work, 'data'));
  rmSync(target, { force: true });
  const options = `hash_seed=${DATA_ID},lazy_itable_init=0,lazy_journal_init=0,root_owner=0:0,resize=67108864`;
  const env = { ...process.env, E2FSPROGS_FAKE_TIME: sourceDate(), SOURCE_DATE_EPOCH: sourceDate() };
  run(
    'mke2fs',
    [
      '-q',
      '-t',
      'ext4',
      '-b',
      '4096',
      '-L',
      'flapbox-data',
      '-U',
      DATA_ID,
      '-E',
      options,
      '-d',
      folder,
      target,
      pins.disk.data,
    ],
    { env },
  );
};

const layout = () => `image card.img {
  hdimage { partition-table-type = "mbr" disk-signature = 0x${pins.disk.signature} extended-partition = 4 align = 1M }
  partition boot { partition-type = 0xC bootable = "true" image = "boot.vfat" }
  partition kernel_a { partition-type = 0xC image = "kernel.vfat" }
  partition kernel_b { partition-type = 0xC size = ${pins.disk.kernel} }
  partition root_a { partition-type = 0x83 image = "root.squashfs" size = ${pins.disk.root} }
  partition root_b { partition-type = 0x83 size = ${pins.disk.root} }
  partition data { partition-type = 0x83 image = "data.ext4" }
}
`;

/** Makes the partitions' contents in `work/parts`: `boot.vfat`, `kernel.vfat`, `data.ext4` beside the packed root. */
export const makePartitions = (parts, work) => {
  const folder = join(work, 'parts');
  mkdirSync(folder, { recursive: true });
  makeFat(join(folder, 'boot.vfat'), pins.disk.boot, 'FLAPBOX', 'f1a9b001', makeBoot(parts, work));
  makeFat(join(folder, 'kernel.vfat'), pins.disk.kernel, 'KERNEL', 'f1a9b002', makeKernel(parts, work));
  makeData(join(folder, 'data.ext4'), work);
  return folder;
};

/** Puts the partitions together into the card's image. Slot B stays empty until the first update. */
export const makeCard = (folder, work, target) => {
  writeFileSync(join(work, 'genimage.cfg'), layout());
  emptyFolder(join(work, 'empty'));
  rmSync(join(work, 'genimage'), { recursive: true, force: true });
  run('genimage', [
    '--rootpath',
    join(work, 'empty'),
    '--tmppath',
    join(work, 'genimage'),
    '--inputpath',
    folder,
    '--outputpath',
    join(work, 'card'),
    '--config',
    join(work, 'genimage.cfg'),
  ]);
  run('mv', [join(work, 'card/card.img'), target]);
  const size = statSync(target).size;
  truncateSync(target, Math.ceil(size / 1048576) * 1048576);
};
