import { afterAll, expect, test } from 'vitest';
import { startDesk } from '../../support/desk.ts';
import { runProgram } from '../../support/program.ts';

// Every output of a program that nobody asked to show contacts is searched for those of the whole world, at the end of the
// run (test/support/canaries/canary-teardown.ts). Here is shown that there would be something to find.

const desk = await startDesk();
afterAll(() => desk[Symbol.asyncDispose]());

const emails = desk.sandbox.world.visitors.flatMap(({ records }) => records.map(({ contact }) => contact.email));
const addresses = desk.sandbox.world.visitors.flatMap(({ records }) =>
  records.map(({ whereabouts }) => whereabouts.ipAddress),
);

const shown = (text: string, contacts: readonly string[]): number =>
  new Set(contacts.filter((contact) => contact !== '' && text.includes(contact))).size;

test.each(['list_visitors', 'list_chats', 'list_offline_messages'])(
  'D3: %s shows contacts where somebody asks for it, by default none, and neither logs any',
  async (tool) => {
    const call = (...flags: readonly string[]) =>
      runProgram(
        ['call', tool, '{"limit":50}', '--json', '--log-level', 'trace', ...desk.flags, ...flags],
        desk.environment,
      );
    const [open, closed] = [await call('--redact', 'none'), await call()];
    expect([open.code, closed.code]).toEqual([0, 0]);
    expect(shown(open.out, emails)).toBeGreaterThan(0);
    for (const text of [closed.out, closed.err, open.err]) expect(shown(text, [...emails, ...addresses])).toBe(0);
  },
);
