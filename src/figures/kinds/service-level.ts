import { z } from 'zod';
import type { Seconds } from '../../model/time/units.ts';
import { spanText } from '../../model/words/duration.ts';
import { groupedText, rounded } from '../../model/words/number.ts';
import { shareText } from '../../model/words/share.ts';
import { NONE, UNSETTLED, UNTOLD } from '../../model/codebook/code-states.ts';
import { keysOfMetric } from './keys.ts';
import { Counts } from '../statistics/growing.ts';
import type { CellForm, Datum, Figure, Kind, MainNumber, Sums, Told } from './figure.ts';
import { partText } from './share.ts';

export const SERVICE_LEVEL: Kind = {
  name: 'service level',
  unit: 'share',
  main: 'share',
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
export class ServiceLevelFigure implements Figure {
  readonly #seconds: Seconds;
  readonly #answered: number;
  readonly #served: number;
  readonly #offered: number | undefined;
  readonly #periods: number;

  /**
   * @param offered all chats, so that a missed one counts as not answered in time; undefined where missed ones are not known
   * @param periods of how many periods the counts are the mean
   */
  constructor(seconds: Seconds, answered: number, served: number, offered: number | undefined, periods: number) {
    [this.#seconds, this.#answered, this.#served, this.#offered] = [seconds, answered, served, offered];
    this.#periods = periods;
  }

  /** The same of served chats alone. */
  get ofServedAlone(): ServiceLevelFigure {
    return new ServiceLevelFigure(this.#seconds, this.#answered, this.#served, undefined, this.#periods);
  }

  get #of(): number {
    return this.#offered ?? this.#served;
  }

  get main(): MainNumber | undefined {
    return this.#of === 0 ? undefined : { value: this.#answered / this.#of, n: this.#of * this.#periods };
  }

  get count(): number {
    return this.#answered;
  }

  words(): string {
    const shares = [
      ...(this.#offered
        ? [`${shareText(this.#answered, this.#offered)} of ${groupedText(this.#offered)} offered`]
        : []),
      ...(this.#served > 0
        ? [`${shareText(this.#answered, this.#served)} of ${groupedText(this.#served)} served`]
        : []),
    ];
    const within = `${groupedText(this.#answered)} within ${spanText(this.#seconds)}`;
    return shares.length === 0 ? within : `${within} (${shares.join(', ')})`;
  }

  cell({ hasChats }: CellForm): string | undefined {
    if (this.#of === 0) return undefined;
    const isOfChats = hasChats && this.#offered !== undefined;
    return isOfChats
      ? `${groupedText(this.#answered)} (${shareText(this.#answered, this.#of)})`
      : partText(this.#answered, this.#of);
  }

  data(metric: Told): Record<string, Datum> {
    const rateOf = (key: string, whole = 0) => (whole === 0 ? {} : { [key]: rounded(this.#answered / whole, 4) });
    return {
      [keysOfMetric(metric).figure]: {
        seconds: this.#seconds,
        answered_within: this.#answered,
        ...rateOf('rate', this.#offered),
        ...rateOf('rate_of_served', this.#served),
      },
    };
  }
}

/** Stands in the column of waits for a missed chat: it is never answered in time. */
export const MISSED = -1;

/**
 * The service level within a time, with both treatments of missed chats. A chat that was served but shows no wait counts
 * as not answered in time. Undefined where it is not settled of every chat whether it was missed.
 */
export class ServiceLevelSums implements Sums<ServiceLevelFigure> {
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

  of(group: number, _agentId: number | undefined, periods: number): ServiceLevelFigure | undefined {
    if (this.#unsettled.of(group) > 0) return undefined;
    const [answered, missed] = [this.#answered.of(group) / periods, this.#missed.of(group) / periods];
    const served = this.#served.of(group) / periods;
    return new ServiceLevelFigure(this.#within, answered, served, served + missed, periods);
  }
}
