import { Foreign } from '../../model/foreign.ts';
import { createHash } from 'node:crypto';
import { isVisitorId } from '../../model/chat-columns.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Grouping } from './grouping.ts';

/** Visitors of whom no record at hand names a country come last. */
const UNKNOWN = Number.MAX_VALUE;

/** A number that stands for a name, which is a stranger's and may be of any length: the same in each answer. */
function numberOf(name: string): number {
  return Number.parseInt(createHash('sha256').update(name).digest('hex').slice(0, 12), 16);
}

/** The country of the visitor's latest record. */
export const country = {
  name: 'country',
  label: trusted`country`,
  order: 'chats',
  cuts: true,
  needs: 'visitors',
  keys: ({ countries }) => {
    const names = [...new Set(countries.values())].sort();
    const places = new Map(names.map((name, place) => [name, place]));
    const placeOf = (visitorId: number | undefined) => {
      const name = isVisitorId(visitorId) ? countries.get(visitorId) : undefined;
      return name === undefined ? UNKNOWN : (places.get(name) ?? UNKNOWN);
    };
    return {
      of: ({ columns: { visitors }, rows }) => Float64Array.from(rows, (row) => placeOf(visitors[row])),
      all: () => [],
      text: (key) => (key === UNKNOWN ? trusted`unknown` : trusted`${numberOf(names[key] ?? '')}`),
      isNone: (key) => key === UNKNOWN,
      label: (key) => {
        const name = names[key];
        return name === undefined
          ? { kind: 'words', words: trusted`country not known` }
          : { kind: 'country', country: new Foreign(name) };
      },
    };
  },
} as const satisfies Grouping;
