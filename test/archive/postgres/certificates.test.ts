import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/archive/store.ts';
import { authority, expired, good, leafKey, ofAnotherHost } from '../../upstream/authority.ts';

// The TLS of a database server that is not what it has to be, which is said as that: an archive with another certificate is not damaged.

/** A server that takes the request for TLS, as PostgreSQL does, and ends whatever comes over it. */
async function secured(cert: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key: leafKey, cert })
        .on('error', () => undefined)
        .on('data', () => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const owner = { origin: 'https://desk.example.com', login: 'ann@example.com' };

test.each([
  ['of an authority that nobody knows', good, false, 'the certificate of its server is not trusted'],
  ['that is expired', expired, true, 'the certificate of its server is expired'],
  ['for another host', ofAnotherHost, true, 'the certificate of its server is for another name'],
  // Nothing is wrong with it, so that the above is said of nothing else.
  ['that is right', good, true, 'its server cannot be reached'],
])('a certificate %s', async (_what, cert, isKnown, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'authority.pem');
  await writeFile(file, authority);
  const known = isKnown ? `&sslrootcert=${file}` : '';
  const opening = openStore(
    `postgres://ann:secret@127.0.0.1:${await secured(cert)}/desk?sslmode=verify-full${known}`,
    owner,
  );
  await expect(opening).rejects.toThrow(words);
  await expect(opening).rejects.not.toThrow(/damaged|authority\.pem|secret/);
});
