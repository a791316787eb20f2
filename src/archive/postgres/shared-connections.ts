import type { PostgresPool } from 'kysely';
import type { Hearing } from './hearing.ts';
import type { SyncLeases } from './sync-leases.ts';

/** A connection takes memory of the server, and it has a hundred by default, for all processes. */
const MOST_CONNECTIONS = 16;
/** A desk asks a few things at once, and a team has many servers. */
const CONNECTIONS_A_DESK = 4;

/** Makes a pool of at most so many connections. */
type MakePool = (most: number) => PostgresPool;

/** The connections of a process for one purpose each, which are open while they are needed. */
interface Links {
  readonly hearing: Hearing;
  readonly leases: SyncLeases;
}

/**
 * What the desks of a process share of each database that they lie in: a pool of connections, one that listens, and one of sync
 * leases. All of them are made by whoever asks first: a server whose desks lie in files has this, too, and loads no driver for it.
 */
export class SharedConnections {
  readonly #most: number;
  readonly #pools = new Map<string, { readonly pool: PostgresPool; desks: number }>();
  readonly #links = new Map<string, Links>();

  /** `desks` is the number of desks that the process may open. */
  constructor(desks: number) {
    this.#most = Math.min(CONNECTIONS_A_DESK * desks, MOST_CONNECTIONS);
  }

  /** Returns the pool of an address for one desk, which ends its share of it. The last one ends the pool. */
  pool(address: string, make: MakePool): PostgresPool {
    const taken = this.#pools.get(address) ?? { pool: make(this.#most), desks: 0 };
    this.#pools.set(address, taken);
    taken.desks += 1;
    const { pool } = taken;
    const end = async (): Promise<void> => {
      taken.desks -= 1;
      if (taken.desks > 0) return;
      this.#pools.delete(address);
      await pool.end();
    };
    return { options: pool.options, connect: () => pool.connect(), end };
  }

  /** Returns those of an address. */
  links(address: string, make: () => Links): Links {
    const links = this.#links.get(address) ?? make();
    this.#links.set(address, links);
    return links;
  }
}
