import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { onTestFinished } from 'vitest';
import { NOW } from './identified-server.ts';

// What an authorization server shows of itself, and tokens that it never gave out in this form.

export const AUDIENCE = 'https://desk.example.com/mcp';

/** A key pair of an issuer, by its id. */
export interface Key {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function keyOf(kid: string, alg = 'ES256'): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** Starts an issuer until the test ends. Tests change what it answers. */
export async function startIssuer(path = '') {
  const first = await keyOf('first');
  const issuer = {
    url: '',
    /** The keys that it shows. */
    keys: [first],
    first,
    /** The documents that were asked for. */
    asked: new Array<string>(),
    /** All that was sent to it. */
    seen: new Array<string>(),
    /** Answers in place of the document. */
    replace: (_path: string, _response: ServerResponse): boolean => false,
    metadata: new Map<string, unknown>(),
  };
  const server = createServer((request, response) => {
    const asked = request.url ?? '';
    issuer.asked.push(asked);
    issuer.seen.push(asked, ...request.rawHeaders);
    if (issuer.replace(asked, response)) return;
    if (asked === '/keys') {
      response.end(JSON.stringify({ keys: issuer.keys.map(({ publicJwk }) => publicJwk) }));
    } else if (asked === `${path}/.well-known/openid-configuration`) {
      response.end(
        JSON.stringify({
          issuer: issuer.url,
          jwks_uri: `${new URL(issuer.url).origin}/keys`,
          ...Object.fromEntries(issuer.metadata),
        }),
      );
    } else {
      response.writeHead(404).end('Not here');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  issuer.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${path}`;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  /** Signs claims that are right, but for those given; one that is `undefined` is left out. */
  const signed = (
    claims: Readonly<Record<string, unknown>> = {},
    { kid, alg, privateKey }: Key = issuer.first,
    header: Readonly<Record<string, unknown>> = { typ: 'at+jwt' },
  ): Promise<string> => {
    const usual = { iss: issuer.url, aud: AUDIENCE, sub: 'ana', scope: 'chats:read offline:read' };
    const times = { iat: NOW / 1000, exp: NOW / 1000 + 300 };
    const given = Object.entries({ ...usual, ...times, ...claims }).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(given)).setProtectedHeader({ alg, kid, ...header }).sign(privateKey);
  };
  return Object.assign(issuer, { signed });
}
