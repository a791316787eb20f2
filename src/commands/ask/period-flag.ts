import { PERIOD_NAMES, periodNamed } from '../../model/calendar/period-name.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { closestNames } from '../../model/text/closest.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { runWithValue, type Typed } from '../command-line/next-line.ts';

/** Returns the name of a period as it was typed. Throws InvalidArgument where there is none of this name, with the line to type instead. */
export function periodIn(text: string, line: Typed, help: readonly string[]): string {
  try {
    periodNamed(CallerText.parse(text));
    return text;
  } catch (error) {
    if (!(error instanceof InvalidArgument)) throw error;
    const [closest] = closestNames(text, PERIOD_NAMES);
    throw new InvalidArgument(error.message, runWithValue(text, closest, line, help));
  }
}
