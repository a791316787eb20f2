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

/**
 * The chats that were answered within a time that a desk promises, of those served, and of all, among which a missed one is not
 * answered in time.
 * @param missed undefined where missed ones are not known
 */
function serviceLevelFigure(within: Seconds, answered: number, served: number, missed?: number, periods = 1): Figure {
  const offered = missed === undefined ? undefined : served + missed;
  const of = offered ?? served;
  return {
    main: of === 0 ? undefined : { value: answered / of, words: shareText(answered, of), n: of * periods },
    count: answered,
    ofServedAlone: offered === undefined ? undefined : serviceLevelFigure(within, answered, served, undefined, periods),
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
      const rates = { ...rateOf('rate', offered), ...rateOf('rate_of_served', served) };
      return { [keysOfMetric(metric).figure]: { seconds: within, answered_within: answered, ...rates } };
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
    const [answered = 0, served = 0, missed = 0] = [this.#answered, this.#served, this.#missed].map(
      (counts) => counts.of(group) / periods,
    );
    return serviceLevelFigure(this.#within, answered, served, missed, periods);
  }
}
