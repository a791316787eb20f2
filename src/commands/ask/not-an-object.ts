import type { Command } from 'commander';
import { InvalidArgument } from '../../model/errors.ts';
import { trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { withoutValue } from '../command-line/guess.ts';
import { runWithValue, type Typed } from '../command-line/next-line.ts';

/** The error for a word in place of the JSON object of a call. It may be the value of a flag that takes none, or `name=value`. */
export function notAnObject(
  word: string,
  command: Command,
  words: readonly string[],
  line: Typed,
): InvalidArgument<TrustedText, TrustedText> {
  const before = words[words.indexOf(word) - 1];
  const option = command.options.find(({ long }) => long === before);
  if (option?.isBoolean() === true && /^(?:true|false|yes|no|on|off|[01])$/i.test(word)) {
    return withoutValue(command, option, word, line);
  }
  const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
  const flag = command.options.find(({ long }) => long === `--${name.replaceAll('_', '-')}`)?.long;
  return new InvalidArgument(
    'The arguments are not a JSON object.',
    trusted`Put the object in single quotes: '{"period":"yesterday"}'. Or use flags: --period yesterday.\n${runWithValue(
      word,
      flag === undefined || flag === null ? undefined : `${flag}=${value}`,
      line,
      [...command.name().split(' '), '--help'],
    )}`,
  );
}
