import type { IncomingMessage } from 'node:http';
import type { Context, Env } from 'hono';
import { cors } from 'hono/cors';
import { errorResponse } from '../responses.ts';
import { Hosts, isLoopback, LOOPBACK_NAMES, type ReachSettings } from './hosts.ts';
import { Proxies } from './proxies.ts';

/** For how long a browser need not ask again, in seconds. */
const MAX_AGE = 600;

/** Who may reach a server: under which names, from which pages, through which proxies. */
export class Reach {
  readonly proxies: Proxies;
  readonly #hosts: Hosts;
  /** The origins of web pages that may ask, as browsers send them: scheme, host and port. */
  readonly #origins: ReadonlySet<string>;
  /** Whether pages of this machine, on whichever port, may ask. */
  readonly #isOfThisMachine: boolean;
  readonly #listed = cors({
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST', 'DELETE'],
    exposeHeaders: ['Mcp-Session-Id', 'Mcp-Protocol-Version', 'WWW-Authenticate', 'Retry-After'],
    maxAge: MAX_AGE,
  });

  constructor(settings: ReachSettings) {
    const { host, public_url: publicUrl, allowed_origins: origins = [], trusted_proxies: proxies = [] } = settings;
    const ofProxy = publicUrl === undefined ? [] : [publicUrl.origin];
    this.proxies = new Proxies(proxies);
    this.#hosts = new Hosts(settings);
    this.#origins = new Set([...ofProxy, ...origins].map((origin) => origin.toLowerCase()));
    this.#isOfThisMachine = isLoopback(host);
  }

  /**
   * Refuses a request under a name that is not the server's, as that of a web page is which has its own name point here, and
   * one of a page whose origin nobody has allowed. Returns nothing where it may be answered.
   */
  misdirected({ headers }: Request, { url = '', socket }: IncomingMessage): Response | undefined {
    // A target may have a host of its own, and a proxy says which one it was asked by: none of them may be another's.
    const names = [
      headers.get('host'),
      ...(url.startsWith('/') ? [] : [URL.parse(url)?.host ?? '']),
      ...(this.proxies.includes(socket.remoteAddress) ? this.proxies.hostsOf(headers) : []),
    ];
    if (!names.every((name) => this.#hosts.allow(name))) return errorResponse(403, -32_000, OTHER_HOST);
    return this.#allows(headers.get('origin')) ? undefined : errorResponse(403, -32_000, OTHER_ORIGIN);
  }

  /**
   * Lets the pages of listed origins send requests with any header, `Authorization` and `Mcp-…` among them, and read the answers.
   * A page of any other origin is told nothing, so that its browser keeps it away.
   */
  async withOrigin<Bound extends Env>(
    context: Context<Bound, string>,
    answer: () => Promise<Response> | Response,
  ): Promise<Response> {
    const origin = context.req.raw.headers.get('origin');
    if (origin === null || !this.#origins.has(origin.toLowerCase())) return answer();
    const preflight = await this.#listed(context, async () => {
      context.res = await answer();
    });
    return preflight ?? context.res;
  }

  /** Whether a request with this Origin header may be answered. Programs send none. Anything but an origin in its usual form may not, nor may two. */
  #allows(header: string | null): boolean {
    if (header === null || this.#origins.has(header.toLowerCase())) return true;
    const origin = this.#isOfThisMachine ? URL.parse(header) : null;
    return (
      origin !== null &&
      /^https?:$/.test(origin.protocol) &&
      LOOPBACK_NAMES.includes(origin.hostname) &&
      // A path, a login or a query would be left out of this.
      header.toLowerCase() === origin.origin
    );
  }
}

const OTHER_HOST =
  'This server does not answer under that host name. The settings public_url and allowed_hosts add names.';
const OTHER_ORIGIN = 'Pages of that origin may not ask this server. The setting allowed_origins adds origins.';
