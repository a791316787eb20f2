import { areAssumed, type CodeCounts } from '../../answers/codes.ts';
import type { Summary } from '../../answers/rows/list.ts';
import { spelledOutElsewhere } from '../../answers/tool.ts';
import type { Codebook } from '../../model/codebook/codebook.ts';
import type { Tally } from '../../figures/tally.ts';
import type { Figure } from '../../figures/kinds/figure.ts';
import { METRICS_OF_LISTS, metricsNamed } from '../../figures/metrics/catalogue.ts';
import type { ChatCodes } from '../../model/records.ts';
import type { ChatColumns } from '../../model/chat-columns.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { spanText } from '../../model/words/duration.ts';
import { FiguresShape, figuresData } from '../figures/figure-data.ts';
import { countWords } from '../../figures/figure-words.ts';
import type { ChatRow } from './chat-filters.ts';

/** The metrics that chats are summed up by. */
export const METRICS = metricsNamed(METRICS_OF_LISTS);

/** The data of the summary of chats, beside those of the list. */
export const CHAT_SUMMARY = { summary: spelledOutElsewhere(FiguresShape) };

/** What a summary needs beside the chats. */
interface Asked {
  /** Counts with what is likely as if it was known. */
  readonly tally: Tally;
  /** Count the chats that match, or may match. */
  readonly codes: readonly CodeCounts<ChatCodes>[];
  readonly book: Codebook;
  /** The figures that the filters settle beforehand: that all missed chats are missed says nothing. */
  readonly settled: readonly string[];
}

/** Sums up the chats that match: how many were missed, how long they took, how many were transferred and rated. */
export function chatSummary({ tally, codes, book, settled }: Asked): Summary<ChatRow> {
  // A day has many chats, and few kinds of them: they are counted by kind, and added together.
  let columns: ChatColumns | undefined;
  let rows: number[] = [];
  let ofSets = new Uint32Array();
  const flush = () => {
    if (columns === undefined) return;
    tally.add({ columns, rows: Uint32Array.from(rows) });
    for (const [place, count] of ofSets.entries()) {
      for (const counts of codes) if (count > 0) counts.add(columns.codeSets[place] ?? {}, count);
    }
  };
  const count = ({ columns: ofRow, row }: ChatRow) => {
    if (ofRow !== columns) {
      flush();
      columns = ofRow;
      rows = [];
      ofSets = new Uint32Array(ofRow.codeSets.length);
    }
    const set = ofRow.codes[row] ?? 0;
    ofSets[set] = (ofSets[set] ?? 0) + 1;
  };
  return {
    add: (chat) => {
      count(chat);
      rows.push(chat.row);
    },
    addUndecided: count,
    *settle() {
      flush();
      yield* tally.settle();
    },
    words: () => {
      const all = new Map<string, Figure>([...tally.overall()].map(([metric, figure]) => [metric.name, figure]));
      const figures = new Map([...all].filter(([name]) => !settled.includes(name)));
      const isAssumed = areAssumed(codes, ['is_missed'], book);
      const mark = (name: 'is_chat_transferred' | 'rating') => areAssumed(codes, [name], book);
      const served = all.get('served');
      const ofAll = served?.count ?? 0;
      const ofServed =
        ofAll === 0
          ? []
          : [
              ...spreadWords('wait', figures.get('wait'), ofAll),
              ...spreadWords('duration', figures.get('duration'), ofAll),
              ...shareWords('transferred', figures.get('transferred'), mark('is_chat_transferred')),
              ...ratingWords(figures.get('rating'), ofAll, mark('rating')),
            ];
      const isAll = ofAll === tally.chats;
      const parts = [
        ...shareWords('missed', figures.get('missed'), isAssumed),
        ...(ofServed.length === 0
          ? []
          : [
              `${isAll ? '' : `of ${groupedText(ofAll)} served${isAssumed ? ' (assumed)' : ''}: `}${ofServed.join('; ')}`,
            ]),
      ];
      return parts.length === 0 ? '' : `: ${parts.join('; ')}`;
    },
    data: () => ({
      // Data have known meanings alone.
      summary: figuresData(new Map([...tally.overall()].filter(([metric]) => !areAssumed(codes, metric.codes, book)))),
    }),
  };
}

/** `9 missed (3.5%)`. */
function shareWords(label: string, figure: Figure | undefined, isAssumed: boolean): string[] {
  const { main, count = 0, unknown = 0 } = figure ?? {};
  return main === undefined ? [] : [countWords(label, count, main.n, isAssumed, unknown)];
}

/** `wait median 15 s, p90 37 s`, with how many it is of where that is not all served. */
function spreadWords(label: string, figure: Figure | undefined, served: number): string[] {
  const { main } = figure ?? {};
  if (main?.p90 === undefined) return [];
  const of = main.n === served ? '' : ` (of ${groupedText(main.n)})`;
  return [`${label} median ${spanText(main.value)}, p90 ${spanText(main.p90)}${of}`];
}

/** `65 rated (25.9%), mean 4.02 (seen 1 to 5)`. */
function ratingWords(figure: Figure | undefined, served: number, isAssumed: boolean): string[] {
  if (figure === undefined || served === 0) return [];
  const { main, scale } = figure;
  const rated = countWords('rated', main?.n ?? 0, served, isAssumed);
  if (main === undefined) return [rated];
  return [`${rated}, mean ${rounded(main.value, 2).toFixed(2)}${scale === undefined ? '' : ` (${scale})`}`];
}
