import { Foreign } from '../../model/foreign.ts';
import { isVisitorId } from '../../model/chat-columns.ts';
import { keyOfName } from '../../model/name-key.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Grouping } from './grouping.ts';

/** Visitors of whom no record at hand names a country come last. */
const UNKNOWN = Number.MAX_VALUE;

/** The country of the visitor's latest record. */
export const country = {
  name: 'country',
  label: trusted`country`,
  drawn: { as: 'bars' },
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
      text: (key) => (key === UNKNOWN ? trusted`unknown` : trusted`${keyOfName(names[key] ?? '')}`),
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
