import type { Change, ChangingFigure } from '../../insights/change.ts';
import type { Codebook } from '../../insights/codebook.ts';
import type { Metrics } from '../../insights/metrics.ts';
import { isComplete } from '../../model/coverage.ts';
import type { Period } from '../../model/period.ts';
import type { Zone } from '../../model/zone.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import type { ResponseSample } from '../response-sample.ts';
import type { SelectedChats } from '../selection.ts';
import { paragraphs } from './budget.ts';
import { changeWords } from './change.ts';
import { unsettledCodeWords } from './codebook.ts';
import { noneWords } from './coverage.ts';
import { performanceWords } from './performance.ts';
import { percentWords, timeWords } from './words.ts';

/** The days of a period, and their zone. */
export function periodWords({ from, to, zone }: Period): OwnText {
  return from === to
    ? safe`${ownWord(from)} (${ownWord(zone.id)})`
    : safe`${ownWord(from)} to ${ownWord(to)} (${ownWord(zone.id)})`;
}

/** Figures in words; where there are no chats, whether that is known to be so. `isCut`: of some hours or days alone. */
export function figureWords(
  metrics: Metrics,
  { chats, coverage }: SelectedChats,
  zone: Zone,
  book: Codebook,
  isCut: boolean,
): OwnText {
  const [newest] = chats;
  const oldest = chats.at(-1);
  if (newest === undefined || oldest === undefined) {
    const none = isCut
      ? safe`No chat was requested at these times of the period.`
      : safe`No chat was requested in this period.`;
    return noneWords(safe`chat of this period`, none, coverage);
  }
  return isComplete(coverage)
    ? performanceWords(metrics, book)
    : safe`only of what was read so far (requests from ${timeWords(zone, oldest.requestedAt)} to ${timeWords(zone, newest.requestedAt)}): ${performanceWords(metrics, book)}`;
}

/** The figures of the period that is compared with, and how much changed since. */
export function comparisonWords(
  compared: Period,
  figures: OwnText,
  change: Partial<Record<ChangingFigure, Change>> | undefined,
): OwnText {
  return paragraphs(
    safe`Against ${periodWords(compared)}: ${figures}`,
    change === undefined
      ? safe`How much it changed is left out: not all of both periods has been read.`
      : safe`Change: ${changeWords(change)}`,
  );
}

/** What the main figures of an answer mean, in a line. */
export function definitionWords(metrics: Metrics): OwnText | undefined {
  if (metrics.chats === 0) return undefined;
  const { missed_rate, wait_seconds, rating } = metrics;
  const parts = [
    ...(missed_rate === undefined ? [] : [safe`missed rate is of all ${metrics.chats} chats`]),
    ...(wait_seconds === undefined ? [] : [safe`wait is request to start, n ${wait_seconds.n}`]),
    ...(metrics.duration_seconds === undefined
      ? []
      : [safe`duration is start to end, n ${metrics.duration_seconds.n}`]),
    ...(rating?.response_rate === undefined
      ? []
      : [safe`${percentWords(rating.response_rate)} of served chats were rated`]),
  ];
  return safe`${joinSafe(parts, '; ')}. Definitions: get_service_status with explain_figures true.`;
}

/** Why response times are left out of figures, or will be surer; undefined where nothing is to be said. */
export function sampleWords({ untold, awaited }: ResponseSample, book: Codebook): OwnText | undefined {
  if (untold === 0) {
    return awaited === 0
      ? undefined
      : safe`Response times: ${awaited} more transcripts of the random sample are being read; asking again is surer.`;
  }
  const why = safe`Response times are left out: in ${untold} of the transcripts looked at, nobody can tell who wrote.`;
  return book.user_type.settled ? why : safe`${why} They rest on ${ownWord(unsettledCodeWords('user_type', book))}`;
}
