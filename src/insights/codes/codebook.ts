import { omitUndefined } from '../../model/omit-undefined.ts';
import {
  type CodeMeaning,
  type CodeName,
  type CodeObservations,
  type CodeSettings,
  meaningNamed,
  type SaidMeaning,
} from '../../model/codes.ts';
import { confidenceOf } from '../statistics/confidence.ts';
import {
  endedByEvidence,
  missedEvidence,
  ratingEvidence,
  startedByEvidence,
  transferredEvidence,
} from './chat-codes.ts';
import type { CodeEvidence, Likely, Proof } from './code-evidence.ts';
import { enabledEvidence, unreadEvidence } from './list-codes.ts';
import { partiesIn, userTypeEvidence } from './transcript-codes.ts';
import { trusted, type ProgramText } from '../../model/text/trusted-text.ts';

/** One value of a code. */
export interface ReadValue<Name extends CodeName> {
  readonly value: number;
  /** The number of times that it was seen among the newest rows at hand. */
  readonly count: number;
  /** The counts beside it, in words; empty for a value that was not seen. */
  readonly evidence: ProgramText;
  /** Absent where it is not settled. */
  readonly meaning?: CodeMeaning<Name>;
  /** Where the meaning comes from. */
  readonly source?: MeaningSource;
  /** What it likely is, which no figure may rest on. Absent where it is settled. */
  readonly likely?: Likely<CodeMeaning<Name>>;
  /** What it likely is instead of what a person said. */
  readonly against?: Likely<CodeMeaning<Name>>;
  /** What a person said about it, also where the setting says otherwise. */
  readonly said?: SaidMeaning;
  /** The meaning that the data prove, and how sure it is (`confidenceOf`), also where the setting says otherwise. */
  readonly proof?: Proof<CodeMeaning<Name>> & { readonly confidence: number };
}

/** `setting`: the setting `codes`; `said`: a person, by record_code_meaning; `evidence`: what the data prove. */
export const MEANING_SOURCES = ['setting', 'said', 'evidence'] as const;
export type MeaningSource = (typeof MEANING_SOURCES)[number];

/** The meanings of one code's values on this desk, or why they are not settled. */
export interface Reading<Name extends CodeName> {
  /** Whether figures may rest on it: as far as its values have a meaning. */
  readonly settled: boolean;
  /** The strongest of the sources of its meanings. */
  readonly source: MeaningSource;
  /** By value, in order. */
  readonly values: ReadonlyMap<number, ReadValue<Name>>;
}

export type Codebook = { readonly [Name in CodeName]: Reading<Name> };

/**
 * Settles the meaning of the integer codes (design, "What the specification does not say"), value by value: by the
 * setting `codes` where it names a code, else by what a person said, else by what the data prove, else not at all. The rules are those of
 * chat-codes.ts, transcript-codes.ts and list-codes.ts; how sure they have to be is in agreement.ts.
 */
export function createCodebook(observed: CodeObservations, settings: CodeSettings): Codebook {
  const { chats, said } = observed;
  const parties = partiesIn(observed);
  const reading = <Name extends CodeName>(name: Name, evidence: CodeEvidence<Name>) =>
    readingOf(
      name,
      evidence,
      settings[name],
      said.filter(({ code }) => code === name),
    );
  const missed = reading('is_missed', missedEvidence(chats, parties));
  const served = valuesMeaning(missed, 'served');
  return {
    is_missed: missed,
    rating: reading('rating', ratingEvidence(chats, valuesMeaning(missed, 'missed'), served)),
    unread: reading('unread', unreadEvidence(observed.offlineMessages)),
    chat_started_by: reading('chat_started_by', startedByEvidence(chats, parties)),
    is_chat_transferred: reading('is_chat_transferred', transferredEvidence(chats, parties)),
    chat_ended_by: reading('chat_ended_by', endedByEvidence(chats)),
    enabled: reading('enabled', enabledEvidence(observed.agents)),
    user_type: reading('user_type', userTypeEvidence(observed, served)),
  };
}

