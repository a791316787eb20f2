import { Foreign } from '../../../src/model/foreign.ts';
import { array, assert, asyncProperty, constantFrom, integer, oneof, option, record, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { chatRow } from '../../../src/archive/schema/row-conversion.ts';
import { openStore } from '../../../src/archive/store.ts';
import { contactsMatching, type KnownContact } from '../../../src/archive/records/visitors/contacts.ts';
import { findVisitors } from '../../../src/answers/selection/lookup.ts';
import { ChatId, VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { ENGINE, lendArchive } from '../../support/archive/archive-location.ts';
import { runs } from '../../support/runs.ts';

// The archive narrows down whom a text may mean. Whoever is meant by the rules of answers/selection/lookup.ts among all must be among
// those.

const NAMES = [
  'Anna Müller',
  'ANNA MÜLLER',
  'İpek Kılıç',
  'ipek',
  'Анна Петрова',
  'ΟΔΥΣΣΕΎΣ',
  'Kelvin \u212Aay',
  '王小明',
  'محمد',
  '100% _sure_ \\o/',
  'straße',
  'STRASSE ẞ',
  'Ǆep',
  '𐐀𐐨',
  'x',
  ' Ana \t Bo\n',
  '\u00A0y\t',
];
const EMAILS = ['Anna@Example.com', ' Anna@example.com', 'IPEK@example.com', 'ünal@example.com', 'a_b%c@example.com'];
const PHONES = ['+49 (30) 555-0101', '00493055 50101', '030 5550101', '+49 (0)30/5550101', '1234567', '123456', '0'];

const cased = (text: string) => constantFrom(text, text.toLowerCase(), text.toUpperCase());
const written = oneof(constantFrom(...NAMES), string({ unit: 'grapheme', maxLength: 6 }));
const contact = record({
  visitorId: integer({ min: 1, max: 8 }).map((id) => VisitorId.parse(id)),
  name: option(written),
  email: option(constantFrom(...EMAILS)),
  phone: option(constantFrom(...PHONES)),
}).map(({ visitorId, name, email, phone }): KnownContact => ({
  visitorId,
  ...(name !== null && { name: new Foreign(name) }),
  ...(email !== null && { email: new Foreign(email) }),
  ...(phone !== null && { phone: new Foreign(phone) }),
}));

const part = tuple(constantFrom(...NAMES), integer({ min: 0, max: 5 }), integer({ min: 1, max: 9 })).chain(
  ([name, start, length]) =>
    cased(
      Array.from(name)
        .slice(start, start + length)
        .join(''),
    ),
);
const wanted = oneof(
  part,
  constantFrom(...NAMES, ...EMAILS, ...PHONES).chain(cased),
  integer({ min: 1, max: 9 }).map(String),
  constantFrom('493055501010', '1234567', '%', '_', '\\', 'Σ'),
);

test('whom a text means is among those whom the archive tells', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, { origin: 'https://chat.example.com', login: 'anna@example.com' });
  const { tables } = store;
  const at = epochMillis(0);
  await assert(
    asyncProperty(
      array(contact, { minLength: 1, maxLength: 8 }),
      array(wanted, { minLength: 5, maxLength: 10 }),
      async (contacts, texts) => {
        const ids = contacts.map((_, index) => ChatId.parse(index + 1));
        await tables.transaction(async (inside) => {
          await inside.forgetChats(Array.from({ length: 8 }, (_, index) => ChatId.parse(index + 1)));
          await inside.upsert(
            'chats',
            contacts.map((visitor, index) =>
              chatRow({ chatId: ids[index] ?? ChatId.parse(9), requestedAt: at, visitor }, tables.account, at),
            ),
          );
        });
        for (const text of texts) {
          const idsOf = (found: readonly KnownContact[]) =>
            found.map(({ visitorId }) => visitorId).sort((one, other) => one - other);
          expect(idsOf(findVisitors(text, await contactsMatching(tables, text))), text).toEqual(
            idsOf(findVisitors(text, contacts)),
          );
        }
      },
    ),
    { numRuns: runs(100, ENGINE === 'postgres' ? 30 : 100) },
  );
  await store.close();
});

test('a name is found by every part of it, in whatever case', async () => {
  await using archive = await lendArchive();
  const store = await openStore(archive.location, { origin: 'https://chat.example.com', login: 'anna@example.com' });
  const { tables } = store;
  const at = epochMillis(0);
  const contacts = NAMES.map((name, index): KnownContact => ({
    visitorId: VisitorId.parse(index + 1),
    name: new Foreign(name),
  }));
  await tables.upsert(
    'chats',
    contacts.map((visitor, index) =>
      chatRow({ chatId: ChatId.parse(index + 1), requestedAt: at, visitor }, tables.account, at),
    ),
  );
  for (const name of NAMES) {
    const characters = Array.from(name);
    for (const start of characters.keys()) {
      const text = characters.slice(start, start + 4).join('');
      const told = await contactsMatching(tables, text);
      const idsOf = (found: readonly KnownContact[]) => new Set(found.map(({ visitorId }) => visitorId));
      expect(idsOf(findVisitors(text, told)), text).toEqual(idsOf(findVisitors(text, contacts)));
    }
  }
  await store.close();
});
