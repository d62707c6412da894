import { isIP, type LookupFunction } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { isOwnAddress } from '../../platform/network/net.ts';
import { NetError, type Connect } from '../../platform/network/exchange.ts';
import { CertificateError } from './home-certificate.ts';
import { isInHouse } from './reach.ts';

const SILENCE_MS = 10_000;

const isAtHome = ({ remoteAddress = '' }: TLSSocket): boolean => {
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) !== 0 && (isInHouse(address) || isOwnAddress(address));
};

/** Why a connection is not used; null when the certificate is a public one, or that which the owner accepted. */
const refusalOf = (socket: TLSSocket, url: URL, accepted: string | undefined): Error | null => {
  if (socket.authorized) return null;
  const { fingerprint256 = '' } = socket.getPeerCertificate();
  if (fingerprint256 !== '' && fingerprint256 === accepted) return null;
  return isAtHome(socket)
    ? new CertificateError(url, fingerprint256, accepted !== undefined)
    : new NetError(`the certificate of ${url.host} is not valid`);
};

/**
 * Connects to a device at home, whose certificate may be one of its own. Nothing is sent before its fingerprint was
 * found to be the accepted one.
 */
export const connectAtHome =
  (url: URL, accepted: string | undefined, lookup: LookupFunction | undefined): Connect =>
  (done) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false,
      ...(lookup ? { lookup } : {}),
    });
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new NetError('the server does not answer')));
    socket.once('error', done);
    socket.once('secureConnect', () => {
      socket.off('error', done);
      const refusal = refusalOf(socket, url, accepted);
      if (!refusal) return done(null, socket);
      socket.destroy();
      done(refusal);
    });
  };
