import { known } from '../../model/known.ts';
import {
  CODE_MEANINGS,
  type CodeMeaning,
  type CodeName,
  type CodeObservations,
  type CodeSettings,
} from '../../model/codes.ts';
import { confidenceOf } from '../statistics/confidence.ts';
import {
  endedByEvidence,
  missedEvidence,
  ratingEvidence,
  startedByEvidence,
  transferredEvidence,
} from './chat-codes.ts';
import type { CodeEvidence, Proof } from './code-evidence.ts';
import { enabledEvidence, unreadEvidence } from './list-codes.ts';
import { partiesIn, userTypeEvidence } from './transcript-codes.ts';
import { joined, trusted, type ProgramText } from '../../model/text/trusted-text.ts';

/** One value of a code. */
export interface ReadValue<Name extends CodeName> {
  readonly value: number;
  /** The number of times that it was seen among the newest rows at hand. */
  readonly count: number;
  /** The counts beside it, in words; empty for a value that was not seen. */
  readonly evidence: ProgramText;
  /** Absent where it is not settled. */
  readonly meaning?: CodeMeaning<Name>;
  /** The meaning that the data prove, and how sure it is (`confidenceOf`), also where the setting says otherwise. */
  readonly proof?: Proof<CodeMeaning<Name>> & { readonly confidence: number };
}

/** The meanings of one code's values on this desk, or why they are not settled. */
export interface Reading<Name extends CodeName> {
  /** Whether figures may rest on it: as far as its values have a meaning. */
  readonly settled: boolean;
  readonly source: 'setting' | 'evidence';
  /** By value, in order. */
  readonly values: ReadonlyMap<number, ReadValue<Name>>;
  /** Everything that was seen of it, in a line. */
  readonly evidence: ProgramText;
}

export type Codebook = { readonly [Name in CodeName]: Reading<Name> };

/**
 * Settles the meaning of the integer codes (design, "What the specification does not say"), value by value: by the
 * setting `codes` where it names a code, else by what the data prove, else not at all. The rules are those of
 * chat-codes.ts, transcript-codes.ts and list-codes.ts; how sure they have to be is in agreement.ts.
 */
export function createCodebook(observed: CodeObservations, settings: CodeSettings): Codebook {
  const { chats } = observed;
  const parties = partiesIn(observed);
  const missed = reading('is_missed', missedEvidence(chats, parties), settings);
  const served = valuesMeaning(missed, 'served');
  return {
    is_missed: missed,
    rating: reading('rating', ratingEvidence(chats, valuesMeaning(missed, 'missed'), served), settings),
    unread: reading('unread', unreadEvidence(observed.offlineMessages), settings),
    chat_started_by: reading('chat_started_by', startedByEvidence(chats, parties), settings),
    is_chat_transferred: reading('is_chat_transferred', transferredEvidence(chats, parties), settings),
    chat_ended_by: reading('chat_ended_by', endedByEvidence(chats), settings),
    enabled: reading('enabled', enabledEvidence(observed.agents), settings),
    user_type: reading('user_type', userTypeEvidence(observed, served), settings),
  };
}

function reading<Name extends CodeName>(
  name: Name,
  { settled, values }: CodeEvidence<Name>,
  settings: CodeSettings,
): Reading<Name> {
  const given = settings[name] && meaningsGiven(name, settings[name]);
  const seen = values.map(({ proof, ...value }): ReadValue<Name> => {
    const meaning = given === undefined ? proof?.meaning : given.get(value.value);
    return {
      ...value,
      ...known({
        meaning,
        proof: proof && { ...proof, confidence: confidenceOf(proof.agreement) },
      }),
    };
  });
  const seenValues = new Set(seen.map(({ value }) => value));
  const unseen = [...(given ?? [])]
    .filter(([value]) => !seenValues.has(value))
    .map(([value, meaning]): ReadValue<Name> => ({ value, count: 0, evidence: trusted``, meaning }));
  const all = [...seen, ...unseen].sort((one, other) => one.value - other.value);
  return {
    settled: given !== undefined || settled,
    source: given === undefined ? 'evidence' : 'setting',
    values: new Map(all.map((value) => [value.value, value])),
    evidence: inALine(seen),
  };
}

function meaningsGiven<Name extends CodeName>(
  name: Name,
  given: Readonly<Record<string, string>>,
): Map<number, CodeMeaning<Name>> {
  const words: readonly CodeMeaning<Name>[] = CODE_MEANINGS[name];
  return new Map(
    Object.entries(given).flatMap(([value, word]) => {
      const meaning = words.find((one) => one === word);
      return meaning === undefined ? [] : [[Number(value), meaning] as const];
    }),
  );
}

/** A service may put anything into a code; a refusal is no place for all of it. */
const MAX_VALUES_IN_A_LINE = 8;

function inALine<Name extends CodeName>(values: readonly ReadValue<Name>[]): ProgramText {
  if (values.length === 0) return trusted`no value was seen yet`;
  const shown = values
    .slice(0, MAX_VALUES_IN_A_LINE)
    .map(({ value, count, evidence }) => trusted`value ${value}: ${count} seen, ${evidence}`);
  const left = values.length - shown.length;
  return joined([...shown, ...(left === 0 ? [] : [trusted`${left} more values`])], '; ');
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
