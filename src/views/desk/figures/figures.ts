import type { Change, Figures, Spread } from '../desk-data.ts';
import { shareWords } from '../words.ts';
import { counted, durationWords, numberWords, TIED } from '../../shared/words.ts';

/** A figure of the desk: where it is in data, how it is read, and which chats are behind it. */
export interface Figure {
  /** The name by which a question asks for it. */
  readonly metric: string;
  readonly label: string;
  /** Its key in data and in definitions, and that of its change. */
  readonly key: string;
  readonly change: string;
  readonly kind: 'count' | 'share' | 'seconds' | 'number' | 'limit' | 'rating' | 'estimated share';
  /** Of a share: the key of its rate, and of what it is a share, in words. */
  readonly rate?: string;
  readonly of?: string;
  /** Absent where more is neither good nor bad. */
  readonly better?: 'more' | 'less';
  /** The chats behind it; absent where list_chats cannot find just these, or put them in this order. */
  readonly behind?: BehindFigure;
}

/** The arguments of list_chats for the chats behind a figure, and what these are called. */
export interface BehindFigure {
  readonly chats: Readonly<Record<string, boolean | string>>;
  readonly title: string;
}

const seconds = (metric: string): Pick<Figure, 'metric' | 'key' | 'change' | 'kind'> => ({
  metric,
  key: `${metric}_seconds`,
  change: `${metric}_seconds_median`,
  kind: 'seconds',
});

export const CHATS: Figure = {
  metric: 'chats',
  label: 'Chats',
  key: 'chats',
  change: 'chats',
  kind: 'count',
  behind: { chats: {}, title: 'All chats' },
};
export const MISSED: Figure = {
  metric: 'missed',
  label: 'Missed',
  key: 'missed',
  change: 'missed_rate',
  kind: 'share',
  rate: 'missed_rate',
  of: 'chats',
  better: 'less',
  behind: { chats: { missed: true }, title: 'Missed chats' },
};
export const WAIT: Figure = {
  ...seconds('wait'),
  label: 'Wait',
  better: 'less',
  behind: { chats: { missed: false, order: 'longest_wait' }, title: 'Served chats, the longest wait first' },
};
const FIRST_RESPONSE: Figure = {
  ...seconds('first_response'),
  label: 'First response',
  better: 'less',
};
export const DURATION: Figure = {
  ...seconds('duration'),
  label: 'Duration',
  behind: { chats: { missed: false, order: 'longest' }, title: 'Served chats, the longest first' },
};
export const RATING: Figure = {
  metric: 'rating',
  label: 'Rating',
  key: 'rating',
  change: 'rating_mean',
  kind: 'rating',
  better: 'more',
  behind: { chats: { rated: true, order: 'lowest_rating' }, title: 'Rated chats, the lowest rating first' },
};
export const AT_ONCE: Figure = {
  metric: 'concurrency',
  label: 'At once',
  key: 'concurrency',
  change: 'concurrency_mean',
  kind: 'number',
  behind: { chats: {}, title: 'All chats' },
};

/** How long agents had as many conversations as they may: a part of what concurrency tells. */
export const AT_LIMIT: Figure = {
  ...AT_ONCE,
  metric: 'at_limit',
  label: 'At the limit',
  kind: 'limit',
};

/** What is looked at by hour of the week. */
export const HEAT_FIGURES: readonly Figure[] = [CHATS, MISSED, WAIT];

/** What a desk looks at first, in this order. */
export const MAIN_FIGURES: readonly Figure[] = [
  CHATS,
  MISSED,
  FIRST_RESPONSE,
  WAIT,
  RATING,
  DURATION,
  {
    metric: 'dropped',
    label: 'Ended unanswered',
    key: 'dropped',
    change: 'dropped_rate',
    kind: 'estimated share',
    better: 'less',
  },
  {
    metric: 'transferred',
    label: 'Transferred',
    key: 'transferred',
    change: 'transfer_rate',
    kind: 'share',
    rate: 'transfer_rate',
    of: 'served',
    behind: { chats: { transferred: true }, title: 'Transferred chats' },
  },
];

/** A figure as it is read: its main number, that in words, and what stands beside it. */
export interface Read {
  readonly value: number;
  readonly words: string;
  readonly beside: readonly string[];
  /** Of how many it is estimated. */
  readonly estimate?: string;
}

/** Reads a figure; undefined where it is not known. */
export function readFigure(figures: Figures, figure: Figure): Read | undefined {
  const told = figures[figure.key];
  if (told === undefined) return undefined;
  if (typeof told === 'number') return figure.kind === 'share' ? readShare(told, figures, figure) : count(told);
  return READERS[figure.kind]?.(told);
}

const count = (value: number): Read => ({ value, words: numberWords(value), beside: [] });

function readShare(value: number, figures: Figures, { key, rate, of = '' }: Figure): Read {
  const [whole, share] = [figures[`${key}_of`], figures[rate ?? '']];
  const ofWords = typeof whole === 'number' ? [`of ${numberWords(whole)} ${of}`] : [];
  return {
    value,
    words: numberWords(value),
    beside: [...ofWords, ...(typeof share === 'number' ? [shareWords(share)] : [])],
  };
}

