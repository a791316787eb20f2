import type { OutputStream, Run } from '../run.ts';

/** Moves a terminal's cursor to the first column, and clears the line. */
export const CLEARED = '\r\u001B[K';

/** The width of a terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;

/** Returns the columns of a stream. Some terminals say that they have none. */
export function columnsOf({ columns = 0 }: Pick<OutputStream, 'columns'>): number {
  return columns > 0 ? columns : USUAL_WIDTH;
}

/** Whether a stream shows colours: a terminal does by the rules of Node.js (`NO_COLOR`, `TERM`), and with `FORCE_COLOR` any stream. */
export function showsColours(stream: OutputStream, environment: Run['environment']): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && (stream.getColorDepth?.(environment) ?? 1) > 1;
}
