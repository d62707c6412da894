import { sentenceOf } from '../../core/sentence.ts';
import { Fault } from '../../fault.ts';
import { readCertificates } from '../../platform/network/certificates.ts';

/**
 * Throws 400, with the name of the field, for what is neither a certificate nor the path of a file with one; nothing at
 * all is fine.
 */
export const requireCertificates = (name: string, source: string | null | undefined): void => {
  if (!source) return;
  try {
    readCertificates(source);
  } catch (error) {
    throw new Fault(400, `${name}: ${sentenceOf(error, 'it cannot be read')}.`);
  }
};
