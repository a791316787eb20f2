import type { FigureView } from '../../figures/figure-view.ts';
import { counted } from '../../model/words/count.ts';
import { whyOf } from './changes-section.ts';
import type { Gathered } from './gathered.ts';
import { worstHour } from './hours-section.ts';
import type { Section } from './section.ts';
import { NotAnswered } from './whole-answers.ts';

/** What is said first of a figure; each is worded where it is a figure. */
const FIRST: readonly (readonly [metric: string, words: (main: string, count: string) => string])[] = [
  ['chats', (main) => `${main} chats`],
  ['missed', (main, count) => `${count} missed (${main})`],
  ['first_response', (main) => `first response in ${main} (median)`],
  ['rating', (main) => `rating ${main}`],
];

/** The three lines that a report begins with: what happened, why, and what to look at. */
export function headline(gathered: Gathered): Section {
  const { performance, changes } = gathered;
  const { figures, coverage } = performance.data;
  const named = new Map(figures.map((figure) => [figure.metric, figure]));
  const happened = FIRST.flatMap(([metric, words]) => firstWords(named.get(metric), words)).join('; ');
  return {
    heading: 'In short',
    blocks: [
      {
        kind: 'lines',
        lines: [
          ['What happened', happenedWords(happened, coverage.complete)],
          ['Why', whyOf(changes)],
          ['What to look at', lookWords(gathered)],
        ],
      },
    ],
  };
}

function lookWords(gathered: Gathered): string {
  const { byHour, waiting } = gathered;
  const isLoaded = [byHour, waiting].every((part) => !(part instanceof NotAnswered) && part.data.coverage.complete);
  const hour = worstHour(gathered);
  const left = waiting instanceof NotAnswered ? 0 : waiting.data.total;
  const look = [
    ...(hour === undefined ? [] : [hour]),
    ...(left === 0
      ? []
      : [
          `${isLoaded ? '' : 'At least '}${counted(left, 'offline message')} ${left === 1 ? 'waits' : 'wait'} for a reply.`,
        ]),
  ];
  if (look.length > 0) return look.join(' ');
  if (!isLoaded) return 'Not all is loaded yet.';
  const isMissedKnown = gathered.performance.data.figures.some(({ metric, count }) => metric === 'missed' && count);
  return `${isMissedKnown ? 'No hour has many of the missed chats, and no' : 'No'} message waits for a reply.`;
}

function happenedWords(happened: string, isComplete: boolean): string {
  if (happened === '') return isComplete ? 'There is no figure of this period.' : 'Nothing is loaded yet.';
  return `${isComplete ? '' : 'Of what is loaded: '}${happened}.`;
}

function firstWords(figure: FigureView | undefined, words: (main: string, count: string) => string): string[] {
  if (figure?.main === undefined) return [];
  const change = figure.change === undefined ? '' : `, ${figure.change}`;
  return [`${words(figure.main.words, figure.count?.words ?? '')}${change}`];
}
