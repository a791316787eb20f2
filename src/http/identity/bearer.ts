import { LOCAL_CALLER, type AccountName, type Caller, type Scope } from '../../model/caller.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { after, seconds, secondsBetween, type Clock, type EpochMillis, type Seconds } from '../../model/time/units.ts';
import { callerOf } from './claims.ts';
import { denied, type Denial } from './denial.ts';
import type { Identified, Identities } from './identities.ts';
import type { Issuer } from './issuer.ts';
import type { ResourceMetadata } from './resource-metadata.ts';
import { MadeTokens } from './tokens.ts';

export interface BearerOptions {
  /** Absent where the archive keeps none: it is in memory. */
  readonly tokens: MadeTokens | undefined;
  readonly issuer: Issuer | undefined;
  readonly metadata: ResourceMetadata;
  /** Whether nobody is answered without a token even where there is none yet. */
  readonly isRequired: boolean;
  /** The accounts of this server. */
  readonly accounts: readonly AccountName[];
  readonly clock: Clock;
  /** Takes what is thrown and is none of our own errors. */
  readonly onBug: (error: unknown) => void;
}

/**
 * Tells callers by bearer tokens: those that people made here, and those of an authorization server. Where they are not required,
 * everybody is the local caller until the first token is made; from then on nobody is, even when all are revoked.
 */
export class BearerIdentities implements Identities {
  readonly #options: BearerOptions;
  readonly #guesses: Guesses;
  #areOn: boolean;

  constructor(options: BearerOptions) {
    this.#options = options;
    this.#guesses = new Guesses(options.clock);
    this.#areOn = options.isRequired || options.issuer !== undefined;
  }

  /** Whether callers are asked for a token. Throws ArchiveUnusable. */
  async areOn(): Promise<boolean> {
    this.#areOn ||= (await this.#options.tokens?.wasAnyMade()) === true;
    return this.#areOn;
  }

  async identify(request: Request, peer: string): Promise<Identified> {
    const judged = await this.#judged(request, peer).catch((error: unknown): Denial => {
      if (!(error instanceof ArchiveUnusable)) this.#options.onBug(error);
      return { kind: 'unknown', words: NO_ARCHIVE, after: seconds(5) };
    });
    return 'id' in judged ? { caller: judged } : { refused: this.#denied(request, judged) };
  }

  lacking(request: Request, scopes: readonly [Scope, ...Scope[]]): Response {
    const [needed, one] = scopes.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
    const words = `This needs the ${needed} ${scopes.join(', ')}, which the token does not have. Ask the operator for a token that has ${one}.`;
    return this.#denied(request, { kind: 'lacking', words, scopes });
  }

  metadata(request: Request): Response | undefined {
    return this.#options.metadata.answer(request);
  }

  #denied(request: Request, denial: Denial): Response {
    return denied(denial, this.#options.metadata.addressFor(request));
  }

  /** Judges each token: to check a signature costs less than to take the request. Only a wrong one has to wait. */
  async #judged(request: Request, peer: string): Promise<Caller | Denial> {
    if (!(await this.areOn())) return LOCAL_CALLER;
    const presented = presentedToken(request);
    if (typeof presented !== 'string') return presented;
    const judged = await this.#judgedToken(presented);
    if ('id' in judged) return this.#reachesAny(judged) ? judged : { kind: 'no account' };
    const wait = judged.kind === 'refused' && judged.isGuess ? this.#guesses.count(peer) : undefined;
    return wait === undefined ? judged : { kind: 'slowed', after: wait };
  }

  async #judgedToken(token: string): Promise<Caller | Denial> {
    const { tokens, issuer, accounts } = this.#options;
    if (tokens !== undefined && MadeTokens.claims(token)) return tokens.judge(token);
    if (issuer === undefined) return NO_TOKEN_OF_OURS;
    const judged = await issuer.judge(token);
    return 'claims' in judged ? callerOf(judged.claims, accounts.length > 1) : judged;
  }

  #reachesAny({ accounts }: Caller): boolean {
    return accounts === undefined || this.#options.accounts.some((name) => accounts.has(name));
  }
}

const NO_ARCHIVE =
  'The token cannot be checked now: the archive with the tokens does not answer. Try again in a moment; the token may be right.';

const NO_TOKEN_OF_OURS: Denial = {
  kind: 'refused',
  words:
    'This is not a token of this server: those begin with chatops_. Ask the operator for one (command token create).',
  isGuess: true,
};

/** A token of any authorization server fits; whatever is longer is none. */
const MAX_LENGTH = 8192;

/** RFC 6750, section 2.1; the scheme in any case (RFC 9110). */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** Returns the token that a request came with, or what is wrong with how it came. */
function presentedToken({ url, headers }: Request): string | Denial {
  if (url.includes('?') && new URL(url).searchParams.has('access_token')) {
    return { kind: 'malformed', words: IN_ADDRESS };
  }
  const header = headers.get('authorization') ?? '';
  // Another scheme, a Basic login for instance, is not what is asked for here.
  const isBearer = /^Bearer\b/i.test(header);
  if (header.length > MAX_LENGTH) return { kind: 'malformed', words: TOO_LONG };
  if (!isBearer) return { kind: 'missing' };
  return BEARER.exec(header)?.[1] ?? { kind: 'malformed', words: NOT_ONE };
}

const TOO_LONG = `The header Authorization is longer than ${MAX_LENGTH} characters.`;
const IN_ADDRESS =
  'A token stood in the address, where logs and proxies keep it. Send it in the header Authorization, and have this one revoked.';
const NOT_ONE = 'The header Authorization is not one token: send it once, as Bearer TOKEN, without quotation marks.';

/** A person mistypes a token a few times; a program that tries out tokens does so all the time. */
const MOST_GUESSES = 20;
const WINDOW = seconds(60);
/** Whoever has more addresses than this is counted anew. */
const MAX_PEERS = 10_000;

/** The wrong tokens of each peer, so that somebody who tries out tokens is told to wait. It bars nobody: a right token is taken from any peer. */
class Guesses {
  readonly #clock: Clock;
  /** Those counted first come first. */
  readonly #peers = new Map<string, { count: number; readonly until: EpochMillis }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one more; or returns how long its peer has to wait, where there were too many. */
  count(peer: string): Seconds | undefined {
    const now = this.#clock();
    const network = networkOf(peer);
    const counted = this.#peers.get(network);
    if (counted === undefined || counted.until <= now) {
      this.#peers.delete(network);
      this.#peers.set(network, { count: 1, until: after(now, WINDOW) });
      const [oldest] = this.#peers.keys();
      if (this.#peers.size > MAX_PEERS && oldest !== undefined) this.#peers.delete(oldest);
      return undefined;
    }
    if (counted.count >= MOST_GUESSES) return secondsBetween(now, counted.until);
    counted.count += 1;
    return undefined;
  }
}

/** Of IPv6 one customer has at least 64 bits of addresses. */
function networkOf(peer: string): string {
  if (!peer.includes(':') || peer.includes('.')) return peer;
  const [head = '', tail] = peer.split('::');
  const groups = head.split(':');
  return (tail === undefined ? groups : [...groups, '0', '0', '0', '0']).slice(0, 4).join(':');
}
