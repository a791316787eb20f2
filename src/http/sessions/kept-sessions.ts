import type { KeptSession } from '../../model/kept-session.ts';

/** Sessions that outlive the process that began them: any other one with the same archive may go on with them. All of it may fail for a while. */
export interface KeptSessions {
  /** Keeps a session that begins. Of a caller who has more than `most`, those that were used longest ago end. */
  begin(id: string, session: KeptSession, most: number): Promise<void>;
  /** Returns a caller's session by its id, if it has not ended. */
  find(id: string, caller: string): Promise<KeptSession | undefined>;
  /** Notes that a session is used. Answers whether it has not ended. */
  use(id: string): Promise<boolean>;
  /** Keeps of whose changes a session wants to be told. */
  subscribe(id: string, changed: (subscribed: ReadonlySet<string>) => ReadonlySet<string>): Promise<void>;
  /** Ends a session in every process. */
  end(id: string): Promise<void>;
  /** Leaves a client's message for the process that waits for it. */
  leave(id: string, message: unknown): Promise<void>;
  /** Returns the messages that were left for a session, behind one. */
  left(id: string, after: number): Promise<readonly { readonly number: number; readonly message: unknown }[]>;
  /**
   * Calls `heard` when something may have changed of some sessions, with a function that tells whether one is among them, until
   * the function that it returns is called.
   */
  listen(heard: (concerns: (id: string) => boolean) => void): () => void;
}
