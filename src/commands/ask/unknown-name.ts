import { InvalidArgument } from '../../model/errors.ts';
import { closestNames } from '../../model/text/closest.ts';
import { CallerText, joined, ProgramText, trusted } from '../../model/text/trusted-text.ts';

/** The kinds of things that somebody names on the command line. */
type Kind = 'command' | 'tool' | 'prompt' | 'resource' | 'period';

/** The error for a name that none of these has: it names the closest, and all of them. */
export function unknownName(kind: Kind, typed: string, valid: readonly string[]): InvalidArgument {
  const names = valid.map((name) => ProgramText.parse(name));
  const [closest] = closestNames(typed, names, 1);
  return new InvalidArgument(
    trusted`There is no ${kind} called ${CallerText.parse(typed.slice(0, 80))}.${closest === undefined ? '' : trusted` Did you mean ${closest}?`}`,
    trusted`There is: ${joined(names, ', ')}.`,
  );
}
