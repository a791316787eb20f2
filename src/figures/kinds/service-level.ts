import { z } from 'zod';
import type { Seconds } from '../../model/time/units.ts';
import { spanText } from '../../model/words/duration.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { NONE, UNSETTLED, UNTOLD } from '../../model/codebook/code-states.ts';
import { keysOfMetric } from './keys.ts';
import { Counts } from '../statistics/growing.ts';
import type { Figure, Kind, Sums } from './figure.ts';
import { partText } from './share.ts';

/** Stands in the column of waits for a missed chat: it is never answered in time. */
export const MISSED = -1;

export const SERVICE_LEVEL: Kind = {
  name: 'service level',
  unit: 'share',
  main: 'share',
  adds: (value, within, withMissed) => {
    if (value === UNSETTLED || value === UNTOLD) return undefined;
    // One that was served and shows no wait is not answered in time.
    return value === MISSED ? (withMissed ? 0 : undefined) : Number(value <= within);
  },
  decimals: 4,
  columns: () => '',
  shape: (metric) => ({
    [keysOfMetric(metric).figure]: z
      .strictObject({
        seconds: z.number(),
        answered_within: z.number(),
        rate: z.number().optional(),
        rate_of_served: z.number().optional(),
      })
      .optional(),
  }),
};

/** The number of chats that were answered within a time that a desk promises. */
interface ServiceLevel {
  readonly within: Seconds;
  readonly answered: number;
  readonly served: number;
  /** All chats, so that a missed one counts as not answered in time; undefined where missed ones are not known. */
  readonly offered: number | undefined;
  /** Of how many periods the counts are the mean. */
  readonly periods: number;
}

function serviceLevelFigure(level: ServiceLevel): Figure {
  const { within, answered, served, offered, periods } = level;
  const of = offered ?? served;
  return {
    main: of === 0 ? undefined : { value: answered / of, words: shareText(answered, of), n: of * periods },
    count: answered,
    ofServedAlone: offered === undefined ? undefined : serviceLevelFigure({ ...level, offered: undefined }),
    words: () => {
      const shares = [
        ...(offered ? [`${shareText(answered, offered)} of ${groupedText(offered)} offered`] : []),
        ...(served > 0 ? [`${shareText(answered, served)} of ${groupedText(served)} served`] : []),
      ];
      const words = `${groupedText(answered)} within ${spanText(within)}`;
      return shares.length === 0 ? words : `${words} (${shares.join(', ')})`;
    },
    cell: ({ hasChats }) => {
      if (of === 0) return undefined;
      const isOfChats = hasChats && offered !== undefined;
      return isOfChats ? `${groupedText(answered)} (${shareText(answered, of)})` : partText(answered, of);
    },
    data: (metric) => {
      const rateOf = (key: string, whole = 0) => (whole === 0 ? {} : { [key]: rounded(answered / whole, 4) });
      return {
        [keysOfMetric(metric).figure]: {
          seconds: within,
          answered_within: answered,
          ...rateOf('rate', offered),
          ...rateOf('rate_of_served', served),
        },
      };
    },
  };
}

/**
 * The service level within a time, with both treatments of missed chats. A chat that was served but shows no wait counts
 * as not answered in time. Undefined where it is not settled of every chat whether it was missed.
 */
export class ServiceLevelSums implements Sums {
  readonly #within: Seconds;
  readonly #answered = new Counts();
  readonly #served = new Counts();
  readonly #missed = new Counts();
  readonly #unsettled = new Counts();

  constructor(within: Seconds) {
    this.#within = within;
  }

  add(values: Float64Array, { rows }: { readonly rows: Uint32Array }, groups: Uint32Array): void {
    for (let index = 0; index < rows.length; index += 1) {
      const wait = values[rows[index] ?? 0] ?? NONE;
      const group = groups[index] ?? 0;
      if (wait === UNSETTLED) this.#unsettled.add(group);
      else if (wait === MISSED) this.#missed.add(group);
      else if (wait !== UNTOLD) {
        this.#served.add(group);
        if (wait <= this.#within) this.#answered.add(group);
      }
    }
  }

  of(group: number, _agentId: number | undefined, periods: number): Figure | undefined {
    if (this.#unsettled.of(group) > 0) return undefined;
    const served = this.#served.of(group) / periods;
    return serviceLevelFigure({
      within: this.#within,
      answered: this.#answered.of(group) / periods,
      served,
      offered: served + this.#missed.of(group) / periods,
      periods,
    });
  }
}
