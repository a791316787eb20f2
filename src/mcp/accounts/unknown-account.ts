import { InvalidArgument } from '../../model/errors.ts';
import { joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Served } from '../../answers/desk.ts';
import { LIST_ACCOUNTS } from '../../tools/tools.ts';
import { ACCOUNT } from './account-argument.ts';

/** The most names that an error lists. */
const MAX_NAMES = 20;

/** Says that an account is needed, or that there is none of a name, with those that the caller reaches and no other. */
export function unknownAccount({ accounts }: Served, named: unknown): InvalidArgument {
  const shown = joined(
    accounts.slice(0, MAX_NAMES).map(({ name }) => name),
    ', ',
  );
  const more = accounts.length - MAX_NAMES;
  const advice: TrustedText =
    more > 0 ? trusted`Valid: ${shown} and ${more} more, which ${LIST_ACCOUNTS} shows.` : trusted`Valid: ${shown}.`;
  // What somebody typed is not repeated: it may be anything.
  if (typeof named !== 'string' || named.trim() === '')
    return new InvalidArgument(trusted`${ACCOUNT} is required.`, advice);
  return new InvalidArgument('There is no such account.', advice);
}
