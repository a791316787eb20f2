import type { Cell, Groups, Label } from '../../charts/chart.ts';
import type { Period } from '../../model/calendar/period.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { plainText, shortened } from '../../privacy/quoted.ts';
import { periodText, shortPeriodText } from '../../answers/words/period-text.ts';
import type { Talk } from './read-talk.ts';
import type { TopicData } from './topic-data.ts';
import { saidWords } from './topic-words.ts';
import { rounded } from '../../model/words/number.ts';

/** More rows cannot be told apart. */
const MOST_ROWS = 20;
const LABEL_LENGTH = 40;

/** Draws the topics that are said most, and how much they were said before, where that is known; undefined where there is none. */
export function topicChart(
  topics: readonly TopicData[],
  { before, isComparable }: Talk,
  period: Period,
  earlier: Period | undefined,
): Groups | undefined {
  if (topics.length === 0) return undefined;
  const shown = topics.slice(0, MOST_ROWS);
  const thisYear = period.to.slice(0, 4);
  const isCompared = earlier !== undefined && before !== undefined && isComparable;
  return {
    kind: 'bars',
    title: `Share of chats in which a visitor said it, ${periodText(period)} (${period.zone.id})`,
    unit: 'share',
    name: shortPeriodText(period, thisYear),
    points: shown.map(({ term, said }) => ({ label: labelOf(term), ...cellOf(said) })),
    ...(isCompared && {
      compared: {
        name: shortPeriodText(earlier, thisYear),
        points: shown.map(({ term, before: then }) => ({ label: labelOf(term), ...cellOf(then) })),
      },
    }),
    leftOut: topics.length - shown.length,
  };
}

function labelOf(term: TopicData['term']): Label {
  return { text: plainText(shortened(term, LABEL_LENGTH)) };
}

function cellOf(share: TopicData['said'] | undefined): Cell {
  if (share === undefined || share.of === 0) return { read: 'whole' };
  const [low, high] = share.ci95 ?? [];
  const interval = low === undefined || high === undefined ? undefined : ([low, high] as const);
  const figure = omitUndefined({ value: rounded(share.share, 4), words: saidWords(share), interval });
  return { figure, read: 'whole' };
}
