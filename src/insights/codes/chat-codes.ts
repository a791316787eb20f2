import type { Likely } from '../../model/codebook/codebook.ts';
import type { SeenChats } from '../../model/codes.ts';
import { isEnough, isProven } from '../../figures/statistics/confidence.ts';
import {
  countByValue,
  dichotomy,
  evidenceOf,
  NO_ROWS,
  ofText,
  sum,
  tallyByValue,
  witnessed,
  type CodeEvidence,
  type Tally,
} from './code-evidence.ts';
import type { Parties } from './transcript-codes.ts';
import { likelyOfTwo, mainValues, otherOfTwo, provenByDifference } from './likelihood.ts';
import { joined, trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import { groupedText } from '../../model/words/number.ts';

// The codes of which the chat list tells something (specification, section 2, "Chat").

const NOTHING = new Map<number, never>();

const countOf = ({ count }: SeenChats): number => count;

/**
 * `is_missed`: a missed chat has no conversation. A served one has a start and names the agent who handled it; where
 * missed chats carry times as well, transcripts can tell, because nobody but an agent writes as one. A chat that still
 * may be waiting is no evidence. What was rated, or answered by an agent, was not missed, whatever its times are.
 */
export function missedEvidence(chats: readonly SeenChats[], parties: readonly Parties[]): CodeEvidence<'is_missed'> {
  const codeOf = ({ missedCode }: SeenChats) => missedCode;
  const seen = countByValue(chats, codeOf, countOf);
  const rows = tallyByValue(chats, codeOf, conversationIn, countOf);
  const transcripts = tallyByValue(
    parties,
    ({ chat }) => chat.missedCode,
    ({ agents }) => (agents.size > 0 ? 'yes' : 'no'),
  );
  const byRows = dichotomy(
    seen,
    rows,
    { meaning: 'served', because: trusted`with a conversation` },
    { meaning: 'missed', because: trusted`without a conversation` },
  );
  const byTranscripts = dichotomy(
    seen,
    transcripts,
    { meaning: 'served', because: trusted`with an agent` },
    { meaning: 'missed', because: trusted`without an agent` },
  );
  const byDifference = provenByDifference(
    seen,
    rows,
    { meaning: 'served', because: trusted`with a conversation` },
    { meaning: 'missed', because: trusted`without a conversation` },
  );
  const proofs = [byRows, byTranscripts, byDifference].find(({ size }) => size > 0) ?? byRows;
  const [missed] = [...proofs].flatMap(([value, { meaning }]) => (meaning === 'missed' ? [value] : []));
  const isRefuted = missed !== undefined && (answers(missed, transcripts) || isRated(missed, chats));
  return evidenceOf(
    seen,
    (value) => {
      const [{ n, yes }, written] = [rows.get(value) ?? NO_ROWS, transcripts.get(value) ?? NO_ROWS];
      return [
        trusted`${ofText({ agreeing: yes, n })} with a conversation`,
        ...(written.n === 0
          ? []
          : [trusted`an agent wrote in ${ofText({ agreeing: written.yes, n: written.n })} transcripts`]),
      ];
    },
    isRefuted ? NOTHING : proofs,
    isRefuted
      ? NOTHING
      : (likelyServed(seen, rows) ??
          likelyOfTwo(seen, rows, {
            yes: 'served',
            no: 'missed',
            // Rows tell of every chat that is listed, and few are missed.
            fewest: 1,
            because: (has, lacks) =>
              trusted`${ofText(has)} loaded chats with ${has.value} have a conversation, ${ofText(lacks)} with ${lacks.value}`,
          })),
  );
}

function likelyServed(
  seen: ReadonlyMap<number, number>,
  rows: ReadonlyMap<number, Tally>,
): ReadonlyMap<number, Likely<'served'>> | undefined {
  const [only, ...more] = mainValues(seen);
  const { n, yes } = rows.get(only ?? 0) ?? NO_ROWS;
  if (only === undefined || more.length > 0 || !isProven({ n, agreeing: yes })) return undefined;
  return new Map([
    [only, { meaning: 'served', because: trusted`${ofText({ agreeing: yes, n })} loaded chats have a conversation` }],
  ]);
}

function conversationIn({ hasStarted, namesAgent, isRecent }: SeenChats): 'yes' | 'no' | 'neither' | undefined {
  if (hasStarted) return namesAgent ? 'yes' : 'neither';
  return isRecent ? undefined : 'no';
}

function answers(value: number, transcripts: ReturnType<typeof tallyByValue>): boolean {
  const { n, yes } = transcripts.get(value) ?? NO_ROWS;
  return isProven({ n, agreeing: yes });
}

function isRated(value: number, chats: readonly SeenChats[]): boolean {
  const ratings = ratingsOf(chats, new Set([value]));
  return ratings.size > 1 && witnessed(ratings) === undefined;
}

function ratingsOf(chats: readonly SeenChats[], missedCodes: ReadonlySet<number>): Map<number, number> {
  return countByValue(
    chats.filter(({ missedCode }) => missedCode !== undefined && missedCodes.has(missedCode)),
    ({ ratingCode }) => ratingCode,
    countOf,
  );
}

/**
 * `rating`: a missed chat cannot have been rated, so what nearly all of them carry is "not rated", if served chats
 * carry it as well; where they carry nothing, every value is a rating. Refused where another value looks like a second
 * "not rated", or where this one could be a rating, as a default would be.
 */
export function ratingEvidence(
  chats: readonly SeenChats[],
  missedCodes: ReadonlySet<number>,
  servedCodes: ReadonlySet<number>,
): CodeEvidence<'rating'> {
  const seen = countByValue(chats, ({ ratingCode }) => ratingCode, countOf);
  const [ofMissed, ofServed] = [ratingsOf(chats, missedCodes), ratingsOf(chats, servedCodes)];
  const words = (value: number) => [
    trusted`${ofText({ agreeing: ofMissed.get(value) ?? 0, n: sum(ofMissed.values()) })} in missed chats`,
  ];
  const withoutAny = (codes: ReadonlySet<number>) =>
    sum(
      chats
        .filter(
          ({ missedCode, ratingCode }) => missedCode !== undefined && codes.has(missedCode) && !isGiven(ratingCode),
        )
        .map(countOf),
    );
  const [missedWithout, servedWithout] = [withoutAny(missedCodes), withoutAny(servedCodes)];
  if (ofMissed.size === 0) {
    const isAbsence =
      isEnough(missedWithout) && isEnough(servedWithout) && [...seen.keys()].every((value) => value > 0);
    return evidenceOf(seen, words, NOTHING, likelyNotRated(seen), isAbsence);
  }
  const notRated = witnessed(ofMissed);
  const served = sum(ofServed.values());
  const isUsual =
    notRated !== undefined &&
    isEnough(ofServed.get(notRated.value) ?? 0) &&
    // Where served chats without a rating carry nothing, a value that missed ones carry is something else.
    isProven({ n: served + servedWithout, agreeing: served }) &&
    standsApart(
      notRated.value,
      [...seen.keys()].filter((value) => value !== notRated.value),
    );
  if (!isUsual) {
    const isRefused = notRated !== undefined && isEnough(sum(ofMissed.values()));
    return evidenceOf(seen, words, NOTHING, isRefused ? NOTHING : likelyNotRated(seen));
  }
  const { value, agreement } = notRated;
  return evidenceOf(
    seen,
    words,
    new Map([[value, { meaning: 'not rated', agreement, because: trusted`missed chats` }]]),
  );
}

/** The one value that is not positive, or far from all others, where it is the usual one. */
function likelyNotRated(seen: ReadonlyMap<number, number>): ReadonlyMap<number, Likely<'not rated'>> {
  const total = sum(seen.values());
  const [usual, ...others] = [...seen].sort(([, one], [, other]) => other - one).map(([value]) => value);
  if (usual === undefined || total < FEWEST_RATED || others.length < 2 || !standsApart(usual, others)) return NOTHING;
  const because = trusted`${ofText({ agreeing: seen.get(usual) ?? 0, n: total })} loaded chats have ${usual}, which stands apart from the other values`;
  return new Map([[usual, { meaning: 'not rated', because }]]);
}

/** With fewer chats, nothing is usual. */
const FEWEST_RATED = 20;

function isGiven(code: number | undefined): boolean {
  return code !== undefined;
}

/** Whether a value cannot be one of a scale: not positive, or further from it than its steps are from each other. */
function standsApart(value: number, scale: readonly number[]): boolean {
  if (scale.some((one) => one <= 0)) return false;
  if (value <= 0) return true;
  const sorted = scale.toSorted((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined || least === most) return false;
  const steps = sorted.slice(1).map((one, index) => one - (sorted[index] ?? one));
  const widest = Math.max(...steps);
  return value < least - widest || value > most + widest;
}

/**
 * `is_chat_transferred`: more than one agent has a part in a transferred chat, and one in any other. Agents are told
 * by their names among the authors and in the row.
 */
export function transferredEvidence(
  chats: readonly SeenChats[],
  parties: readonly Parties[],
): CodeEvidence<'is_chat_transferred'> {
  const seen = countByValue(chats, ({ transferredCode }) => transferredCode, countOf);
  const tallies = tallyByValue(
    parties,
    ({ chat }) => chat.transferredCode,
    ({ agents, rowAgent }) => {
      if (agents.size === 0) return undefined;
      return new Set([...agents, ...(rowAgent === undefined ? [] : [rowAgent])]).size > 1 ? 'yes' : 'no';
    },
  );
  const likely = likelyOfTwo(
    seen,
    tallies,
    {
      yes: 'transferred',
      no: 'not transferred',
      fewest: FEWEST_COMPARED,
      because: (has, lacks) =>
        trusted`several agents wrote in ${ofText(has)} loaded transcripts with ${has.value}, in ${ofText(lacks)} with ${lacks.value}`,
    },
    LEAST_DIFFERENCE_OF_TRANSFERS,
  );
  return evidenceOf(
    seen,
    (value) => {
      const { n, yes } = tallies.get(value) ?? NO_ROWS;
      return n === 0 ? [] : [trusted`several agents wrote in ${ofText({ agreeing: yes, n })} transcripts`];
    },
    [
      dichotomy(seen, tallies, TRANSFERRED, NOT_TRANSFERRED),
      // Agents help each other in chats that nobody hands over.
      provenByDifference(seen, tallies, TRANSFERRED, NOT_TRANSFERRED, true),
    ].find(({ size }) => size > 0) ?? NOTHING,
    likely.size > 0 ? likely : likelyNotTransferred(seen, tallies),
  );
}

/** The one value whose transcripts are loaded, where hardly any has several agents: a transferred chat would have. */
function likelyNotTransferred(
  seen: ReadonlyMap<number, number>,
  tallies: ReadonlyMap<number, Tally>,
): ReadonlyMap<number, Likely<'transferred' | 'not transferred'>> {
  const [value, ...more] = [...tallies.keys()];
  const { n, yes, no } = tallies.get(value ?? 0) ?? NO_ROWS;
  if (value === undefined || more.length > 0 || !isProven({ n, agreeing: no })) return NOTHING;
  const because = trusted`several agents wrote in ${ofText({ agreeing: yes, n })} loaded transcripts with ${value}`;
  return new Map<number, Likely<'transferred' | 'not transferred'>>([
    [value, { meaning: 'not transferred', because }],
    ...otherOfTwo(seen, value, { meaning: 'transferred' as const, because }),
  ]);
}

const TRANSFERRED = { meaning: 'transferred', because: trusted`with several agents` } as const;
const NOT_TRANSFERRED = { meaning: 'not transferred', because: trusted`with one agent` } as const;
/** Who takes a chat over may write nothing, and who helps may write in any. */
const LEAST_DIFFERENCE_OF_TRANSFERS = 0.3;

/** The transcripts, or chats, that each of two values has to have before they are compared. */
const FEWEST_COMPARED = 3;

/**
 * `chat_started_by`: counted, and never proven. That an agent writes first, or before the request, may be a knock, and
 * may be an automatic greeting in an agent's name, while knocks stand in no transcript. Where agents write first under the
 * rarer value, or nobody waits for them, it is likely theirs: most visitors ask of their own accord.
 */
export function startedByEvidence(
  chats: readonly SeenChats[],
  parties: readonly Parties[],
): CodeEvidence<'chat_started_by'> {
  const seen = countByValue(chats, ({ startedByCode }) => startedByCode, countOf);
  const codeOf = ({ chat }: Parties) => chat.startedByCode;
  const wroteFirst = tallyByValue(parties, codeOf, ({ agentAt, visitorAt = Infinity }) =>
    agentAt === undefined ? undefined : agentAt < visitorAt ? 'yes' : 'no',
  );
  const wroteEarly = tallyByValue(parties, codeOf, ({ chat, agentAt }) =>
    agentAt === undefined ? undefined : agentAt < chat.requestedAt ? 'yes' : 'no',
  );
  const byWaits = likelyOfTwo(
    seen,
    tallyByValue(
      chats,
      ({ startedByCode }) => startedByCode,
      ({ hasWaited }) => (hasWaited === undefined ? undefined : hasWaited ? 'no' : 'yes'),
      countOf,
    ),
    {
      yes: 'agent',
      no: 'visitor',
      fewest: FEWEST_COMPARED,
      because: (has, lacks) =>
        trusted`${ofText(has)} loaded chats with ${has.value} began without a wait, ${ofText(lacks)} with ${lacks.value}${firstWords(has.value, lacks.value, wroteFirst)}`,
    },
  );
  const byWords = likelyOfTwo(seen, wroteFirst, {
    yes: 'agent',
    no: 'visitor',
    fewest: FEWEST_COMPARED,
    because: (has, lacks) =>
      trusted`an agent wrote first in ${ofText(has)} loaded transcripts with ${has.value}, in ${ofText(lacks)} with ${lacks.value}`,
  });
  const likely = agreeing([byWaits, byWords]);
  return evidenceOf(
    seen,
    (value) => {
      const [{ n, yes }, early] = [wroteFirst.get(value) ?? NO_ROWS, wroteEarly.get(value) ?? NO_ROWS];
      return n === 0
        ? []
        : [
            trusted`an agent wrote first in ${ofText({ agreeing: yes, n })} transcripts`,
            trusted`before the request in ${early.yes}`,
          ];
    },
    NOTHING,
    [...likely].some(([value, { meaning }]) => meaning === 'agent' && isRarer(value, seen)) ? likely : NOTHING,
  );
}

/** How often an agent wrote first under the value of agents, which speaks for the reading, and under that of visitors, which speaks against it. */
function firstWords(ofAgents: number, ofVisitors: number, wroteFirst: ReadonlyMap<number, Tally>): ProgramText {
  const [speaksFor, speaksAgainst] = [wroteFirst.get(ofAgents) ?? NO_ROWS, wroteFirst.get(ofVisitors) ?? NO_ROWS];
  const wordsOf = ({ yes, n }: Tally, value: number) =>
    trusted`in ${ofText({ agreeing: yes, n })} transcripts with ${value}`;
  const parts = [
    trusted``,
    ...(speaksFor.n === 0 ? [] : [trusted`an agent wrote first ${wordsOf(speaksFor, ofAgents)}`]),
    ...(speaksAgainst.yes === 0 ? [] : [trusted`but an agent wrote first ${wordsOf(speaksAgainst, ofVisitors)}`]),
  ];
  return joined(parts, '; ');
}

/** The first of some readings; nothing where another one contradicts it. */
function agreeing<Meaning extends string>(
  readings: readonly ReadonlyMap<number, Likely<Meaning>>[],
): ReadonlyMap<number, Likely<Meaning>> {
  const [first, ...others] = readings.filter(({ size }) => size > 0);
  if (first === undefined) return NOTHING;
  const contradicts = (reading: typeof first): boolean =>
    [...reading].some(([value, { meaning }]) => first.get(value)?.meaning !== meaning);
  return others.some(contradicts) ? NOTHING : first;
}

function isRarer(value: number, seen: ReadonlyMap<number, number>): boolean {
  return 2 * (seen.get(value) ?? 0) < sum(seen.values());
}

/**
 * `chat_ended_by`: who leaves last shows neither in times nor in words. Of three values, the one that only chats without an
 * end have stands for nobody.
 */
export function endedByEvidence(chats: readonly SeenChats[]): CodeEvidence<'chat_ended_by'> {
  const codeOf = ({ endedByCode }: SeenChats) => endedByCode;
  const ended = countByValue(
    chats.filter(({ hasEnded }) => hasEnded),
    codeOf,
    countOf,
  );
  const seen = countByValue(chats, codeOf, countOf);
  return evidenceOf(
    seen,
    (value) => [trusted`${groupedText(ended.get(value) ?? 0)} of them with an end`],
    NOTHING,
    likelyNobody(seen, ended),
  );
}

function likelyNobody(
  seen: ReadonlyMap<number, number>,
  ended: ReadonlyMap<number, number>,
): ReadonlyMap<number, Likely<'nobody'>> {
  const values = mainValues(seen);
  const withEnd = (value: number) => (ended.get(value) ?? 0) / (seen.get(value) ?? 1);
  const [nobody, ...more] = values.filter((value) => withEnd(value) < RARELY);
  const others = values.filter((value) => value !== nobody);
  if (nobody === undefined || more.length > 0 || others.length < 2) return NOTHING;
  if (others.some((value) => withEnd(value) < 1 - RARELY)) return NOTHING;
  const because = trusted`${ofText({ agreeing: ended.get(nobody) ?? 0, n: seen.get(nobody) ?? 0 })} loaded chats with ${nobody} have an end; nearly all others do`;
  return new Map([[nobody, { meaning: 'nobody', because }]]);
}

/** Chats go on while they are listed. */
const RARELY = 0.1;
