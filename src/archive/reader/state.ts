import { z } from 'zod';
import { ProgramText } from '../../model/text/trusted-text.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import type { PacedRequest } from '../../upstream/endpoints.ts';
import { forecast, NEW_PACE, Pace } from '../../upstream/pace.ts';
import type { Tables } from '../tables/tables.ts';
import { Failure } from './failure.ts';

/** The pages of a walk that are asked for together. */
const TOGETHER = 4;
/** The weight of the latest answer in the average of their times. */
const WEIGHT = 0.2;

/** What the reader knows of the service, and leaves to the next one with its lease. */
export const ReaderState = z.object({
  pace: Pace,
  /** How long the service takes for an answer, in seconds. */
  secondsAnAnswer: z.number(),
  /** Nobody asks before this moment, in milliseconds that all processes count alike: the service was gone. */
  awayUntil: z.number(),
  /** Failures in a row for which the service was away. */
  outages: z.int(),
  /** The shape of the last HTTP 429 that did not say how long to wait. */
  untold: ProgramText.optional(),
  /** The failure of the last request, and when that was, by the clock. */
  trouble: z.object({ failure: Failure, at: z.number() }).optional(),
});
export type ReaderState = Readonly<z.infer<typeof ReaderState>>;

export const NEW_STATE: ReaderState = { pace: NEW_PACE, secondsAnAnswer: 0.25, awayUntil: 0, outages: 0 };

/** Reads the state of a lease. What another version wrote may not be readable: then it is learned anew. */
export function stateIn(json: string): ReaderState {
  return ReaderState.catch(NEW_STATE).parse(JSON.parse(json));
}

/** The state as whoever reads stored it last. */
export async function storedState(tables: Tables): Promise<ReaderState> {
  const row = await tables.leases().where('purpose', '=', 'reader').select('state').executeTakeFirst();
  return row === undefined ? NEW_STATE : stateIn(row.state);
}

/** Learns from an answer that took so long, in milliseconds. */
export function answered(state: ReaderState, millis: number): ReaderState {
  const { secondsAnAnswer: usual } = state;
  return { ...state, secondsAnAnswer: usual + WEIGHT * (millis / 1000 - usual) };
}

/** What of the state keeps questions from being asked. */
const Standing = ReaderState.pick({ awayUntil: true, trouble: true });

/** Whether the service was away, or refused the login, as whoever reads stored it last: a small part of the state, and soon read. */
export async function storedStanding(tables: Tables): Promise<Pick<ReaderState, 'awayUntil' | 'trouble'>> {
  const row = await tables.leases().where('purpose', '=', 'reader').select('state').executeTakeFirst();
  return row === undefined ? NEW_STATE : Standing.catch(NEW_STATE).parse(JSON.parse(row.state));
}

/** Estimates the time from now until some requests were answered, if nobody else asks. */
export function timeFor(
  { pace, secondsAnAnswer }: ReaderState,
  request: PacedRequest,
  count: number,
  { now, ceiling }: { readonly now: number; readonly ceiling: number },
): Seconds {
  const wait = forecast(pace, now, ceiling, request, count) / 1000;
  return seconds(Math.max(wait + secondsAnAnswer, (count * secondsAnAnswer) / TOGETHER));
}
