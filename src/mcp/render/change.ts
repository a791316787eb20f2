import { CHANGING_FIGURES, FEW, type Change, type ChangingFigure } from '../../insights/change.ts';
import { joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { durationWords, percentWords, rounded } from './words.ts';

type Changes = Readonly<Partial<Record<ChangingFigure, Change>>>;

/** How figures changed, in words: `chats +12 (+0.8 %) · missed rate +3.1 points · …`; what is weak is marked, and why. */
export function changeWords(changes: Changes): OwnText {
  const words = CHANGING_FIGURES.flatMap((figure) => {
    const change = changes[figure];
    return change === undefined ? [] : [safe`${LABELS[figure]} ${changedBy(figure, change)}${marks(change)}`];
  });
  return joinSafe([joinSafe(words, ' · '), ...legend(Object.values(changes))], '\n');
}

const LABELS: Readonly<Record<ChangingFigure, OwnText>> = {
  chats: safe`chats`,
  missed_rate: safe`missed rate`,
  wait_seconds_median: safe`median wait`,
  first_response_seconds_median: safe`median first response`,
  duration_seconds_median: safe`median duration`,
  service_level_rate: safe`service level`,
  transfer_rate: safe`transfer rate`,
  dropped_rate: safe`unanswered end`,
  rating_mean: safe`rating`,
};

function changedBy(figure: ChangingFigure, { absolute, relative }: Change): OwnText {
  if (absolute === 0) return safe`unchanged`;
  const sign = absolute < 0 ? safe`−` : safe`+`;
  const size = Math.abs(absolute);
  const inRelation = relative === undefined ? safe`` : safe` (${sign}${percentWords(Math.abs(relative))})`;
  switch (figure) {
    case 'chats':
      return safe`${sign}${size}${inRelation}`;
    case 'missed_rate':
    case 'service_level_rate':
    case 'transfer_rate':
    case 'dropped_rate':
      return safe`${sign}${rounded(size * 100, 1)} points${inRelation}`;
    case 'wait_seconds_median':
    case 'first_response_seconds_median':
    case 'duration_seconds_median':
      return safe`${sign}${size < 10 ? safe`${rounded(size, 1)} s` : durationWords(size)}${inRelation}`;
    case 'rating_mean':
      return safe`${sign}${rounded(size, 2)}${inRelation}`;
  }
}

function marks({ few, uncertain }: Change): OwnText {
  return safe`${few === true ? safe`*` : safe``}${uncertain === true ? safe` (?)` : safe``}`;
}

function legend(changes: readonly Change[]): OwnText[] {
  return [
    ...(changes.some(({ few }) => few === true)
      ? [safe`Marked *: of fewer than ${FEW} in one of the periods, so chance alone may move it that much.`]
      : []),
    ...(changes.some(({ uncertain }) => uncertain === true)
      ? [safe`Marked (?): estimated from samples, and so widely that it may not have changed at all.`]
      : []),
  ];
}
