import { didYouMean } from '../../model/text/did-you-mean.ts';
import { InvalidConfiguration } from '../../model/errors.ts';
import { keysOf } from '../../model/keys-of.ts';
import { CallerText, ProgramText, trusted, type TrustedText, quotation } from '../../model/text/trusted-text.ts';
import { Dialect, DIMENSIONS } from '../../sandbox/dialects.ts';
import {
  byNumber,
  byRate,
  type FaultName,
  type FaultPlan,
  FAULTS,
  isChange,
  isFault,
} from '../../sandbox/faults/faults.ts';

/** Returns the text of `--dialect list`: every question with its answers; the usual answer first. */
export function dialectList(): string {
  return DIMENSIONS.map(({ name, about, values, usual }) => {
    const others = values.filter((value) => value !== usual);
    return `${name.padEnd(17)} ${about}\n${''.padEnd(17)} ${usual} (usual), ${others.join(', ')}\n`;
  }).join('');
}

/** Returns the text of `--fault list`. */
export function faultList(): string {
  return Object.entries(FAULTS)
    .map(([name, words]) => `${name.padEnd(30)} ${words}\n`)
    .join('');
}

/** The dialect of `--dialect NAME=VALUE` flags; one flag may hold several, between commas. */
export function readDialect(flags: readonly string[]): Dialect {
  const chosen = new Map<string, string>();
  for (const text of flags.flatMap((flag) => flag.split(','))) {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
    const named = quotation(CallerText.parse(name));
    const dimension = DIMENSIONS.find((dimension) => dimension.name === name);
    if (dimension === undefined) {
      const names = DIMENSIONS.map(({ name }) => name);
      throw unknown(trusted`There is no dialect "${quotation(CallerText.parse(name))}"`, name, names);
    }
    if (!dimension.values.includes(value)) {
      const words =
        value === '' ? trusted`needs a value` : trusted`has no value "${quotation(CallerText.parse(value))}"`;
      throw unknown(trusted`The dialect ${quotation(CallerText.parse(name))} ${words}`, value, dimension.values);
    }
    if (chosen.has(name))
      throw new InvalidConfiguration(trusted`The dialect ${named} is given twice.`, 'Give it once.');
    chosen.set(name, value);
  }
  return Dialect.parse(Object.fromEntries(chosen));
}

/**
 * The plan of `--fault` flags: `NAME=SHARE` for a share of all requests, from 0 to 1, and `NAME@N` for the n-th
 * request, also several (`NAME@3,7`); one flag may hold several, between commas. What is due by its number goes before
 * what comes by chance.
 */
export function readFaults(flags: readonly string[], seed: number): FaultPlan {
  const rates: Partial<Record<FaultName, number>> = {};
  const script: Partial<Record<FaultName, number[]>> = {};
  // A comma before a bare number goes on with the numbers of a fault.
  for (const text of flags.flatMap((flag) => flag.split(/,(?!\d+(?:,|$))/))) {
    const [, name = '', how = '', value = ''] = /^([^=@]*)([=@]?)(.*)$/s.exec(text) ?? [];
    if (!isFault(name))
      throw unknown(trusted`There is no fault "${quotation(CallerText.parse(name))}"`, name, Object.keys(FAULTS));
    if (how === '=' && /^[01]?(?:\.\d+)?$/.test(value) && Number(value) <= 1 && value !== '') {
      if (rates[name] !== undefined) throw new InvalidConfiguration(`The fault ${name} has two shares.`, 'Give one.');
      rates[name] = Number(value);
    } else if (how === '@' && /^[1-9]\d*(?:,[1-9]\d*)*$/.test(value)) {
      script[name] = [...(script[name] ?? []), ...value.split(',').map(Number)];
    } else {
      throw new InvalidConfiguration(
        `The fault ${name} needs a share of the requests from 0 to 1, or the numbers of some.`,
        `For instance ${name}=0.05 or ${name}@3,7.`,
      );
    }
  }
  const total = Object.values(rates).reduce((sum, rate) => sum + rate, 0);
  // A little more, because ten times 0.1 is more than 1 in binary.
  if (total > 1 + Number.EPSILON * 10) {
    throw new InvalidConfiguration('The shares of the faults are more than 1 together.', 'Make some smaller.');
  }
  const [due, chance] = [byNumber(script), byRate(rates, seed)];
  return (request, n) => due(request, n) ?? chance(request, n);
}

/** Refuses the faults that change a world, for one that cannot be changed. */
export function refuseChanges(flags: readonly string[]): void {
  const change = keysOf(FAULTS).find((name) => isChange(name) && flags.some((flag) => flag.includes(name)));
  if (change === undefined) return;
  throw new InvalidConfiguration(
    trusted`A large sandbox has no ${change}: it cannot be changed.`,
    'Take --size medium for it.',
  );
}

function unknown(words: TrustedText, typed: string, valid: readonly string[]): InvalidConfiguration {
  return new InvalidConfiguration(
    didYouMean(
      words,
      typed,
      valid.map((one) => ProgramText.parse(one)),
    ),
    '',
  );
}
