import { expect, vi } from 'vitest';
import { Dialect, DIMENSIONS } from '../../../src/sandbox/dialects.ts';
import { first, NOW } from '../desk.ts';
import { chatsOn, plusDays } from '../../oracle/calendar.ts';
import { metricsOf, ofRows } from '../../oracle/figures.ts';
import { walkOf } from './matrix-costs.ts';
import { EVERYTHING, WORLDS } from './matrix-worlds.ts';
import type { Coverage } from '../protocol/shapes.ts';
import { openTimedDesk, type TimedAnswer } from '../timed-desk.ts';

// The dialects of limits: an unknown limit, counted and told in every way there is, costs minutes and a few refusals,
// but no number. Under faked timers.

const MINUTE = 60_000;
/** The limit of the service, and the ceiling of the desk. */
const LIMIT = 20;
const CEILING = 600;
/** Not at the turn of a minute, where the minutes of the clock would be those of the walk. */
export const BEGIN = NOW + 37_000;

const valuesOf = (dimension: string): readonly string[] =>
  DIMENSIONS.find(({ name }) => name === dimension)?.values ?? [];

/** All ways to count and to tell a limit. */
export const LIMITS = valuesOf('limit_form').flatMap((limit_form) =>
  valuesOf('limit_scope').flatMap((limit_scope) =>
    valuesOf('limit_window').flatMap((limit_window) =>
      valuesOf('refused_attempts').map((refused_attempts) => ({
        limit_form,
        limit_scope,
        limit_window,
        refused_attempts,
      })),
    ),
  ),
);

/** Asks two questions in turns until both are answered whole, one of which takes five minutes at best. */
export async function checkLimits(limits: (typeof LIMITS)[number], seed: number): Promise<void> {
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(seed));
  const world = first(WORLDS);
  const { chats, offlineMessages } = world;
  const dialect = Dialect.parse({ page_size: 1, ...limits });
  const desk = await openTimedDesk({ world, dialect, requestsPerMinute: LIMIT }, CEILING);
  const days = { from: EVERYTHING.from, to: plusDays(EVERYTHING.to, -1) };
  // The list of messages reads the chats of today, too.
  const today = chatsOn(chats, { from: EVERYTHING.to, to: EVERYTHING.to }, 'UTC').length;
  const pages = [chats.length, offlineMessages.length, today]
    .map((rows) => walkOf({ dialect }, rows))
    .reduce((sum, walk) => sum + walk);
  let chatsAreWhole = false;
  let messagesAreWhole = false;
  while (!chatsAreWhole || !messagesAreWhole) {
    expect((Date.now() - BEGIN) / MINUTE, 'minutes').toBeLessThan(2 * (pages / LIMIT));
    if (!chatsAreWhole) {
      const performance = await desk.ask('get_support_performance', { ...days, transcripts: 'loaded' });
      chatsAreWhole = isWhole(performance);
      if (chatsAreWhole) expect(ofRows(performance.data?.overall)).toEqual(metricsOf(chatsOn(chats, days, 'UTC')));
    }
    if (!messagesAreWhole) {
      const offline = await desk.ask('list_offline_messages', { state: 'all' });
      messagesAreWhole = isWhole(offline);
      if (messagesAreWhole) expect(offline.data?.total).toBe(offlineMessages.length);
    }
    if (!chatsAreWhole || !messagesAreWhole) await vi.advanceTimersByTimeAsync(MINUTE);
  }
  const { requests } = desk.service;
  const refused = requests.filter(({ status }) => status === 429).length;
  // Four pages are under way at once, and may all be refused before the first refusal is heard of.
  expect(refused, 'refused').toBeLessThanOrEqual(16);
  expect(requests.length - refused, 'accepted').toBeLessThanOrEqual(pages);
  await desk.close();
}

/** Whether an answer is all that was asked. Else it has to say what is missing, or when to ask again. */
function isWhole({ text, data }: TimedAnswer<{ readonly coverage: Coverage }>): boolean {
  if (data?.coverage.complete === true) return true;
  if (data === undefined) expect(text).toMatch(/request limit is reached\. Call again in \d+ s\./);
  else expect(data.coverage.basis).toBe('partial');
  return false;
}

/** The jitter of waits, the same for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
