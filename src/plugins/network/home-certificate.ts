import { NetError } from '../../platform/network/exchange.ts';

/** A device at home shows a certificate that nobody vouches for and that its owner has not accepted. */
export class CertificateError extends NetError {
  readonly origin: string;
  readonly sha256: string;

  constructor({ host, origin }: URL, sha256: string, hasChanged: boolean) {
    super(
      hasChanged
        ? `${host} shows another certificate than the one that you accepted: accept the new one (SHA-256 ${sha256}) in ` +
            'the settings of this source when the device was renewed or reset; otherwise somebody else may answer for it'
        : `${host} has a certificate of its own (SHA-256 ${sha256}): compare it with what the device says, and accept ` +
            'it in the settings of this source',
    );
    this.origin = origin;
    this.sha256 = sha256;
  }
}