function readingOf<Name extends CodeName>(
  name: Name,
  { settled, values }: CodeEvidence<Name>,
  setting: Readonly<Record<string, string>> | undefined,
  said: readonly SaidMeaning[],
): Reading<Name> {
  const given = setting && meaningsGiven(name, setting);
  const saidOf = new Map(said.map((one) => [one.value, one]));
  const seen = new Map(values.map((one) => [one.value, one]));
  const unseen = [...(given?.keys() ?? []), ...saidOf.keys()]
    .filter((value) => !seen.has(value))
    .map((value) => ({ value, count: 0, evidence: trusted`` }));
  const read = [...seen.values(), ...new Map(unseen.map((one) => [one.value, one])).values()].map(
    ({ proof, likely, ...value }: CodeEvidence<Name>['values'][number]): ReadValue<Name> => {
      const told = saidOf.get(value.value);
      const settledAs = settledMeaning(name, given, value.value, told, proof?.meaning);
      return {
        ...value,
        ...settledAs,
        ...omitUndefined({
          said: told,
          likely: settledAs.meaning === undefined ? likely : undefined,
          against: settledAs.source === 'said' && likely?.meaning !== settledAs.meaning ? likely : undefined,
          proof: proof && { ...proof, confidence: confidenceOf(proof.agreement) },
        }),
      };
    },
  );
  return {
    settled: given !== undefined || said.length > 0 || settled,
    source: given !== undefined ? 'setting' : said.length > 0 ? 'said' : 'evidence',
    values: new Map(read.sort((one, other) => one.value - other.value).map((value) => [value.value, value])),
  };
}

/** What a value means and by what: a code that the setting names is read by that alone. */
function settledMeaning<Name extends CodeName>(
  name: Name,
  given: ReadonlyMap<number, CodeMeaning<Name>> | undefined,
  value: number,
  said: SaidMeaning | undefined,
  proven: CodeMeaning<Name> | undefined,
): Pick<ReadValue<Name>, 'meaning' | 'source'> {
  const bySaid = said && meaningNamed(name, said.meaning);
  const [meaning, source] =
    given !== undefined
      ? [given.get(value), 'setting' as const]
      : bySaid !== undefined
        ? [bySaid, 'said' as const]
        : [proven, 'evidence' as const];
  return meaning === undefined ? {} : { meaning, source };
}

function meaningsGiven<Name extends CodeName>(
  name: Name,
  given: Readonly<Record<string, string>>,
): Map<number, CodeMeaning<Name>> {
  return new Map(
    Object.entries(given).flatMap(([value, word]) => {
      const meaning = meaningNamed(name, word);
      return meaning === undefined ? [] : [[Number(value), meaning] as const];
    }),
  );
}

function valuesMeaning<Name extends CodeName>({ values }: Reading<Name>, meaning: CodeMeaning<Name>): Set<number> {
  return new Set([...values.values()].filter((one) => one.meaning === meaning).map(({ value }) => value));
}

/** Returns the meaning of a code's value here; undefined where that is not settled. */
export function meaningOf<Name extends CodeName>(
  book: Codebook,
  name: Name,
  code: number | undefined,
): CodeMeaning<Name> | undefined {
  const { values }: Reading<Name> = book[name];
  return code === undefined ? undefined : values.get(code)?.meaning;
}

/** Returns the value of a code that was seen most; undefined where none was. */
export function commonestOf(book: Codebook, name: CodeName): number | undefined {
  let commonest: { readonly value: number; readonly count: number } | undefined;
  for (const one of book[name].values.values()) {
    if (one.count > (commonest?.count ?? 0)) commonest = one;
  }
  return commonest?.value;
}

/** Returns what a code's value likely means here; undefined where it is settled, or nothing tells. */
export function likelyMeaningOf<Name extends CodeName>(
  book: Codebook,
  name: Name,
  code: number | undefined,
): CodeMeaning<Name> | undefined {
  const { values }: Reading<Name> = book[name];
  return code === undefined ? undefined : values.get(code)?.likely?.meaning;
}

/** The ratings that were seen. The service tells no scale, so there may be values beyond. */
export interface RatingScale {
  readonly least: number;
  readonly most: number;
}

/**
 * The scale as far as it was seen, by the book and in `others`, which may be older than what the book counts;
 * undefined where what is not a rating is not settled, or where there is none.
 */
export function ratingScaleOf({ rating }: Codebook, others: readonly number[] = []): RatingScale | undefined {
  if (!rating.settled) return undefined;
  const ratings = [...rating.values.values()].filter(({ meaning }) => meaning === undefined);
  const values = [...ratings.map(({ value }) => value), ...others];
  return values.length === 0
    ? undefined
    : { least: values.reduce((a, b) => Math.min(a, b)), most: values.reduce((a, b) => Math.max(a, b)) };
}
