import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server';
import { OwnSubscriptions } from './subscriptions.ts';
import { tellChanges } from './tell-changes.ts';

/** The requests by which a client says that it wants to be told of changes. */
const ASK_FOR_CHANGES: readonly string[] = ['resources/subscribe', 'subscriptions/listen'];
/** Whoever has a list of resources is told when it changes; most hosts take it at their start, so that it must not open many archives. */
const LIST = 'resources/list';

/** Tells the client of one connection of changes, in either era, once it has asked for them; where `several` is false, also for a list. */
export class ConnectionChanges {
  readonly subscriptions = new OwnSubscriptions();
  readonly #changes: Pick<ServerEventBus, 'subscribe'>;
  readonly #askForChanges: ReadonlySet<string>;
  #made: { readonly server: McpServer; readonly era: 'legacy' | 'modern' } | undefined;
  #isWanted = false;
  #stop: (() => void) | undefined;

  constructor(changes: Pick<ServerEventBus, 'subscribe'>, several: boolean) {
    this.#changes = changes;
    this.#askForChanges = new Set(several ? ASK_FOR_CHANGES : [...ASK_FOR_CHANGES, LIST]);
  }

  /** Has to be called with the server of the connection, and with one that takes its place. */
  serverMade(server: McpServer, era: 'legacy' | 'modern'): void {
    this.#made = { server, era };
    this.#begin();
  }

  /** Has to be called for each message of the client. */
  received(message: { readonly method?: string }): void {
    if (this.#isWanted || message.method === undefined || !this.#askForChanges.has(message.method)) return;
    this.#isWanted = true;
    this.#begin();
  }

  close(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #begin(): void {
    if (!this.#isWanted || this.#made === undefined) return;
    const { server, era } = this.#made;
    this.close();
    // In the later era the connection knows itself what its client listens to.
    this.#stop = tellChanges(server, this.#changes, (uri) => era === 'modern' || this.subscriptions.has(uri));
  }
}
