import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readCertificates, trustOf } from '../../src/platform/network/certificates.ts';

const test = suite('platform/certificates');

const [ONE = '', OTHER = ''] = rootCertificates;
const BROKEN = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';

for (const none of ['', null, undefined])
  test(`${JSON.stringify(none) ?? 'an absent one'} trusts the usual authorities`, () =>
    assert.equal(trustOf(none), {}));

test('a certificate as text is what a connection trusts', () => assert.equal(trustOf(ONE), { ca: ONE }));

test('text around certificates is left out', () =>
  assert.is(readCertificates(` a note\n${ONE}\nanother\n${OTHER}\n`), `${ONE}\n${OTHER}`));

test('an absolute path names a file, which is read each time', () => {
  const path = join(tmpdir(), `certificates-${process.pid}.pem`);
  try {
    writeFileSync(path, ONE);
    assert.equal(trustOf(path), { ca: ONE });
    writeFileSync(path, OTHER);
    assert.equal(trustOf(path), { ca: OTHER });
  } finally {
    rmSync(path);
  }
});

test('of a file its first MiB is looked at', () => {
  const path = join(tmpdir(), `long-certificates-${process.pid}.pem`);
  try {
    writeFileSync(path, '\n'.repeat(2 ** 20 - ONE.length) + ONE + OTHER);
    assert.is(readCertificates(path), ONE);
    writeFileSync(path, '\n'.repeat(2 ** 20 - ONE.length + 1) + ONE);
    assert.throws(() => readCertificates(path), /^the file holds no certificate in PEM form$/);
  } finally {
    rmSync(path);
  }
});

for (const [name, source, expected] of [
  ['a relative path', 'ca.pem', /^expected a certificate in PEM form, or the absolute path/],
  ['no file', '/nonexistent/ca.pem', /there is no such file that can be read/],
  ['a folder', tmpdir(), /there is no such file that can be read|not a file/],
  ['text without an end', '-----BEGIN CERTIFICATE-----\nAAAA', /^this is not a certificate in PEM form$/],
  ['a broken certificate', BROKEN, /^the certificate cannot be read$/],
  ['a broken one of two', `${ONE}\n${BROKEN}`, /^certificate 2 of 2 cannot be read$/],
] as const)
  test(`${name} is refused with a sentence`, () => {
    assert.throws(
      () => readCertificates(source),
      (error: unknown) => error instanceof Error && expected.test(error.message),
    );
    assert.throws(
      () => trustOf(source),
      (error: unknown) =>
        error instanceof Error &&
        error.message.startsWith('The certificate for the broker cannot be used: ') &&
        !error.message.includes('/nonexistent'),
    );
  });

test.run();
