import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDesk } from '../../support/desk.ts';
import { startSession, type Session } from '../../support/session.ts';

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

let open: Session;
let closed: Session;
beforeAll(async () => {
  const flags = [...desk.flags, '--log-level', 'trace'];
  [open, closed] = await Promise.all([
    startSession([...flags, '--redact', 'none'], desk.environment),
    startSession(flags, desk.environment),
  ]);
});
afterAll(async () => {
  for (const session of [open, closed]) await session.finish();
});

test.each(['list_visitors', 'list_chats', 'list_offline_messages'])(
  'D3: %s shows contacts where somebody asks for it, and by default none',
  async (tool) => {
    const [all, none] = [await open.call(tool, { limit: 50 }), await closed.call(tool, { limit: 50 })];
    expect([all.isError, none.isError]).toEqual([false, false]);
    expect(shown(JSON.stringify(all), emails)).toBeGreaterThan(0);
    expect(shown(JSON.stringify(none), [...emails, ...addresses])).toBe(0);
  },
);

test('D3: neither is there any in a log', () => {
  for (const { program } of [open, closed]) {
    expect(program.err()).toContain('"level":30');
    expect(shown(program.err(), [...emails, ...addresses])).toBe(0);
  }
});
