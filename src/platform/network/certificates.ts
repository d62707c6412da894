import { X509Certificate } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { sentenceOf } from '../../core/sentence.ts';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** Bytes of a file that are looked at: bundles of a whole system are a quarter of that. */
const LARGEST_BYTES = 1024 * 1024;

const readStart = (path: string): string => {
  let file: number | undefined;
  try {
    // Anything but a file, such as a pipe, could block the reader.
    if (!statSync(path).isFile()) throw new Error('not a file');
    file = openSync(path, 'r');
    const bytes = Buffer.alloc(LARGEST_BYTES);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, LARGEST_BYTES, 0));
  } catch {
    throw new Error('there is no such file that can be read');
  } finally {
    if (file !== undefined) closeSync(file);
  }
};

const isCertificate = (block: string): boolean => {
  try {
    return new X509Certificate(block).subject !== null;
  } catch {
    return false;
  }
};

/**
 * The certificates of authorities that an owner trusts, in PEM: the text itself, or an absolute path of a file with it.
 * Throws an `Error` that says what is wrong; the path is not part of it.
 */
export const readCertificates = (source: string): string => {
  const trimmed = source.trim();
  const isText = trimmed.includes('-----BEGIN');
  if (!isText && !isAbsolute(trimmed))
    throw new Error('expected a certificate in PEM form, or the absolute path of a file with one');
  const blocks = (isText ? trimmed : readStart(trimmed)).match(BLOCK) ?? [];
  if (blocks.length === 0)
    throw new Error(isText ? 'this is not a certificate in PEM form' : 'the file holds no certificate in PEM form');
  const wrong = blocks.findIndex((block) => !isCertificate(block));
  if (wrong >= 0)
    throw new Error(
      blocks.length === 1
        ? 'the certificate cannot be read'
        : `certificate ${wrong + 1} of ${blocks.length} cannot be read`,
    );
  return blocks.join('\n');
};

/**
 * What a TLS connection is given to trust `source` alone; nothing for an empty one. Throws an `Error` for the owner.
 * The file is read each time: it is replaced when certificates are renewed.
 */
export const trustOf = (source: string | null | undefined): { ca?: string } => {
  if (!source) return {};
  try {
    return { ca: readCertificates(source) };
  } catch (error) {
    throw new Error(`The certificate for the broker cannot be used: ${sentenceOf(error, 'it cannot be read')}.`, {
      cause: error,
    });
  }
};
