import { createRequire } from 'node:module';
import type * as Max from 'libphonenumber-js/max';
import type { CountryCode as Region } from 'libphonenumber-js/max';

type Library = typeof Max;

const require = createRequire(import.meta.url);
let loaded: Library | undefined;

/** Loaded when a text first holds what may be a phone number: that takes 25 ms, and finding is synchronous. */
function library(): Library {
  if (loaded !== undefined) return loaded;
  const required: unknown = require('libphonenumber-js/max');
  if (!isLibrary(required)) throw new Error('libphonenumber-js has changed');
  loaded = required;
  return loaded;
}

function isLibrary(value: unknown): value is Library {
  return (
    (typeof value === 'function' || typeof value === 'object') &&
    value !== null &&
    'parsePhoneNumberFromString' in value
  );
}

/** A number as a numbering plan has it. */
export interface PlannedNumber {
  /** E.164. */
  readonly international: string;
  /** Without country code and trunk prefix. */
  readonly national: string;
  readonly callingCode: string;
  /** Absent where several share the code, and nothing else tells. */
  readonly region?: Region;
  /** The plan has numbers like this; otherwise it has only numbers of this length. */
  readonly isValid: boolean;
  readonly isMobile: boolean;
}

/** More characters than any phone number or country is written with. */
const MAX_LENGTH = 60;

/** Reads a number by the plan of a region, or by its country code; undefined where no plan has numbers of its length. */
export function plannedNumber(written: string, region?: Region): PlannedNumber | undefined {
  if (written.length > MAX_LENGTH) return undefined;
  const number = library().parsePhoneNumberFromString(written, {
    extract: false,
    ...(region !== undefined && { defaultCountry: region }),
  });
  if (number?.isPossible() !== true) return undefined;
  // Numbers without a type are those that no pattern of the plan fits: asking twice would take twice as long.
  const type = number.getType();
  return {
    international: number.number,
    national: number.nationalNumber,
    callingCode: number.countryCallingCode,
    ...(number.country !== undefined && { region: number.country }),
    isValid: type !== undefined,
    isMobile: type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE',
  };
}

/** Asks the numbering plans. */
export type AskPlans = typeof plannedNumber;

/** Returns a way to ask about the numbers of one text, each once, however often it is there. */
export function askedOnce(ask: AskPlans): AskPlans {
  const answers = new Map<string, PlannedNumber | undefined>();
  return (written, region) => {
    const question = `${region ?? ''}${written}`;
    if (!answers.has(question)) answers.set(question, ask(written, region));
    return answers.get(question);
  };
}

/** Names that differ from those of Unicode, and codes of three letters. */
const OTHER_NAMES: Readonly<Record<string, Region>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'czech republic': 'CZ',
  turkey: 'TR',
  holland: 'NL',
  'the netherlands': 'NL',
  macedonia: 'MK',
  'ivory coast': 'CI',
  'russian federation': 'RU',
  'republic of korea': 'KR',
  'korea, republic of': 'KR',
  'viet nam': 'VN',
  deutschland: 'DE',
};

let regions: ReadonlyMap<string, Region> | undefined;

/** The region of a country that is given by its code or its English name. */
export function regionOf(country: string): Region | undefined {
  const name = country.length > MAX_LENGTH ? '' : country.trim().toLowerCase();
  if (name === '') return undefined;
  regions ??= allRegions();
  return regions.get(name);
}

function allRegions(): ReadonlyMap<string, Region> {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const codes = library().getCountries();
  return new Map([
    ...codes.map((code): [string, Region] => [code.toLowerCase(), code]),
    ...codes.map((code): [string, Region] => [names.of(code)?.toLowerCase() ?? '', code]),
    ...Object.entries(OTHER_NAMES),
  ]);
}

export type { Region };
