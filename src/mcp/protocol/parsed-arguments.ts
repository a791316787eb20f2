import type { z } from 'zod';
import { closestNames } from '../../model/text/closest.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { CallerText, ProgramText, trusted } from '../../model/text/trusted-text.ts';
import { deskQuotation } from '../../privacy/safe-text.ts';

/** At most this many mistakes are named of a call, and wrong names of an argument. */
const MAX_MISTAKES = 5;

/** The arguments of a call to a tool. Throws InvalidArgument, which says what each slip was and what is valid. */
export function parseArguments<Input extends z.ZodObject>(
  { name, input }: { readonly name: string; readonly input: Input },
  args: unknown,
): z.output<Input> {
  const parsed = input.safeParse(args ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;
  const valid = Object.keys(input.shape);
  const byArgument = Map.groupBy(parsed.error.issues, ({ path: [argument] }) => argument);
  const messages = [...byArgument.entries()].slice(0, MAX_MISTAKES).flatMap(([argument, issues]) => {
    if (typeof argument === 'string') return slipsOf(argument, issues, args);
    return issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, MAX_MISTAKES)
            .map((key) => unknownArgument(key, valid, name))
            .join(' ')
        : `arguments: ${issue.message}.`,
    );
  });
  throw new InvalidArgument(
    CallerText.parse(messages.join(' ')),
    trusted`Valid arguments of ${ProgramText.parse(name)}: ${ProgramText.parse(valid.join(', ') || 'none')}.`,
  );
}

type Issue = z.core.$ZodIssue;

/** Says in sentences what is wrong with an argument. */
function slipsOf(argument: string, issues: readonly Issue[], args: unknown): string[] {
  if (!(argument in Object(args))) return [`${argument} is needed.`];
  const wrong = issues.filter((issue) => issue.code === 'invalid_value');
  return [
    ...(wrong.length === 0 ? [] : [unknownNames(argument, wrong)]),
    ...issues
      .filter((issue) => issue.code !== 'invalid_value')
      .slice(0, MAX_MISTAKES)
      .map((issue) => `${issue.path.join('.')}: ${issue.message}.`),
  ];
}

/** Names that an argument does not have, each with the closest that it has, and all of these. */
function unknownNames(argument: string, wrong: readonly z.core.$ZodIssueInvalidValue[]): string {
  const valid = wrong[0]?.values.map(String) ?? [];
  const told = wrong.slice(0, MAX_MISTAKES).map(({ input }) => {
    if (typeof input !== 'string') return 'something that is no text';
    const [closest] = closestNames(input, valid, 1);
    return `${quoted(input)}${closest === undefined ? '' : ` (the closest is ${closest})`}`;
  });
  const more = wrong.length - told.length;
  return `${argument} cannot be ${told.join(' or ')}${more > 0 ? ` or ${more} others` : ''}. Valid: ${valid.join(', ')}.`;
}

function unknownArgument(key: string, valid: readonly string[], tool: string): string {
  const [closest] = closestNames(key, valid, 1);
  return `${tool} has no argument ${quoted(key)}${closest === undefined ? '' : `; did you mean "${closest}"`}.`;
}

function quoted(typed: string): string {
  return deskQuotation(CallerText.parse(typed.slice(0, 60).toWellFormed()));
}
