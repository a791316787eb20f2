import { sql } from 'kysely';
import type { Connection } from '../schema/schema.ts';
import type { Neighbours } from '../tables/engine.ts';

/** To look takes some microseconds. */
const LOOK_EVERY_MILLIS = 1000;

/** The other processes that have the file of an archive open: SQLite counts what they write, and nobody has to be told. */
export function fileNeighbours(db: Connection): Neighbours {
  return {
    tell: () => Promise.resolve(),
    hear: (heard) => {
      let known: number | undefined;
      const look = async (): Promise<void> => {
        const { rows } = await sql<{ data_version: number }>`PRAGMA data_version`.execute(db);
        const version = rows[0]?.data_version;
        if (known !== undefined && version !== known) heard();
        known = version;
      };
      // What fails is looked for again. It is read at once: what is written from now on is another number.
      void look().catch(() => undefined);
      const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MILLIS).unref();
      return () => clearInterval(timer);
    },
  };
}

/** Nobody else has what is in the memory of a process. */
export const NO_NEIGHBOURS: Neighbours = { tell: () => Promise.resolve(), hear: () => () => undefined };
