import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import { Secret } from '../../src/model/text/secret.ts';
import { createUpstream, type RequestContext, type Upstream, type UpstreamOptions } from '../../src/upstream/client.ts';
import { certificate, key } from '../../src/sandbox/certificate.ts';

/** What a stand-in was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly contentType: string;
  readonly body: string;
}

export interface Service extends AsyncDisposable {
  readonly baseUrl: URL;
  readonly asked: readonly Asked[];
}

export type Answerer = (response: ServerResponse, asked: Asked) => void;

async function listen(server: Server | SecureServer, scheme: string, asked: readonly Asked[]): Promise<Service> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return {
    baseUrl: new URL(`${scheme}://127.0.0.1:${address.port}/reporting`),
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listener(answer: Answerer, asked: Asked[]): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const { authorization = '', 'content-type': contentType = '' } = headers;
      const entry = { method, url, authorization, contentType, body };
      asked.push(entry);
      answer(response, entry);
    });
  };
}

/** A stand-in on a real socket. It is stopped at the end of the block that holds it. */
export function startService(answer: Answerer): Promise<Service> {
  const asked: Asked[] = [];
  return listen(createServer(listener(answer, asked)), 'http', asked);
}

/** The same behind a certificate that no authority has signed. */
export function startSecureService(answer: Answerer): Promise<Service> {
  const asked: Asked[] = [];
  return listen(createSecureServer({ key, cert: certificate }, listener(answer, asked)), 'https', asked);
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  content: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(content));
}

/** The error body of the specification, section 7. */
export function errors(...entries: { code: number; message: string }[]): unknown {
  return { error: entries };
}

export const PASSWORD = 'canary-password-4711';

/** A client that is closed at the end of the block that holds it. */
export function clientOf(baseUrl: URL, options: Partial<UpstreamOptions> = {}): Upstream & AsyncDisposable {
  const upstream = createUpstream({
    baseUrl,
    email: 'ann@example.com',
    password: new Secret(PASSWORD),
    requestsPerMinute: 1000,
    ...options,
  });
  return { ...upstream, [Symbol.asyncDispose]: () => upstream.close() };
}

/** Nobody cancels, and there is all the time in the world. */
export function patient(): RequestContext {
  return { signal: new AbortController().signal };
}
