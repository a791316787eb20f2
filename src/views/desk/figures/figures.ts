import type { FigureView, Numeral } from '../desk-data.ts';

/** A figure of the desk, and which chats are behind it. */
export interface Figure {
  /** The name by which a question asks for it. */
  readonly metric: string;
  readonly label: string;
  /** The chats behind it; absent where list_chats cannot find just these, or put them in this order. */
  readonly behind?: BehindFigure;
}

/** The arguments of list_chats for the chats behind a figure, and what these are called. */
export interface BehindFigure {
  readonly chats: Readonly<Record<string, boolean | string>>;
  readonly title: string;
}

export const CHATS: Figure = {
  metric: 'chats',
  label: 'Chats',
  behind: { chats: {}, title: 'All chats' },
};
export const MISSED: Figure = {
  metric: 'missed',
  label: 'Missed',
  behind: { chats: { missed: true }, title: 'Missed chats' },
};
export const WAIT: Figure = {
  metric: 'wait',
  label: 'Wait',
  behind: { chats: { missed: false, order: 'longest_wait' }, title: 'Served chats, the longest wait first' },
};
export const DURATION: Figure = {
  metric: 'duration',
  label: 'Duration',
  behind: { chats: { missed: false, order: 'longest' }, title: 'Served chats, the longest first' },
};
export const RATING: Figure = {
  metric: 'rating',
  label: 'Rating',
  behind: { chats: { rated: true, order: 'lowest_rating' }, title: 'Rated chats, the lowest rating first' },
};
export const AT_ONCE: Figure = { metric: 'concurrency', label: 'At once' };

/** What is looked at by hour of the week. */
export const HEAT_FIGURES: readonly Figure[] = [CHATS, MISSED, WAIT];

/** What a desk looks at first, in this order. */
export const MAIN_FIGURES: readonly Figure[] = [
  CHATS,
  MISSED,
  { metric: 'first_response', label: 'First response' },
  WAIT,
  RATING,
  DURATION,
  { metric: 'dropped', label: 'Ended unanswered' },
  {
    metric: 'transferred',
    label: 'Transferred',
    behind: { chats: { transferred: true }, title: 'Transferred chats' },
  },
];

/** A figure among those of an answer; undefined where nothing is known of it. */
export function figureIn(figures: readonly FigureView[], { metric }: Figure): FigureView | undefined {
  const found = figures.find((figure) => figure.metric === metric);
  return found?.main && found;
}

/** The number that stands first: of a share how many chats it is, since these can be looked at. */
export function leadIn(figures: readonly FigureView[], figure: Figure): Numeral | undefined {
  const { count, main } = figureIn(figures, figure) ?? {};
  return count ?? main;
}

/** What a figure means: definitions of times are called by their unit. */
export function meaningOf({ metric, label }: Figure, definitions: Readonly<Record<string, string>>): string {
  return definitions[metric] ?? definitions[`${metric}_seconds`] ?? label;
}
