import { z } from 'zod';
import { groupedText } from '../../model/words/number.ts';
import { YES } from '../../model/codebook/code-states.ts';
import { keysOfMetric } from './keys.ts';
import type { Figure, Kind } from './figure.ts';

/** A number of chats. */
export const COUNT: Kind = {
  name: 'count',
  unit: 'chats',
  main: '',
  adds: (value) => (value === YES ? 1 : undefined),
  // The mean of four has quarters.
  decimals: 2,
  columns: () => '',
  shape: (metric) => ({ [keysOfMetric(metric).figure]: z.number().optional() }),
};

export function countFigure(counted: number, periods = 1): Figure {
  const count = counted / periods;
  return {
    main: { value: count, words: groupedText(count), n: counted },
    count,
    words: () => groupedText(count),
    cell: () => groupedText(count),
    data: (metric) => ({ [keysOfMetric(metric).figure]: count }),
  };
}
