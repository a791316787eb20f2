import { describe, expect, test } from 'vitest';
import { startDesk } from '../../mcp/desk.ts';
import { everyWayOut } from './every-way-out.ts';
import { worldOf, type Person } from './every-way-out-people.ts';

// What stands in a field for contacts is one, whatever it looks like.

const EMAILS = ['kate.lehmann@@gmail.com', 'kate.lehmann at gmail.com', '"kate l"@example.org', 'kate#gmail.com'];
const PHONES = [
  '12 34 56',
  '0301234567 oder 01701234567',
  '1234567890123456789012345',
  '+49 170 1234567 ext 22',
] as const;

const FIELDS = [
  ...EMAILS.map((email) => ({ written: email, contact: { email } })),
  ...PHONES.map((phone) => ({ written: phone, contact: { phone } })),
];

const SAID = [{ author: 'visitor', text: 'The lamp that I have ordered is broken.' }] as const;
const LETTER = { subject: 'A lamp', letter: 'The lamp that I have ordered is broken.' };

/** Returns the values of these fields that are in a text. */
function fieldsIn(text: string): string[] {
  const digits = text.replaceAll(/[ ()/.-]/g, '');
  return [
    ...['kate', 'lehmann', 'gmail', 'example.org', '12 34 56', 'ext 22'].filter((part) =>
      text.toLowerCase().includes(part),
    ),
    ...['1234567', '7654321'].filter((part) => digits.includes(part)),
  ];
}

async function fieldsOut(people: readonly Person[]): Promise<string[]> {
  const { world } = worldOf(people);
  await using desk = await startDesk(world, { redact: 'contacts' });
  const ways = await everyWayOut(desk);
  return ways.flatMap(({ asked, strings }) =>
    strings.flatMap((text) => fieldsIn(text).map((part) => `${asked}: ${part}`)),
  );
}

describe('D1: nothing of a field for contacts comes out', () => {
  test('as the only contact, in place of a name, too', async () => {
    const people = FIELDS.map(({ contact }) => ({ name: '', ...contact, said: SAID, authorName: '', ...LETTER }));
    expect((await fieldsOut(people)).slice(0, 20)).toEqual([]);
  });

  test('beside a name', async () => {
    const people = FIELDS.map(({ contact }) => ({ name: 'Robin Beside', ...contact, said: SAID, ...LETTER }));
    expect((await fieldsOut(people)).slice(0, 20)).toEqual([]);
  });

  test('as the name above messages', async () => {
    const people = FIELDS.map(({ written, contact }) => ({
      name: '',
      ...contact,
      said: SAID,
      authorName: written,
      ...LETTER,
    }));
    expect((await fieldsOut(people)).slice(0, 20)).toEqual([]);
  });

  test('among several visitors to choose from', async () => {
    const name = 'Robin Twin';
    const people = FIELDS.map(({ contact }) => ({ name, ...contact, said: SAID, ...LETTER }));
    const { world } = worldOf(people);
    await using desk = await startDesk(world, { redact: 'contacts' });
    const { text, isError } = await desk.ask('get_visitor_stats', { visitor: name });
    expect(isError).toBe(true);
    expect(text).toContain(`${FIELDS.length} visitors match`);
    expect(fieldsIn(text)).toEqual([]);
  });

  test('comes out where nothing is redacted', async () => {
    const { world } = worldOf(FIELDS.map(({ contact }) => ({ name: '', ...contact, said: SAID, ...LETTER })));
    await using desk = await startDesk(world);
    const { text } = await desk.ask('list_visitors', { limit: 100 });
    expect(FIELDS.filter(({ written }) => !text.includes(written)).map(({ written }) => written)).toEqual([]);
  });
});
