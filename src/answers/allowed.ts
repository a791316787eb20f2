import type { Caller, Scope } from '../model/caller.ts';
import { ScopeMissing } from '../model/errors.ts';
import type { TrustedText } from '../model/text/trusted-text.ts';

/** Throws ScopeMissing where a caller lacks a scope that `what` needs, such as `The argument country`. */
export function requireScope(scope: Scope, { scopes }: Caller, what: TrustedText): void {
  if (!scopes.has(scope)) throw new ScopeMissing(what, [scope]);
}
