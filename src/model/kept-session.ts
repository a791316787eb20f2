/** A session of a client as it began. */
export interface KeptSession {
  /** Tells the caller who began it, and may alone use it, from all others. */
  readonly caller: string;
  /** What the client said of itself when it began. */
  readonly opening: unknown;
  /** The addresses of the resources of whose changes it wants to be told. */
  readonly subscribed: ReadonlySet<string>;
}
