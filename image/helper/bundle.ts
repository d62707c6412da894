import { type KeyObject, verify } from 'node:crypto';
import { parseJson } from '../../src/core/json.ts';
import { isRecord } from '../../src/core/record.ts';
import type { ByteReader } from './byte-reader.ts';
import type { Part } from './card.ts';
import { Refusal } from './refusal.ts';

/** One part of a bundle: its bytes on the card, and how they are packed in the file. */
export interface BundlePart {
  readonly name: Part;
  readonly size: number;
  readonly sha256: string;
  readonly packing: 'none' | 'gzip';
  readonly packed_size: number;
}

/** What a bundle says of itself, signed. */
export interface Manifest {
  readonly product: 'flapbox';
  readonly format: 1;
  readonly architecture: 'arm64';
  readonly version: string;
  readonly built_at: string;
  readonly parts: readonly BundlePart[];
}

const FIRST_LINE = 'flapbox-update';
const LONGEST_LINE = 16_384;

const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

const isPart = (value: unknown): value is BundlePart =>
  isRecord(value) &&
  isSize(value['size']) &&
  isSize(value['packed_size']) &&
  /^[0-9a-f]{64}$/.test(String(value['sha256'])) &&
  (value['packing'] === 'gzip' || (value['packing'] === 'none' && value['packed_size'] === value['size']));

const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  value['product'] === 'flapbox' &&
  value['format'] === 1 &&
  value['architecture'] === 'arm64' &&
  /^[0-9A-Za-z.+-]{1,40}$/.test(String(value['version'])) &&
  Number.isFinite(Date.parse(String(value['built_at']))) &&
  Array.isArray(value['parts']) &&
  value['parts'].every(isPart) &&
  value['parts'].map(({ name }) => name).join() === 'kernel,root';

/**
 * Reads the beginning of a bundle up to its first part. Refuses what is no bundle (`not-an-update`), what none of the
 * keys has signed (`not-signed`), and what is meant for something else (`not-for-this`); the signature is checked
 * before anything it covers is looked at.
 */
export const readManifest = async (reader: ByteReader, keys: readonly KeyObject[]): Promise<Manifest> => {
  if ((await reader.line(LONGEST_LINE)).toString() !== FIRST_LINE)
    throw new Refusal('not-an-update', 'The file is no update of flapbox.');
  const text = Buffer.from(await reader.line(LONGEST_LINE));
  const signature = Buffer.from((await reader.line(LONGEST_LINE)).toString(), 'base64');
  if (!keys.some((key) => verify(null, text, key, signature)))
    throw new Refusal('not-signed', 'The update is not signed by the maker of this card.');
  const manifest = parseJson(text.toString());
  if (!isManifest(manifest)) throw new Refusal('not-for-this', 'The update is meant for another kind of appliance.');
  return manifest;
};
