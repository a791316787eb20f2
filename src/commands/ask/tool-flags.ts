import { type Command, InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import type { JsonSchema } from '../../answers/callable-tool.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { CallerText, quotation, trusted } from '../../model/text/trusted-text.ts';
import { dayBack, runWithValue, type Typed } from '../command-line/next-line.ts';
import { periodIn } from './period-flag.ts';
import { unknownName } from './unknown-name.ts';

/** What the command line reads of the schema of an argument. */
const Property = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  items: z.looseObject({ enum: z.array(z.string()).optional() }).optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
});
type Property = z.infer<typeof Property>;

const InputSchema = z.looseObject({
  properties: z.record(z.string(), Property),
  required: z.array(z.string()).default([]),
});

/** The values of a list that were given before. */
const Before = z.array(z.unknown()).default([]);

/** An argument of a tool, as a flag. */
export interface ToolFlag {
  /** The name of the argument: `group_by`. */
  readonly name: string;
  /** The flag: `--group-by`. */
  readonly flag: string;
  readonly isRequired: boolean;
  readonly isSwitch: boolean;
  /** Whether it takes several values, between commas or one a flag. */
  readonly isList: boolean;
  readonly choices: readonly string[];
  /** What stands for its value in a help text. */
  readonly placeholder: string;
  readonly meaning: string;
  /** The value that a text stands for. Throws InvalidArgument, with `help` as what to type where no value is close, and InvalidArgumentError. */
  readonly valueOf: (text: string, before: unknown, line: Typed, help: readonly string[]) => unknown;
}

/** The argument of tools that asks for a picture: a command line, which shows none, takes a file for it. */
export const CHART = 'chart';
const CHART_FILE = 'Also a picture, written to this file as PNG';

/** Returns the arguments of a tool as flags, those that it needs first. Throws TypeError for a schema of no tool. */
export function flagsOfTool(inputSchema: JsonSchema): ToolFlag[] {
  const { properties, required } = InputSchema.parse(inputSchema);
  return Object.entries(properties)
    .map(([name, property]) => {
      return name === CHART
        ? { ...flagOf(name, { type: 'string', description: CHART_FILE }, false), placeholder: 'FILE' }
        : flagOf(name, property, required.includes(name));
    })
    .sort((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

function flagOf(name: string, property: Property, isRequired: boolean): ToolFlag {
  const types = [property.type ?? []].flat();
  const isList = types.includes('array');
  const choices = (property.items?.enum ?? property.enum ?? []).map(String);
  const one = (text: string, line: Typed, help: readonly string[]): unknown => {
    if (DAYS.has(name)) return dayIn(text, line, help);
    if (PERIODS.has(name)) return periodIn(text, line, help);
    if (choices.length > 0 && !choices.includes(text)) {
      throw unknownName(isList ? name.replace(/s$/, '') : name, text, choices, line, help);
    }
    return valueOf(text, types, property);
  };
  return {
    name,
    flag: `--${name.replaceAll('_', '-')}`,
    isRequired,
    isSwitch: types.length === 1 && types[0] === 'boolean',
    isList,
    choices,
    placeholder: placeholderOf(types, isList),
    meaning: meaningOf(property, isList),
    valueOf: isList
      ? (text, before, line, help) => [
          ...Before.parse(before),
          ...text.split(',').map((part) => one(part.trim(), line, help)),
        ]
      : (text, _before, line, help) => one(text, line, help),
  };
}

function placeholderOf(types: readonly string[], isList: boolean): string {
  if (isList) return 'A,B';
  if (types.includes('object')) return 'JSON';
  return types.includes('integer') || types.includes('number') ? 'N' : 'TEXT';
}

/** The arguments that are days, of every tool. */
const DAYS: ReadonlySet<string> = new Set(['from', 'to']);

/** The arguments that are names of periods. */
const PERIODS: ReadonlySet<string> = new Set(['period', 'plan_for']);

function dayIn(text: string, line: Typed, help: readonly string[]): string {
  const day = dayBack(text, line);
  if (day === undefined) return text;
  throw new InvalidArgument(
    trusted`"${quotation(CallerText.parse(text))}" is not a date. Use yyyy-MM-dd, or --period.`,
    runWithValue(text, day, line, help),
  );
}

function valueOf(text: string, types: readonly string[], property: Property): unknown {
  const among = property.enum?.find((one) => String(one) === text);
  if (among !== undefined) return among;
  if (types.includes('integer') || types.includes('number')) {
    const value = Number(text);
    if (text.trim() !== '' && isWithin(value, types, property)) return value;
    if (!types.includes('string')) throw new InvalidArgumentError(numberWords(types, property));
  }
  if (types.includes('object')) return objectIn(text);
  return text;
}

function isWithin(value: number, types: readonly string[], property: Property): boolean {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity } = property;
  const isWhole = !types.includes('integer') || Number.isSafeInteger(value);
  return Number.isFinite(value) && isWhole && value >= minimum && value > exclusiveMinimum && value <= maximum;
}

function numberWords(types: readonly string[], { minimum, exclusiveMinimum, maximum }: Property): string {
  const kind = types.includes('integer') ? 'a whole number' : 'a number';
  if (minimum !== undefined && maximum !== undefined) return `It is ${kind} from ${minimum} to ${maximum}.`;
  if (exclusiveMinimum !== undefined) return `It is ${kind} above ${exclusiveMinimum}.`;
  return `It is ${kind}.`;
}

function objectIn(text: string): unknown {
  const { success, data } = z.string().transform(parsedJson).pipe(z.record(z.string(), z.unknown())).safeParse(text);
  if (!success) throw new InvalidArgumentError(`It is a JSON object in single quotes: '{"name":"value"}'.`);
  return data;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function meaningOf(property: Property, isList: boolean): string {
  const { description, enum: ones, items, default: usual, minimum, maximum } = property;
  const choices = ones ?? items?.enum;
  return [
    ...(description === undefined ? [] : [description.replace(/\.$/, '')]),
    ...(choices === undefined ? [] : [`${isList ? 'some' : 'one'} of ${choices.join(', ')}`]),
    ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
    ...(usual === undefined || usual === false ? [] : [`default: ${JSON.stringify(usual)}`]),
  ].join('; ');
}

/** Adds the arguments of a tool to a command as flags. Lists, numbers and words of a list are checked when they are parsed. */
export function withToolFlags(command: Command, flags: readonly ToolFlag[], line: Typed): Command {
  const help = [...command.name().split(' '), '--help'];
  for (const { flag, isRequired, isSwitch, placeholder, meaning, valueOf } of flags) {
    const option = new Option(
      isSwitch ? flag : `${flag} <${placeholder}>`,
      isRequired ? `(needed) ${meaning}` : meaning,
    );
    command.addOption(
      isSwitch ? option : option.argParser((text, before: unknown) => valueOf(text, before, line, help)),
    );
    if (isSwitch) command.addOption(new Option(`--no-${flag.slice(2)}`).hideHelp());
  }
  return command;
}

/** Returns the arguments that were given as flags, by their names. */
export function argumentsIn(command: Command, flags: readonly ToolFlag[]): Record<string, unknown> {
  const attributes = new Map(command.options.map((option) => [option.long, option.attributeName()]));
  return Object.fromEntries(
    flags.flatMap(({ name, flag }) => {
      const value: unknown = command.getOptionValue(attributes.get(flag) ?? flag);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
