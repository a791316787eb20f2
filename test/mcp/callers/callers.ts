import { CallerId, SCOPE_NAMES, type Caller, type Scope } from '../../../src/model/caller.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';

/** Somebody with a token of some scopes; of all of them where none are named. */
export function identified(
  scopes: readonly Scope[] = SCOPE_NAMES,
  changes: { readonly ownChats?: string } = {},
): Caller {
  const { ownChats } = changes;
  return {
    id: CallerId.parse('token:test'),
    scopes: new Set(scopes),
    isIdentified: true,
    ...(ownChats !== undefined && { ownChats: DeskText.parse(ownChats) }),
  };
}
