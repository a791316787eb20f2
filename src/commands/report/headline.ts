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
          ['What happened', `${coverage.complete ? '' : 'Of what is loaded: '}${happened}.`],
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
    ...(left === 0 ? [] : [`${counted(left, 'offline message')} without a reply${isLoaded ? '' : ', or more'}.`]),
  ];
  if (look.length > 0) return look.join(' ');
  return isLoaded
    ? 'No hour has many of the missed chats, and no message waits for a reply.'
    : 'Not all is loaded yet.';
}

function firstWords(figure: FigureView | undefined, words: (main: string, count: string) => string): string[] {
  if (figure?.main === undefined) return [];
  const change = figure.change === undefined ? '' : `, ${figure.change}`;
  return [`${words(figure.main.words, figure.count?.words ?? '')}${change}`];
}
