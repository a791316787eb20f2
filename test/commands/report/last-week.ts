import { startDesk, type Desk } from '../../support/desk.ts';

const DAY = 86_400_000;
const today = Math.floor(Date.now() / DAY) * DAY;
const end = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY;

/** The Monday of the week before this one, in UTC. */
export const MONDAY = end - 7 * DAY;

/** Starts a desk whose world ends with the week before this one: that week is the same on whatever day the tests run. */
export async function startDeskOfLastWeek(requestsPerMinute?: number): Promise<Desk> {
  return startDesk(requestsPerMinute, 'small', end);
}