const READERS: Readonly<Partial<Record<Figure['kind'], (told: Spread) => Read | undefined>>> = {
  seconds: ({ median, p90, n, never_answered: never, ...sample }) =>
    median === undefined
      ? undefined
      : {
          value: median,
          words: durationWords(median),
          beside: [
            'median',
            ...(p90 === undefined ? [] : [`90${TIED}% within ${durationWords(p90)}`]),
            ...(n === undefined ? [] : [`of ${counted(n, 'chat')}`]),
            ...(never === undefined || never === 0 ? [] : [`${counted(never, 'chat')} never answered`]),
          ],
          ...estimateOf(sample, durationWords),
        },
  number: ({ mean, peak, limit }) =>
    mean === undefined
      ? undefined
      : {
          value: mean,
          words: numberWords(mean),
          beside: [
            ...(peak === undefined ? [] : [`peak ${numberWords(peak)}`]),
            ...(limit === undefined ? [] : [`limit ${numberWords(limit)}`]),
          ],
        },
  limit: ({ at_limit: share }) =>
    share === undefined ? undefined : { value: share, words: shareWords(share), beside: ['of the time'] },
  rating: ({ mean, n, response_rate: rate }) =>
    mean === undefined
      ? undefined
      : {
          value: mean,
          words: numberWords(mean),
          beside: [
            ...(n === undefined ? [] : [`of ${counted(n, 'rated chat')}`]),
            ...(rate === undefined ? [] : [`${shareWords(rate)} of served`]),
          ],
        },
  'estimated share': ({ rate, ...sample }) =>
    rate === undefined
      ? undefined
      : {
          value: rate,
          words: shareWords(rate),
          beside: ['of served chats; a last thank-you counts, too'],
          ...estimateOf(sample, shareWords),
        },
};

function estimateOf(
  { estimated, sampled, population, ci95: [low, high] = [] }: Spread,
  words: (value: number) => string,
): Pick<Read, 'estimate'> {
  if (estimated !== true || sampled === undefined || population === undefined) return {};
  const of = `Estimated from ${numberWords(sampled)} of ${counted(population, 'chat')}`;
  return {
    estimate: low === undefined || high === undefined ? of : `${of}; 95${TIED}% sure: ${words(low)} to ${words(high)}`,
  };
}

/** A change in words: by how much, from what, whether that is better where that is known, and how sure it is. */
export interface ChangeWords {
  readonly words: string;
  readonly verdict?: 'better' | 'worse';
  readonly doubt?: string;
}

/**
 * Words the change of a figure from one answer's figures to another's. Whether it is better is said of estimates alone: their intervals
 * tell what is more than chance, and nothing tells it of other figures.
 */
export function changeWords(change: Change, figure: Figure, now: Figures, before: Figures): ChangeWords {
  const { absolute, relative, few, uncertain } = change;
  const { kind, better } = figure;
  const earlier = mainOf(before, figure)?.words;
  const from = earlier === undefined ? '' : `, before ${earlier}`;
  if (Math.abs(absolute) < LEAST[kind])
    return { words: `${absolute === 0 ? 'no change' : 'hardly any change'}${from}` };
  const doubt = uncertain === true ? 'may be chance' : few === true ? 'of few chats' : undefined;
  const verdict = absolute > 0 === (better === 'more') ? 'better' : 'worse';
  const isTold = doubt === undefined && better !== undefined && [now, before].every((of) => isEstimate(of[figure.key]));
  return {
    words: `${absolute > 0 ? '+' : '−'}${amountWords(Math.abs(absolute), Math.abs(relative ?? 0), kind)}${from}`,
    ...(isTold && { verdict }),
    ...(doubt !== undefined && { doubt }),
  };
}

/** A count of periods of unlike length, by day: that there were more days is no change. */
export function perDayWords(now: number, days: number, before: number, daysBefore: number): ChangeWords {
  return { words: `${byDay(now / days)} a day, before ${byDay(before / daysBefore)} a day` };
}

const byDay = (count: number): string => numberWords(Math.round(count * 10) / 10);

const isEstimate = (told: Figures[string] | undefined): boolean => typeof told === 'object' && told.estimated === true;

/** The number by which a figure is drawn and compared: of a share that is its rate. */
export function mainOf(figures: Figures, figure: Figure): Pick<Read, 'value' | 'words'> | undefined {
  if (figure.kind !== 'share') return readFigure(figures, figure);
  const rate = figures[figure.rate ?? ''];
  return typeof rate === 'number' ? { value: rate, words: shareWords(rate) } : undefined;
}

/** What is less than this would read as nothing. */
const LEAST: Readonly<Record<Figure['kind'], number>> = {
  count: 1,
  share: 0.0005,
  'estimated share': 0.0005,
  seconds: 0.5,
  rating: 0.005,
  number: 0.005,
  limit: 0.0005,
};

function amountWords(amount: number, relative: number, kind: Figure['kind']): string {
  switch (kind) {
    case 'share':
    case 'estimated share':
    case 'limit':
      return `${numberWords(Math.round(amount * 1000) / 10)} points`;
    case 'seconds':
      return durationWords(amount);
    case 'rating':
    case 'number':
      return numberWords(amount);
    case 'count':
      return relative === 0 ? numberWords(amount) : `${numberWords(amount)} (${shareWords(relative)})`;
  }
}
