import type { OutputStream, Run } from '../run.ts';

/** The width of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;

/** Returns the columns of a stream. Some terminals say that they have none. */
export function columnsOf({ columns = 0 }: Pick<OutputStream, 'columns'>): number {
  return columns > 0 ? columns : USUAL_WIDTH;
}

/** Whether a stream shows colours: a terminal does, unless `NO_COLOR` asks for none; `FORCE_COLOR` asks for them anywhere. */
export function showsColours({ isTTY }: Pick<OutputStream, 'isTTY'>, environment: Run['environment']): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: none = '', TERM: terminal } = environment;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return isTTY === true && none === '' && terminal !== 'dumb';
}
