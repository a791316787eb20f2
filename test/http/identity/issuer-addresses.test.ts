import dns from 'node:dns';
import { createServer } from 'node:net';
import { assert, integer, property, tuple } from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isPublicAddress } from '../../../src/http/identity/public-addresses.ts';
import { containing } from '../../support/matchers.ts';
import { refusalIn, startIdentified } from './identified-server.ts';
import { AUDIENCE, startIssuer } from './issuer-stand-in.ts';

// Whoever changes an issuer's metadata must not make this server call what only this server reaches.

const PRIVATE = 'its metadata name keys at a private address; if they are right, set oauth_jwks_url to that address';

async function start() {
  const issuer = await startIssuer();
  const { sendToken, clock } = await startIdentified({ issuer: { issuer: issuer.url, audiences: [AUDIENCE] } });
  /** Why the keys at an address that the metadata name are not read. */
  const refusalOf = async (keys: string) => {
    issuer.metadata = new Map([['jwks_uri', keys]]);
    clock.now += 5000;
    return refusalIn(await sendToken(await issuer.signed()));
  };
  return { refusalOf };
}

/** Something on this machine that counts who comes. */
async function startListener() {
  const seen = { port: 0, connections: 0 };
  const server = createServer((socket) => {
    seen.connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  const address = server.address();
  if (typeof address === 'object' && address !== null) seen.port = address.port;
  return seen;
}

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  '[::ffff:127.0.0.1]',
])('H5: metadata cannot make this server connect to itself, spelled %s', async (host) => {
  const listener = await startListener();
  const { refusalOf } = await start();
  expect(await refusalOf(`https://${host}:${listener.port}/keys`)).toMatchObject({
    status: 503,
    words: containing(`and ${PRIVATE}.`),
  });
  expect(listener.connections).toBe(0);
});

test.each([
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[::1]',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::10.1.2.3]',
  '[2002:7f00:1::]',
  'keys.localhost',
  'printer.local',
  'metadata.google.internal',
])('H5: metadata cannot name keys at %s', async (host) => {
  const { refusalOf } = await start();
  expect(await refusalOf(`https://${host}/keys`)).toMatchObject({ status: 503, words: containing(`and ${PRIVATE}.`) });
});

test('H5: metadata cannot name another port of this machine over HTTP, where the issuer is', async () => {
  const listener = await startListener();
  const { refusalOf } = await start();
  expect(await refusalOf(`http://127.0.0.1:${listener.port}/keys`)).toMatchObject({
    status: 503,
    words: containing('and its keys are at an address without HTTPS.'),
  });
  expect(listener.connections).toBe(0);
});

test.each(['127.0.0.1', '10.0.0.1', 'fe80::1%2', '::1'])(
  'H5: a name that resolves to %s is not connected to, whatever other addresses it has',
  async (address) => {
    const listener = await startListener();
    const { refusalOf } = await start();
    const hidden = { address, family: address.includes(':') ? 6 : 4 };
    for (const addresses of [[hidden], [{ address: '203.0.113.7', family: 4 }, hidden]]) {
      resolveAllNamesTo(addresses);
      expect(await refusalOf(`https://keys.example.com:${listener.port}/keys`)).toMatchObject({
        status: 503,
        words: containing(`and ${PRIVATE}.`),
      });
    }
    expect(listener.connections).toBe(0);
  },
);

/** Stands in for the resolver of the machine until the test ends. */
function resolveAllNamesTo(addresses: readonly dns.LookupAddress[]): void {
  const resolver = vi.spyOn(dns, 'lookup').mockImplementation((...given: readonly unknown[]) => {
    const done = given.at(-1);
    if (typeof done === 'function') Reflect.apply(done, undefined, [null, addresses]);
  });
  onTestFinished(() => resolver.mockRestore());
}

test('keys at the origin of the issuer, or where the settings say, are read from this machine, too', async () => {
  const issuer = await startIssuer();
  const elsewhere = await startIssuer();
  elsewhere.keys = issuer.keys;
  const settings = { issuer: issuer.url, audiences: [AUDIENCE] as const };
  const own = await startIdentified({ issuer: settings });
  expect(await own.whoIs(await issuer.signed())).toMatchObject({ id: 'oauth:ana' });
  const named = await startIdentified({ issuer: { ...settings, jwksUrl: new URL('/keys', elsewhere.url) } });
  expect(await named.whoIs(await issuer.signed())).toMatchObject({ id: 'oauth:ana' });
  expect(elsewhere.asked).toEqual(['/keys']);
});

test('an IPv4 address is public exactly if it is outside the networks for private use, in whatever form it is embedded', () => {
  const byte = integer({ min: 0, max: 255 });
  assert(
    property(tuple(byte, byte, byte, byte), ([a, b, c, d]) => {
      const isPrivate =
        [0, 10, 127].includes(a) ||
        a >= 224 ||
        (a === 100 && b >= 64 && b < 128) ||
        (a === 169 && b === 254) ||
        (a === 172 && b >= 16 && b < 32) ||
        (a === 192 && (b === 168 || (b === 0 && c === 0))) ||
        (a === 198 && (b === 18 || b === 19));
      const address = [a, b, c, d].join('.');
      expect(isPublicAddress(address)).toBe(!isPrivate);
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(!isPrivate);
      expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
    }),
  );
  for (const address of ['2606:4700::1111', '2a00:1450:4001::200e']) expect(isPublicAddress(address)).toBe(true);
  for (const address of ['', 'keys.example.com', '1.2.3', 'ff02::1', '64:ff9b:1::1']) {
    expect(isPublicAddress(address)).toBe(false);
  }
});
