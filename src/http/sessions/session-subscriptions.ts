import { withAddress, type Subscriptions } from '../../mcp/subscriptions/subscriptions.ts';
import type { KeptSessions } from './kept-sessions.ts';

/** The addresses of resources of whose changes the client of a session wants to be told, in every process that serves it. */
export class SessionSubscriptions implements Subscriptions {
  readonly #id: string;
  readonly #kept: KeptSessions | undefined;
  #addresses: ReadonlySet<string>;

  constructor(id: string, addresses: ReadonlySet<string>, kept: KeptSessions | undefined) {
    this.#id = id;
    this.#addresses = addresses;
    this.#kept = kept;
  }

  get addresses(): ReadonlySet<string> {
    return this.#addresses;
  }

  has(uri: string): boolean {
    return this.#addresses.has(uri);
  }

  add(uri: string): Promise<void> {
    return this.#change((addresses) => withAddress(addresses, uri));
  }

  remove(uri: string): Promise<void> {
    return this.#change((addresses) => new Set([...addresses].filter((one) => one !== uri)));
  }

  /** Takes what another process may have changed. */
  reread(addresses: ReadonlySet<string>): void {
    this.#addresses = addresses;
  }

  async #change(changed: (addresses: ReadonlySet<string>) => ReadonlySet<string>): Promise<void> {
    this.#addresses = changed(this.#addresses);
    await this.#kept?.subscribe(this.#id, changed);
  }
}
