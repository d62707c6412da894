import type { IncomingHttpHeaders } from 'node:http';
import { open, type FileHandle } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { accepts } from '../wire/compression.ts';
import { replyEmpty, replyStream, type Reply, type ReplyHeaders } from '../reply.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
};

interface Variant {
  readonly handle: FileHandle;
  readonly size: number;
  readonly etag: string;
  readonly encoding: string | null;
  /** Whether it lies there compressed and is sent as it was: its size is not known beforehand. */
  readonly isUnpacked: boolean;
}

const openVariant = async (path: string, encoding: string | null, isUnpacked = false): Promise<Variant | null> => {
  const handle = await open(path).catch(() => null);
  if (!handle) return null;
  const stat = await handle.stat().catch(async (error: unknown) => {
    await handle.close();
    throw error;
  });
  if (stat.isFile()) {
    return {
      handle,
      size: stat.size,
      etag: `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}${encoding ? `-${encoding}` : ''}"`,
      encoding,
      isUnpacked,
    };
  }
  await handle.close();
  return null;
};

const openBest = async (path: string, accepted: string): Promise<Variant | null> => {
  const packed = `${path}.gz`;
  const variant = accepts(accepted, 'gzip') ? await openVariant(packed, 'gzip') : null;
  return variant ?? (await openVariant(path, null)) ?? openVariant(packed, null, true);
};

/** Whether a header `If-None-Match` names a tag. */
export const matchesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

const unpacked = (handle: FileHandle): Readable => {
  const { createGunzip } = require('node:zlib') as typeof import('node:zlib');
  const source = handle.createReadStream();
  const plain = createGunzip();
  source.once('error', (error) => plain.destroy(error));
  plain.once('close', () => source.destroy());
  return source.pipe(plain);
};

/**
 * Streams a file from the disk, compressed where it lies there so (`.gz`) and the client accepts that, else as it is
 * (what lies there as `.gz` alone is unpacked on the way), or answers 304. Null when there is no such file. The name
 * must have been checked: it is joined to the folder as it is.
 */
export const fileReply = async (
  folder: string,
  name: string,
  request: IncomingHttpHeaders,
  headers: ReplyHeaders = {},
): Promise<Reply | null> => {
  const variant = await openBest(join(folder, name), String(request['accept-encoding'] ?? ''));
  if (!variant) return null;
  const common = { Vary: 'Accept-Encoding', 'Cache-Control': 'no-cache', ...headers, ETag: variant.etag };
  if (matchesTag(request['if-none-match'], variant.etag)) {
    await variant.handle.close();
    return replyEmpty(304, common);
  }
  const { handle, isUnpacked } = variant;
  return replyStream(200, isUnpacked ? unpacked(handle) : handle.createReadStream(), {
    ...common,
    'Content-Type': TYPES[extname(name).toLowerCase()] ?? 'application/octet-stream',
    ...(isUnpacked ? {} : { 'Content-Length': String(variant.size) }),
    ...(variant.encoding ? { 'Content-Encoding': variant.encoding } : {}),
  });
};
