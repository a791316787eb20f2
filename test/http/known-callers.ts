import type { Identities } from '../../src/http/identity/identities.ts';
import { CallerId, LOCAL_CALLER, SCOPE_NAMES, type Caller, type Scope } from '../../src/model/caller.ts';

/** A caller with a name, who may everything unless said otherwise. */
export const callerNamed = (name: string, scopes: readonly Scope[] = SCOPE_NAMES): Caller => ({
  id: CallerId.parse(`token:${name}`),
  scopes: new Set(scopes),
  isIdentified: true,
});

/** Nobody is asked for a token, as before the first one is made. */
export const ANYBODY: Identities = {
  identify: () => Promise.resolve({ caller: LOCAL_CALLER }),
  lacking: () => new Response(null, { status: 403 }),
  metadata: () => undefined,
};

/** Identities by their tokens, which a test may add and remove. */
export function identitiesOf(callers: ReadonlyMap<string, Caller>): Identities {
  return {
    identify: async ({ headers }) => {
      const caller = callers.get(/^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? '');
      return caller === undefined ? { refused: new Response(null, { status: 401 }) } : { caller };
    },
    lacking: () => new Response(null, { status: 403 }),
    metadata: () => undefined,
  };
}
