import { omitUndefined } from '../../model/omit-undefined.ts';
import {
  type CodeMeaning,
  type CodeName,
  type CodeObservations,
  type CodeSettings,
  meaningNamed,
  type SaidMeaning,
} from '../../model/codes.ts';
import { confidenceOf } from '../../figures/statistics/confidence.ts';
import {
  endedByEvidence,
  missedEvidence,
  ratingEvidence,
  startedByEvidence,
  transferredEvidence,
} from './chat-codes.ts';
import type { CodeEvidence } from './code-evidence.ts';
import { enabledEvidence, unreadEvidence } from './list-codes.ts';
import { partiesIn, userTypeEvidence } from './transcript-codes.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Codebook, ReadValue, Reading } from '../../model/codebook/codebook.ts';

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
