import { expect, onTestFinished, test, vi } from 'vitest';
import type { ServedAccount } from '../../../src/answers/desk.ts';
import { CallerChanges } from '../../../src/mcp/subscriptions/caller-changes.ts';
import { ConnectionChanges } from '../../../src/mcp/subscriptions/connection-changes.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { AccountName, LOCAL_CALLER } from '../../../src/model/caller.ts';
import { ArchiveUnusable } from '../../../src/model/errors.ts';

// Who listens must not open the archive of every account that they reach.

/** Accounts whose archives cannot be opened, and which of them were asked. */
function accountsOf(count: number, open: ReadonlySet<string> = new Set(), error: Error = AWAY) {
  const looked: string[] = [];
  const account = (name: string): ServedAccount => ({
    name: AccountName.parse(name),
    structuredContent: false,
    hasChatbots: false,
    isOpen: () => open.has(name),
    open: () => Promise.reject(error),
    look: () => {
      looked.push(name);
      return Promise.reject(error);
    },
  });
  const more = Array.from({ length: count - 1 }, (_, index) => account(`account-${index + 2}`));
  const bugs: unknown[] = [];
  const accounts = [account('account-1'), ...more] satisfies readonly ServedAccount[];
  const [first, ...others] = accounts;
  if (first === undefined) throw new Error('there is a first one');
  const served = {
    caller: LOCAL_CALLER,
    accounts: [first, ...others],
    reportBug: (bug: unknown) => bugs.push(bug),
  } as const;
  return { served, looked, bugs };
}

const AWAY = new ArchiveUnusable('The archive is away.', 'Ask later.');

test('H15: of many accounts those alone are listened to that somebody has opened, also those opened later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const open = new Set(['account-7']);
  const { served, looked, bugs } = accountsOf(300, open);
  const stop = new CallerChanges(served).subscribe(() => undefined);
  expect(looked).toEqual(['account-7']);
  open.add('account-299');
  await vi.advanceTimersByTimeAsync(5000);
  expect(new Set(looked)).toEqual(new Set(['account-7', 'account-299']));
  stop();
  const before = looked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looked).toHaveLength(before);
  expect(bugs).toEqual([]);
});

test('a few accounts are all listened to, and a bug in that is reported', async () => {
  const bug = new TypeError('a bug');
  const { served, looked, bugs } = accountsOf(5, new Set(), bug);
  const changes = new CallerChanges(served);
  onTestFinished(changes.subscribe(() => undefined));
  expect(looked).toHaveLength(5);
  await changes.isReady();
  expect(bugs).toEqual([bug, bug, bug, bug, bug]);
});

test('an archive that does not answer holds up nobody who listens for longer than a second', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { served } = accountsOf(1);
  const [account] = served.accounts;
  const hanging = { ...account, look: () => new Promise<never>(() => undefined) };
  const changes = new CallerChanges({ ...served, accounts: [hanging] });
  onTestFinished(changes.subscribe(() => undefined));
  const ready = vi.fn();
  void changes.isReady().then(ready);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ready).toHaveBeenCalled();
});

test.each([
  [false, 'resources/list', true],
  [true, 'resources/list', false],
  [true, 'resources/subscribe', true],
  [true, 'subscriptions/listen', true],
])('where accounts are several (%s), %s asks for changes: %s', (several, method, isAsked) => {
  const { served } = accountsOf(several ? 2 : 1);
  const subscribe = vi.fn(() => () => undefined);
  const connection = new ConnectionChanges({ subscribe }, several);
  connection.serverMade(createServer(served), 'legacy');
  connection.received({ method });
  expect(subscribe).toHaveBeenCalledTimes(isAsked ? 1 : 0);
});
