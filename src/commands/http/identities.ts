import type { Values } from '../../config/settings.ts';
import { BearerIdentities } from '../../http/identity/bearer.ts';
import { endpointAt, ResourceMetadata } from '../../http/identity/resource-metadata.ts';
import { MadeTokens } from '../../http/identity/tokens.ts';
import type { TokenRegister } from '../../model/access-token.ts';
import type { AccountName } from '../../model/caller.ts';
import { ArchiveUnavailable, ArchiveUnusable, InvalidConfiguration } from '../../model/errors.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Log } from '../log.ts';

type OAuthSettings = Pick<Values, 'oauth_issuer' | 'oauth_audience' | 'oauth_jwks_url' | 'public_url' | 'ca_file'>;

export interface IdentitySources {
  /** The tokens in the archive of the first account; absent where that is in memory. */
  readonly tokens: TokenRegister | undefined;
  readonly settings: OAuthSettings;
  /** The accounts of the settings. */
  readonly accounts: readonly AccountName[];
  /** Whether other machines reach the server: by the address that it listens on, or through a proxy. */
  readonly isReachedFromElsewhere: boolean;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'failure'>;
}

/** The identities of a server, until it ends. */
export interface OpenIdentities {
  readonly identities: BearerIdentities;
  /** Whose tokens are taken, in a line for the person who starts the server. */
  readonly words: string;
  readonly close: () => Promise<void>;
}

/**
 * Wires the identities of callers over HTTP. Where other machines reach the server, or there is an issuer, nobody is answered without a
 * token; else nobody is asked for one before the first is made. Throws InvalidConfiguration where other machines reach the server
 * and nobody could be answered.
 */
export async function openIdentities(sources: IdentitySources): Promise<OpenIdentities> {
  const { tokens, settings, accounts, isReachedFromElsewhere, clock, log } = sources;
  const { warn, failure } = log;
  const statics = mapKnown(tokens, (register) => new MadeTokens({ register, clock, warn, failed: failure }));
  const issuer = await issuerOf(settings, clock);
  const identities = new BearerIdentities({
    tokens: statics,
    issuer,
    metadata: new ResourceMetadata(settings.public_url, settings.oauth_issuer),
    isRequired: isReachedFromElsewhere,
    accounts,
    clock,
    onBug: failure,
  });
  if (isReachedFromElsewhere && issuer === undefined) await refuseWithoutTokens(statics);
  const words = await wordsOf(identities, sources);
  return { identities, words, close: async () => issuer?.close() };
}

async function wordsOf(
  identities: BearerIdentities,
  { tokens, settings: { oauth_issuer: issuer } }: IdentitySources,
): Promise<string> {
  const areOn = await identities.areOn().catch((error: unknown) => {
    if (error instanceof ArchiveUnusable) return undefined;
    throw error;
  });
  const kinds = [
    ...(tokens === undefined ? [] : ['one made by token create']),
    ...(issuer === undefined ? [] : [`an access token of ${issuer}`]),
  ];
  if (areOn === true) return `Every request needs a token: ${kinds.join(', or ')}.`;
  if (areOn === undefined) return 'No request is answered before the archive can say whether there are tokens.';
  return tokens === undefined
    ? 'No request needs a token: this machine alone reaches the server.'
    : 'No request needs a token: this machine alone reaches the server. Once there is one (token create), every request does.';
}

/** Loaded only where there is an issuer. */
async function issuerOf({ oauth_issuer: issuer, public_url: publicUrl, ...settings }: OAuthSettings, clock: Clock) {
  if (issuer === undefined) return undefined;
  const aud = settings.oauth_audience ?? mapKnown(publicUrl, (url) => endpointAt(url).href);
  if (aud === undefined) {
    throw new InvalidConfiguration(
      'An OAuth issuer is set, but not for whom its tokens have to be.',
      'Set public_url to the address by which clients reach this server, or oauth_audience to what the claim aud of the tokens holds.',
    );
  }
  const { Issuer } = await import('../../http/identity/issuer.ts');
  return new Issuer(
    omitUndefined({ issuer, audiences: [aud] as const, jwksUrl: settings.oauth_jwks_url, ca: settings.ca_file }),
    clock,
  );
}

/** Who starts a server for others without any token has forgotten something. With PostgreSQL away it is not known: then each caller is told. */
async function refuseWithoutTokens(tokens: MadeTokens | undefined): Promise<void> {
  try {
    if ((await tokens?.areThere()) === true) return;
  } catch (error) {
    if (error instanceof ArchiveUnavailable) return;
    throw error;
  }
  throw new InvalidConfiguration(
    trusted`Other machines reach this server, and nobody could be answered: ${
      tokens === undefined
        ? trusted`an archive in memory keeps no tokens, and no OAuth issuer is set`
        : trusted`there is no token, and no OAuth issuer is set`
    }.`,
    tokens === undefined
      ? 'Name an archive that stays (--archive) and make a token: chat-operations-mcp token create --name NAME --scopes chats:read. Or set oauth_issuer. Or let this machine alone reach it: --host 127.0.0.1, without public_url, allowed_hosts and trusted_proxies.'
      : 'Make a token: chat-operations-mcp token create --name NAME --scopes chats:read. Or set oauth_issuer. Or let this machine alone reach it: --host 127.0.0.1, without public_url, allowed_hosts and trusted_proxies.',
  );
}
