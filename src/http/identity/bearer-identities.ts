import { LOCAL_CALLER, type AccountName, type Caller, type Scope } from '../../model/caller.ts';
import { ArchiveUnusable } from '../../model/errors.ts';
import { seconds, type Clock } from '../../model/time/units.ts';
import type { Identified, Identities } from './identities.ts';
import { presentedToken } from './authorization-header.ts';
import { callerOf } from './claims.ts';
import { denied, type Denial } from './denial.ts';
import type { Issuer } from './issuer.ts';
import type { ResourceMetadata } from './resource-metadata.ts';
import { StaticTokens } from './static-tokens.ts';
import { WrongTokens } from './wrong-tokens.ts';

export interface BearerOptions {
  /** Absent where the archive keeps none: it is in memory. */
  readonly tokens: StaticTokens | undefined;
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
  readonly #wrong: WrongTokens;
  #areOn: boolean;

  constructor(options: BearerOptions) {
    this.#options = options;
    this.#wrong = new WrongTokens(options.clock);
    this.#areOn = options.isRequired || options.issuer !== undefined;
  }

  /** Whether callers are asked for a token. Throws ArchiveUnusable. */
  async areOn(): Promise<boolean> {
    this.#areOn ||= (await this.#options.tokens?.wasAnyMade()) === true;
    return this.#areOn;
  }

  async identify(request: Request, peer: string): Promise<Identified> {
    const judged = await this.#judged(request, peer);
    if ('id' in judged) return { caller: judged };
    if (judged.kind === 'refused' && judged.isGuess) this.#wrong.count(peer);
    return { refused: this.#denied(request, judged) };
  }

  lacking(request: Request, scopes: readonly [Scope, ...Scope[]]): Response {
    const [needed, one] = scopes.length === 1 ? ['scope', 'it'] : ['scopes', 'them'];
    const words = `This needs the ${needed} ${scopes.join(', ')}, which the token does not have. Ask whoever runs the server for a token that has ${one}.`;
    return this.#denied(request, { kind: 'lacking', words, scopes });
  }

  metadata(request: Request): Response | undefined {
    return this.#options.metadata.answer(request);
  }

  #denied(request: Request, denial: Denial): Response {
    return denied(denial, this.#options.metadata.addressFor(request));
  }

  async #judged(request: Request, peer: string): Promise<Caller | Denial> {
    try {
      if (!(await this.areOn())) return LOCAL_CALLER;
      const { token, denial } = presentedToken(request);
      if (denial !== undefined) return denial;
      const judged = await this.#judgedToken(token, peer);
      return 'id' in judged && !this.#reachesAny(judged) ? { kind: 'no account' } : judged;
    } catch (error) {
      if (!(error instanceof ArchiveUnusable)) this.#options.onBug(error);
      return { kind: 'unknown', words: NO_ARCHIVE, after: seconds(5) };
    }
  }

  #reachesAny({ accounts }: Caller): boolean {
    return accounts === undefined || this.#options.accounts.some((name) => accounts.has(name));
  }

  /** Judges each token: to check a signature costs less than to take the request. Only a wrong one has to wait. */
  async #judgedToken(token: string, peer: string): Promise<Caller | Denial> {
    const judged = await this.#judgedByItsSource(token);
    if ('id' in judged || judged.kind !== 'refused' || !judged.isGuess) return judged;
    const after = this.#wrong.wait(peer);
    return after === undefined ? judged : { kind: 'slowed', after };
  }

  async #judgedByItsSource(token: string): Promise<Caller | Denial> {
    const { tokens, issuer, accounts } = this.#options;
    if (tokens !== undefined && StaticTokens.claims(token)) return tokens.judge(token);
    if (issuer === undefined) return NO_TOKEN_OF_OURS;
    const judged = await issuer.judge(token);
    return 'claims' in judged ? callerOf(judged.claims, accounts.length > 1) : judged;
  }
}

const NO_ARCHIVE =
  'The token cannot be checked now: the archive with the tokens does not answer. Try again in a moment; the token may be right.';

const NO_TOKEN_OF_OURS: Denial = {
  kind: 'refused',
  words:
    'This is not a token of this server: those begin with chatops_. Ask whoever runs the server for one (command token create).',
  isGuess: true,
};
