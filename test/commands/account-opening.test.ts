import { expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../src/commands/accounts.ts';
import { readSettings } from '../../src/config/read.ts';
import { AccountName, LOCAL_CALLER } from '../../src/model/caller.ts';
import { systemClock } from '../../src/model/time/units.ts';

// Accounts are opened by the first question to them, and a server may run for months.

/** The accounts of a server with two embedded sandboxes, and the lines of its log. The first cannot be opened at first. */
function startAccounts() {
  const { server, accounts } = readSettings({ flags: { sandbox: true }, environment: {} });
  const [usual] = accounts;
  const north = Object.assign({ ...usual, name: AccountName.parse('north') }, { timezone: 'Mars' });
  const south = { ...usual, name: AccountName.parse('south') };
  const lines: unknown[] = [];
  const errors = { isTTY: false, write: (line: string) => lines.push(JSON.parse(line)) > 0 };
  const opened = openAccounts({ server, accounts: [north, south], warnings: [] }, { clock: systemClock, errors });
  onTestFinished(() => opened.close());
  return { opened, north, south, lines };
}

test('an account whose opening failed is opened anew by the next question, and the failure is in the log', async () => {
  const { opened, north, lines } = startAccounts();
  await expect(opened.ask(north.name)).rejects.toThrow();
  expect(lines).toMatchObject([{ msg: 'unexpected error' }]);
  Object.assign(north, { timezone: 'UTC' });
  const { desk } = await opened.ask(north.name);
  expect(desk.zone.id).toBe('UTC');
});

test('a bug at the desk of one account of several is in the log with its name, one at none without', async () => {
  const { opened, north, south, lines } = startAccounts();
  const { reportBug } = opened.servedTo(LOCAL_CALLER) ?? {};
  await opened.ask(south.name);
  reportBug?.(new TypeError('canary'), south.name);
  reportBug?.(new TypeError('canary'), north.name);
  reportBug?.(new TypeError('canary'));
  await expect.poll(() => lines).toHaveLength(3);
  const named = lines.map((line) =>
    typeof line === 'object' && line !== null && 'account' in line ? line.account : '',
  );
  expect(new Set(named)).toEqual(new Set(['south', '']));
  expect(JSON.stringify(lines)).not.toContain('canary');
});
