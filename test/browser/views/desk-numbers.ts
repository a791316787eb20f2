import type { Frame } from 'playwright-core';
import { z } from 'zod';

// The numbers of the desk view, read back from the page as a person finds them: by their card, their hour, their row.

const Numbers = z.record(z.string(), z.number());

/** The numbers at some places of a page, by their names: what the element says of itself, or what it is in. */
async function numbersAt(frame: Frame, places: string, nameOf: string): Promise<Record<string, number>> {
  return Numbers.parse(
    await frame.evaluate(
      `Object.fromEntries([...document.querySelectorAll(${JSON.stringify(places)})].map((place) => [(${nameOf})(place), Number(place.querySelector('data')?.value)]))`,
    ),
  );
}

/** The main number of each figure, by its metric. */
export async function cardsOf(frame: Frame): Promise<Record<string, number>> {
  return numbersAt(frame, '.card', '(card) => card.dataset.metric');
}

/** The number of each hour of the week that has one, by weekday and hour: `Monday 9`. */
export async function hoursOf(frame: Frame): Promise<Record<string, number>> {
  return numbersAt(frame, '.heat button:has(data)', '(hour) => hour.dataset.hour');
}

/** The numbers of each agent, by id and metric: `1072 wait`. */
export async function agentsOf(frame: Frame): Promise<Record<string, number>> {
  return numbersAt(
    frame,
    '.agents [data-agent] [data-metric]:has(data)',
    '(cell) => cell.closest("[data-agent]").dataset.agent + " " + cell.dataset.metric',
  );
}

/** The numbers of the trend, by the time that each is of. */
export async function trendOf(frame: Frame): Promise<Record<string, number>> {
  return numbersAt(frame, '.numbers tbody tr:has(data)', '(row) => row.querySelector("th").textContent');
}

const Spread = z.object({
  mean: z.number().optional(),
  median: z.number().optional(),
  rate: z.number().optional(),
  at_limit: z.number().optional(),
});

const MAIN: Readonly<Record<string, (figures: Readonly<Record<string, unknown>>) => unknown>> = {
  chats: ({ chats }) => chats,
  missed: ({ missed }) => missed,
  first_response: ({ first_response_seconds: of }) => Spread.safeParse(of).data?.median,
  wait: ({ wait_seconds: of }) => Spread.safeParse(of).data?.median,
  rating: ({ rating }) => Spread.safeParse(rating).data?.mean,
  duration: ({ duration_seconds: of }) => Spread.safeParse(of).data?.median,
  dropped: ({ dropped }) => Spread.safeParse(dropped).data?.rate,
  // Of no served chat, no share is known.
  transferred: ({ transferred, transfer_rate: rate }) => (rate === undefined ? undefined : transferred),
  concurrency: ({ concurrency }) => Spread.safeParse(concurrency).data?.mean,
  at_limit: ({ concurrency }) => Spread.safeParse(concurrency).data?.at_limit,
};

/** The main number of each of some metrics in a tool's figures, where it is known. */
export function mainNumbers(
  figures: Readonly<Record<string, unknown>>,
  metrics: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const value = MAIN[metric]?.(figures);
      return typeof value === 'number' ? [[metric, value] as const] : [];
    }),
  );
}

export const CARD_METRICS = [
  'chats',
  'missed',
  'first_response',
  'wait',
  'rating',
  'duration',
  'dropped',
  'transferred',
];
