import { InvalidArgument } from '../../model/errors.ts';
import { closestNames } from '../../model/text/closest.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { CallerText, ProgramText, quotation, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { runWithValue, type Typed } from '../command-line/next-line.ts';

/** The error for a name that none of these has. It ends with the line to type: with `help` where none is close, and with `--help` behind a name that needs more words. */
export function unknownName(
  kind: string,
  typed: string,
  valid: readonly string[],
  line: Typed,
  help: readonly string[],
  needing: readonly string[] = [],
): InvalidArgument<TrustedText, TrustedText> {
  const names = valid.map((name) => ProgramText.parse(name));
  const said = trusted`There is no ${ProgramText.parse(kind)} "${quotation(CallerText.parse(typed))}"`;
  const [closest] = closestNames(typed, names);
  const needsMore = closest !== undefined && needing.includes(closest) && line.words.at(-1) === typed;
  return new InvalidArgument(
    didYouMean(said, typed, names),
    needsMore ? trusted`${runWithValue(typed, closest, line, help)} --help` : runWithValue(typed, closest, line, help),
  );
}
