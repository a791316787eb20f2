import { getOAuthProtectedResourceMetadataUrl } from '@modelcontextprotocol/server';
import { USUAL_SCOPES } from './claims.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
/** Where the protocol is spoken. */
const ENDPOINT = '/mcp';

/** Returns the address of the protocol's endpoint below the one under which clients reach this server. */
export function endpointAt(publicUrl: URL): URL {
  const endpoint = new URL(publicUrl);
  endpoint.pathname = publicUrl.pathname.replace(/\/+$/, '') + ENDPOINT;
  return endpoint;
}

/** What tells clients who gives out tokens for this server (RFC 9728). */
export class ResourceMetadata {
  readonly #publicUrl: URL | undefined;
  readonly #issuer: string | undefined;

  /**
   * @param publicUrl the address under which clients reach this server, without the endpoint; where it is not given, that of each request
   * @param issuer the authorization server; none where people are given tokens by hand
   */
  constructor(publicUrl: URL | undefined, issuer: string | undefined) {
    this.#publicUrl = publicUrl;
    this.#issuer = issuer;
  }

  /** The address of the document, as a challenge names it. */
  addressFor(request: Request): string {
    return getOAuthProtectedResourceMetadataUrl(this.#resource(request));
  }

  /** Answers a GET request for the document, with or without the path of the endpoint behind it; undefined for any other. */
  answer(request: Request): Response | undefined {
    const { pathname } = new URL(request.url);
    const paths = [WELL_KNOWN, WELL_KNOWN + ENDPOINT, new URL(this.addressFor(request)).pathname];
    if (!paths.includes(pathname)) return undefined;
    return Response.json({
      resource: this.#resource(request).href,
      ...(this.#issuer !== undefined && { authorization_servers: [this.#issuer] }),
      scopes_supported: USUAL_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Live-chat support desk',
    });
  }

  #resource({ url }: Request): URL {
    if (this.#publicUrl === undefined) return new URL(ENDPOINT, url);
    return endpointAt(this.#publicUrl);
  }
}
