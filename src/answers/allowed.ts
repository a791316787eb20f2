import type { Caller, Scope } from '../model/caller.ts';
import { ScopeMissing } from '../model/errors.ts';
import type { TrustedText } from '../model/text/trusted-text.ts';
import { scopesLacking } from '../model/tool-scopes.ts';

/** Throws ScopeMissing where a caller lacks a scope that some tools need; `what` needs it, such as `This tool`. */
export function requireScopesOf(tools: readonly string[], caller: Caller, what: TrustedText): void {
  const lacking = scopesLacking(caller, tools);
  if (lacking.length > 0) throw new ScopeMissing(what, lacking);
}

/** Throws ScopeMissing where a caller lacks a scope that `what` needs, such as `The argument country`. */
export function requireScope(scope: Scope, { scopes }: Caller, what: TrustedText): void {
  if (!scopes.has(scope)) throw new ScopeMissing(what, [scope]);
}
