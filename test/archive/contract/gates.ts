import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../src/archive/store.ts';
import type { Gate } from '../../../src/upstream/requests/gate.ts';

// What tests of gates on one archive have in common.

export const MINUTE = 60_000;
/** When their faked time begins. */
export const START = Date.UTC(2026, 10, 20);
export const OWNER = { origin: 'https://desk.example.com', login: 'ann@example.com' };

/** Opens an archive until the end of the test. */
export async function open(file: string): Promise<Store> {
  const store = await openStore(file, OWNER);
  onTestFinished(() => store.close());
  return store;
}

/** Sends so many requests, and notes when they went. */
export function send(gate: Gate, count: number): number[] {
  const { signal } = new AbortController();
  const went: number[] = [];
  for (let request = 0; request < count; request += 1) {
    const passed = gate.pass({ endpoint: 'chats', priority: 'person', signal }, (pass) => {
      pass.leaves();
      went.push(Date.now() - START);
      return Promise.resolve(pass.taken());
    });
    // Some still wait when their store is closed.
    passed.catch(() => undefined);
  }
  return went;
}
