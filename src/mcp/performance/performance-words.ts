import type { Change } from '../../insights/figures/change.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import type { Metric, Scope } from '../../insights/metrics/metric.ts';
import type { Tally } from '../../insights/figures/tally.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { Period } from '../../model/calendar/period.ts';
import { epochMillis } from '../../model/time/units.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Measured } from '../figures/kept-figures.ts';
import type { Reading } from '../figures/random-sample.ts';
import { paragraphs } from '../protocol/token-budget.ts';
import { isOpen } from '../words/code-words.ts';
import { noneWords } from '../words/coverage-words.ts';
import { changeWords, figuresWords } from '../figures/figure-words.ts';
import { durationWords, periodWords, timeWords } from '../words/quantities.ts';

/** Figures in words; where there are no chats, whether that is known to be so. `isCut`: of some hours or days alone. */
export function overallWords(
  tally: Tally,
  metrics: readonly Metric[],
  coverage: Coverage,
  zone: Zone,
  book: Codebook,
  isCut: boolean,
): OwnText {
  const { requests } = tally;
  if (requests === undefined) {
    const none = isCut
      ? safe`No chat was requested at these times of the period.`
      : safe`No chat was requested in this period.`;
    return noneWords(safe`chat of this period`, none, coverage);
  }
  const figures = new Map([...tally.overall()].filter(([metric]) => metrics.includes(metric)));
  const words = figures.size === 0 ? nothingToldWords(tally) : figuresWords(figures, tally.chats, book);
  const at = (moment: number) => timeWords(zone, epochMillis(moment));
  return isComplete(coverage)
    ? words
    : safe`only of what was read so far (requests from ${at(requests.oldest)} to ${at(requests.newest)}): ${words}`;
}

/** What is told by value stands below. */
function nothingToldWords({ unsettled, chats }: Tally): OwnText {
  return unsettled.size > 0 ? safe`${chats} chats` : safe`nothing can be told of it in all.`;
}

/** The figures of the period that is compared with, and how much changed since. */
export function comparisonWords(
  compared: Period,
  figures: OwnText,
  change: ReadonlyMap<Metric, Change> | undefined,
  isSampling: boolean,
): OwnText {
  return paragraphs(
    safe`Against ${periodWords(compared)}: ${figures}`,
    change === undefined
      ? safe`How much it changed is left out: not all of both periods has been read.`
      : safe`Change: ${changeWords(change)}`,
    isSampling ? NOT_COMPARED : undefined,
  );
}

const NOT_COMPARED = safe`What transcripts tell is not compared yet: the random sample of one of the periods is still being read.`;

/** Why figures of transcripts are left out, rest on fewer, or will be surer; undefined where nothing is to be said. */
export function transcriptWords(
  { untold, looked, awaited, awaitedFor }: Measured,
  reading: Reading,
  book: Codebook,
): OwnText | undefined {
  const areLeftOut = 2 * untold > looked;
  const parts = [
    ...(untold === 0
      ? []
      : areLeftOut
        ? [
            safe`Response times are left out: in ${untold} of the ${looked} transcripts looked at, nobody can tell who wrote.${isOpen('user_type', book) ? WRITERS : safe``}`,
          ]
        : [safe`Left out: ${untold} of the ${looked} transcripts looked at, in which nobody can tell who wrote.`]),
    ...(awaited === 0
      ? []
      : [
          reading === 'all'
            ? safe`Of the transcripts, ${awaited} are not read yet; that takes about ${durationWords(Math.max(1, awaitedFor))}, and asking again continues.`
            : safe`Response times rest on a part of the random sample: ${awaited} more transcripts are being read while this server runs, which takes about ${durationWords(Math.max(1, awaitedFor))}.`,
        ]),
  ];
  return parts.length === 0 ? undefined : joinSafe(parts, ' ');
}

const WRITERS = safe` Names and user_type tell it: record_code_meaning settles what the values of user_type mean.`;

const SCOPES: Readonly<Record<Scope, OwnText>> = {
  agent: safe`it is told of one agent whose chats nothing else cuts: name one, or group by agent, week or month alone`,
  everybody: safe`it is told of everybody's chats of at least 7 whole days, in all`,
  promise: safe`give service_level_seconds`,
};

interface Known {
  readonly isWhole: boolean;
  readonly isOfAgent: boolean;
  /** Whether transcripts of the random sample are still being read. */
  readonly isSampling: boolean;
}

/** Why metrics that were asked for by name are among none of the figures. */
export function leftOutWords(metrics: readonly Metric[], known: Known): OwnText | undefined {
  const words = metrics.flatMap((metric) => {
    const why = whyLeftOut(metric, known);
    return why === undefined ? [] : [safe`Left out: ${ownWord(metric.label)}; ${why}.`];
  });
  return words.length === 0 ? undefined : joinSafe(words, '\n');
}

function whyLeftOut({ scope, basis }: Metric, { isWhole, isOfAgent, isSampling }: Known): OwnText | undefined {
  if (scope === 'agent' && isOfAgent) return OF_NO_CONVERSATION;
  if (scope !== undefined) return SCOPES[scope];
  if (basis === 'rows') return undefined;
  // What is said of the sample says when it is there.
  if (isSampling) return undefined;
  return isWhole
    ? safe`it needs transcripts, of which too few are at hand: give transcripts sample or all`
    : safe`it needs transcripts, of which a sample can be drawn when the period is read whole`;
}

const OF_NO_CONVERSATION = safe`it is told of whole conversations of one agent: there is none, or hours, days or other groups cut them`;
