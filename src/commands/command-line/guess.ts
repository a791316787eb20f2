import type { Command, Option } from 'commander';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import type { ToolAdvertisement } from '../../answers/callable-tool.ts';
import { PERIOD_NAMES } from '../../model/calendar/period-name.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { closestNames } from '../../model/text/closest.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { CallerText, ProgramText, quotation, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { flagsOfTool } from '../ask/tool-flags.ts';
import { unknownName } from '../ask/unknown-name.ts';
import { isExplainedHere } from './flags.ts';
import type { Mistyped } from './mistyped.ts';
import { dayBack, runWithValue, runWords, type Typed } from './next-line.ts';

/** Says what is wrong with a line, and ends with one that can be typed instead. */
export function guessOf({ command, cause }: Mistyped, line: Typed): InvalidArgument<TrustedText, TrustedText> {
  const [, quoted = ''] = /'(.*)'/s.exec(cause.message) ?? [];
  switch (cause.code) {
    case 'commander.unknownCommand':
      return unknownCommand(command, quoted, line);
    case 'commander.unknownOption':
      return unknownFlag(command, quoted, line);
    case 'commander.invalidArgument':
      return wrongValue(command, cause.message, line);
    default:
      return new InvalidArgument(flawOf(command, cause.message, quoted), helpOf(command));
  }
}

/** Words what is missing or too much; `quoted` is the flag or the argument, as the help names it. */
function flawOf(command: Command, message: string, quoted: string): TrustedText {
  const [, tooMany] = /^error: too many arguments.* but got \d+: (.*)$/s.exec(message) ?? [];
  if (tooMany !== undefined) {
    const path = ProgramText.parse(pathOf(command).join(' '));
    return trusted`${path} has too many arguments: ${quotation(CallerText.parse(tooMany))}`;
  }
  const named = ProgramText.parse(quoted);
  return message.endsWith(' argument missing') ? trusted`${named} needs a value.` : trusted`${named} is missing.`;
}

/** The words that name a command: none for the program itself. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), ...command.name().split(' ')];
}

function helpOf(command: Command): TrustedText {
  const words = [...pathOf(command), '--help'];
  return runWords(words, words);
}

/** What a name runs: the words, and whether it needs more of them. */
interface Runnable {
  readonly path: readonly string[];
  readonly needsMore: boolean;
}

/** The tools by their names. */
function toolsByName(): [name: string, runnable: Runnable][] {
  const tools: Readonly<Record<string, ToolAdvertisement>> = CATALOGUE.tools;
  return Object.entries(tools).map(([name, { inputSchema }]) => [
    name,
    { path: ['call', name], needsMore: flagsOfTool(inputSchema).some((flag) => flag.isRequired) },
  ]);
}

/** The commands of a command by their names; of the program also those of its commands, and tools. */
function runnableIn(command: Command): ReadonlyMap<ProgramText, Runnable> {
  const commands = command
    .createHelp()
    .visibleCommands(command)
    .flatMap((one) => [one, ...one.commands])
    .map((one): [string, Runnable] => {
      const path = pathOf(one);
      const { options, registeredArguments } = one;
      const needsMore = options.some(({ mandatory }) => mandatory) || registeredArguments.some((arg) => arg.required);
      return [path.slice(pathOf(command).length).join(' '), { path, needsMore }];
    });
  const all = [...commands, ...(command.parent === null ? toolsByName() : [])];
  return new Map(all.map(([name, runnable]) => [ProgramText.parse(name), runnable]));
}

/** The error for a word that names no command here. `asked`: the command that was asked about it, if one was. */
export function unknownCommand(
  command: Command,
  typed: string,
  { words: line }: Typed,
  asked: readonly string[] = [],
): InvalidArgument<TrustedText, TrustedText> {
  const runnable = runnableIn(command);
  const names = [...runnable.keys()];
  const rest = line.slice(line.indexOf(typed) + 1);
  const called = [typed, `${typed} ${rest[0]}`].map((words) => words.replaceAll(/[\s-]/g, '_').toLowerCase());
  const tool = names.find((name) => name.includes('_') && called.includes(name));
  const first = tool ?? meantBy(closestNames(typed, names), rest, command);
  const meant = first === undefined ? undefined : runnable.get(first);
  const said = trusted`There is no command "${quotation(CallerText.parse([...pathOf(command), typed].join(' ')))}"`;
  if (meant === undefined) return new InvalidArgument(trusted`${said}.`, helpOf(command));
  const shown = (name: ProgramText): ProgramText => ProgramText.parse(runnable.get(name)?.path.join(' ') ?? name);
  const words =
    tool === undefined ? didYouMean(said, typed, names, { shown, listed: [] }) : trusted`${tool} is a tool.`;
  const help = [...meant.path, '--help'];
  if (asked.length > 0) return new InvalidArgument(words, runWords(help, help));
  const more = tool === called[1] ? rest.slice(1) : rest;
  // A tool takes flags or a JSON object; other words would be the next error.
  const isWhole = more.length === 0 ? !meant.needsMore : meant.path[0] !== 'call' || /^[-{]/.test(more[0] ?? '');
  return new InvalidArgument(words, runWords(isWhole ? [...meant.path, ...more] : help, help));
}

/** The name that is meant: of several close ones the first whose help has every flag that follows. */
function meantBy(
  close: readonly ProgramText[],
  rest: readonly string[],
  { commands }: Command,
): ProgramText | undefined {
  const flags = rest.flatMap((word) => /^--[^=]+/.exec(word) ?? []);
  const hasAll = (name: ProgramText): boolean => {
    const options = commands.find((one) => one.name() === name)?.options ?? [];
    return flags.every((flag) => options.some((option) => option.long === flag && isExplainedHere(option)));
  };
  return close.find(hasAll) ?? close[0];
}

/** The error for a word that names no tool. */
export function unknownTool(
  typed: string,
  valid: readonly string[],
  line: Typed,
): InvalidArgument<TrustedText, TrustedText> {
  const needing = toolsByName().flatMap(([name, { needsMore }]) => (needsMore ? [name] : []));
  return unknownName('tool', typed, valid, line, ['tools'], needing);
}

/** Flags of other programs that stand for a flag of this one and its value. */
const WRITTEN_OUT: Readonly<Record<string, readonly [flag: string, value: string]>> = {
  '--verbose': ['--log-level', 'debug'],
  '-v': ['--log-level', 'debug'],
  '--debug': ['--log-level', 'debug'],
  '--quiet': ['--log-level', 'error'],
  '-q': ['--log-level', 'error'],
  '--json': ['--format', 'json'],
  '--html': ['--format', 'html'],
  '--markdown': ['--format', 'md'],
  '--all': ['--transcripts', 'all'],
};

/** What does the same where a command has nothing like it. */
const INSTEAD: Readonly<Record<string, readonly [words: TrustedText, path: readonly string[]]>> = {
  'tools --json': [trusted`tools prints text; call prints data.`, ['call', 'list_chats', '--json']],
  'call --tool': [trusted`The name of the tool stands without a flag.`, ['call', 'list_chats']],
  'doctor --fix': [trusted`doctor changes nothing; it says how to fix each problem.`, ['doctor']],
};

function unknownFlag(failed: Command, word: string, line: Typed): InvalidArgument<TrustedText, TrustedText> {
  // Without a command, flags are those of stdio.
  const command = failed.commands.find((one) => one.name() === 'stdio') ?? failed;
  const [, flag = '', attached] = /^(--?[^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  const path = pathOf(command);
  const { words: typed } = line;
  const before = path.length > 0 && typed.includes(path[0] ?? '') ? typed.slice(0, typed.indexOf(word)) : path;
  const [next, ...afterNext] = typed.slice(typed.indexOf(word) + 1);
  const isNextValue = attached === undefined && next !== undefined && !next.startsWith('-');
  const value = isNextValue ? next : attached;
  const after = isNextValue || next === undefined ? afterNext : [next, ...afterNext];
  const help = [...path, '--help'];

  const own = command.options.find(({ long }) => long === flag);
  if (own !== undefined) return withoutValue(command, own, attached ?? '', line);
  const said = trusted`There is no flag "${quotation(CallerText.parse(flag))}"`;
  const instead = INSTEAD[[...path.slice(0, 1), flag].join(' ')];
  if (instead !== undefined) return new InvalidArgument(instead[0], runWords(instead[1], help));
  if (/^(?:-o|--out|--output|--output-file|--file)$/.test(flag) && value !== undefined) {
    return new InvalidArgument(trusted`${said}; redirect the output.`, runWords([...before, ...after], help, value));
  }
  const has = (long: string): Option | undefined => command.options.find((option) => option.long === long);
  const [written, ofWritten] = WRITTEN_OUT[flag] ?? [];
  if (written !== undefined && ofWritten !== undefined && has(written) !== undefined) {
    const words = isNextValue ? [next, ...after] : after;
    return new InvalidArgument(
      trusted`${said}; did you mean ${ProgramText.parse(written)} ${ProgramText.parse(ofWritten)}?`,
      runWords([...before, written, ofWritten, ...words], help),
    );
  }
  const flags = command.options.flatMap(({ long, hidden }) => (hidden || !long ? [] : [ProgramText.parse(long)]));
  const meant = has(closestNames(flag, flags)[0] ?? '');
  // It may have been given a secret, which is not repeated.
  const replaced =
    meant === undefined || /pass|secret|token|key/i.test(flag)
      ? undefined
      : replacement(meant, value, line, has('--from') !== undefined);
  return new InvalidArgument(
    didYouMean(said, flag, flags, { listed: [] }),
    runWords(replaced === undefined ? help : [...before, ...replaced, ...after], help),
  );
}

/** The error for a flag that takes no value and was given one, behind `=` or as the next word. */
export function withoutValue(
  command: Command,
  { long }: Option,
  value: string,
  { words: typed }: Typed,
): InvalidArgument<TrustedText, TrustedText> {
  const flag = long ?? '';
  const no = flag.replace('--', '--no-');
  const off = command.options.some((option) => option.long === no) ? [no] : [];
  const meant = /^(?:false|no|off|0)$/i.test(value) ? off : [flag];
  const [index, length] = typed.includes(flag) ? [typed.indexOf(flag), 2] : [typed.indexOf(`${flag}=${value}`), 1];
  return new InvalidArgument(
    trusted`${ProgramText.parse(flag)} takes no value.`,
    runWords(typed.toSpliced(index, length, ...meant), [...pathOf(command), '--help']),
  );
}

/** The words for a flag with the value that was given to another one; undefined where it cannot take that. */
function replacement(option: Option, value: string | undefined, line: Typed, hasFrom: boolean): string[] | undefined {
  const { long } = option;
  if (long === undefined || long === null) return undefined;
  if (option.isBoolean()) return [long];
  if (value === undefined) return undefined;
  const day = dayBack(value, line);
  if (long === '--period') {
    const [period] = closestNames(value, PERIOD_NAMES);
    if (period !== undefined) return [long, period];
    return hasFrom && day !== undefined ? ['--from', day] : undefined;
  }
  if (long === '--from' || long === '--to') return [long, day ?? value];
  if (option.argChoices?.includes(value) === false) return undefined;
  try {
    option.parseArg?.(value, undefined);
    return [long, value];
  } catch {
    return undefined;
  }
}

/** Words the error of the parser for a value: `error: option '--limit <N>' argument 'abc' is invalid. It is …`. */
function wrongValue(command: Command, message: string, line: Typed): InvalidArgument<TrustedText, TrustedText> {
  const [, flags = '', value = '', why = ''] =
    /^error: (?:option|command-argument value) '(.*?)'(?: argument '(.*)')? is invalid\. (.*)$/s.exec(message) ?? [];
  const option = command.options.find((one) => one.flags === flags);
  const choices = option?.argChoices?.map((choice) => ProgramText.parse(choice)) ?? [];
  const name = ProgramText.parse(option?.long ?? '');
  const said = trusted`${name} cannot be "${quotation(CallerText.parse(value))}"`;
  const help = [...pathOf(command), '--help'];
  if (option === undefined) return new InvalidArgument(quotation(CallerText.parse(message)), runWords(help, help));
  if (choices.length === 0)
    return new InvalidArgument(trusted`${said}. ${quotation(CallerText.parse(why))}`, runWords(help, help));
  const [closest] = closestNames(value, choices);
  return new InvalidArgument(didYouMean(said, value, choices), runWithValue(value, closest, line, help));
}
