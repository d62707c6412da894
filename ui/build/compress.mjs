import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Writes FILE.gz beside a file, so that serving it costs no processor time: browsers take brotli over HTTPS only. */
export const compress = async (file) => {
  const bytes = await readFile(file);
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
};

/** Leaves FILE.gz in place of a file; whoever takes it no other way has it unpacked by the service. */
export const pack = async (file) => {
  await compress(file);
  await rm(file);
};
