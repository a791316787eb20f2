import { z } from 'zod';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { InvalidArgument } from '../model/errors.ts';
import { CallerText, ProgramText, quotation, trusted } from '../model/text/trusted-text.ts';
import { callerQuotation } from '../privacy/cleaned-text.ts';

/** At most this many mistakes are named of a call, and wrong names of an argument. */
const MAX_MISTAKES = 5;

/** The most characters of all that is said of them. */
const MAX_WORDS = 1500;

const MAX_QUOTED = 60;

/** A tool, as far as its arguments are concerned. */
interface WithArguments<Input extends z.ZodObject> {
  readonly name: string;
  readonly input: Input;
  /** The arguments that it has beside these, and that are checked elsewhere. */
  readonly beside?: readonly string[];
}

const AnyArguments = z.record(z.string(), z.unknown());

/** Some arguments without those that say nothing: models send null for what they leave out, and an empty cursor. */
function statedOf(args: unknown): unknown {
  const { data } = AnyArguments.safeParse(args);
  if (data === undefined) return args;
  const isNone = (name: string, value: unknown): boolean =>
    value === null || (name === 'cursor' && typeof value === 'string' && value.trim() === '');
  return Object.fromEntries(Object.entries(data).filter(([name, value]) => !isNone(name, value)));
}

/** The arguments of a call to a tool. Throws InvalidArgument, which says what each slip was and what is valid. */
export function parsedBy<Input extends z.ZodObject>(
  { name, input, beside = [] }: WithArguments<Input>,
  given: unknown,
): z.output<Input> {
  const args = statedOf(given);
  const parsed = input.safeParse(args ?? {}, { reportInput: true, error: flawWords });
  if (parsed.success) return parsed.data;
  const told = Object.entries<unknown>(input.shape).filter(([, argument]) => !isForViewsAlone(argument));
  const valid = [...beside, ...told.map(([name]) => name)];
  const byArgument = Map.groupBy(parsed.error.issues, ({ path: [argument] }) => argument);
  const messages = [...byArgument.entries()].slice(0, MAX_MISTAKES).flatMap(([argument, issues]) => {
    if (typeof argument === 'string') return slipsOf(argument, issues, args);
    return issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, MAX_MISTAKES)
            .map((key) => unknownArgument(key, valid, name))
            .join(' ')
        : `The arguments of ${name} ${issue.message}.`,
    );
  });
  const isUnknown = parsed.error.issues.some(({ code, path }) => code === 'unrecognized_keys' && path.length === 0);
  throw new InvalidArgument(
    quotation(CallerText.parse(messages.join(' ')), MAX_WORDS),
    isUnknown ? trusted`It takes: ${ProgramText.parse(valid.join(', ') || 'none')}.` : trusted``,
  );
}

/** Whether views alone give an argument (`FOR_VIEWS_ALONE`). */
export function isForViewsAlone(argument: unknown): boolean {
  return argument instanceof z.ZodType && argument.meta()?.['isForViewsAlone'] === true;
}

type Issue = z.core.$ZodIssue;

/** Says in sentences what is wrong with an argument. */
function slipsOf(argument: string, issues: readonly Issue[], args: unknown): string[] {
  if (!(argument in Object(args))) return [`${argument} is required.`];
  const wrong = issues.filter((issue) => issue.code === 'invalid_value');
  return [
    ...(wrong.length === 0 ? [] : [unknownNames(argument, wrong)]),
    ...issues
      .filter((issue) => issue.code !== 'invalid_value')
      .slice(0, MAX_MISTAKES)
      .map((issue) => `${quotation(CallerText.parse(issue.path.join('.')))} ${issue.message}.`),
  ];
}

/** Says of each wrong value which one is meant. The valid ones are listed once, where one of these is close to none. */
function unknownNames(argument: string, wrong: readonly z.core.$ZodIssueInvalidValue[]): string {
  const valid = (wrong[0]?.values ?? []).map((value) => ProgramText.parse(String(value)));
  const said = wrong.slice(0, MAX_MISTAKES).map(({ input, path }) => {
    const kind = ProgramText.parse(path.length > 1 ? argument.replace(/s$/, '') : argument);
    if (typeof input !== 'string') return trusted`${kind} must be text.`;
    return didYouMean(trusted`There is no ${kind} ${quoted(input)}`, input, valid, { listed: [] });
  });
  const more = wrong.length - said.length;
  return [
    ...new Set(said),
    ...(more > 0 ? [`${more} others are wrong too.`] : []),
    ...(said.every((one) => one.endsWith('?')) ? [] : [`Valid: ${valid.join(', ')}.`]),
  ].join(' ');
}

/** Says what is wrong with a value, as the predicate of a sentence about it: `must be at most 100`. */
function flawWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return sizeWords(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return sizeWords(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    default:
      return 'is not valid';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

function sizeWords(origin: string, bound: number | bigint, than: string): string {
  if (origin === 'string') return `must have ${than} ${bound} characters`;
  return origin === 'array' ? `must have ${than} ${bound} entries` : `must be ${than} ${bound}`;
}

function unknownArgument(key: string, valid: readonly string[], tool: string): string {
  const said = trusted`${ProgramText.parse(tool)} has no argument ${quoted(key)}`;
  const names = valid.map((name) => ProgramText.parse(name));
  return didYouMean(said, key, names, { listed: [] });
}

function quoted(typed: string) {
  return callerQuotation(CallerText.parse(typed), MAX_QUOTED);
}
