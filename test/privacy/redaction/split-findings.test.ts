import { describe, expect, test } from 'vitest';
import { mapInSlices } from '../../../src/model/slices.ts';
import { createPlainRedactor } from '../plain-redactor.ts';
import { turnsOf } from '../../support/turns.ts';

async function shown(...messages: readonly (readonly [author: string, text: string])[]): Promise<string[]> {
  const alone = createPlainRedactor({ level: 'contacts', key: new Uint8Array(32), kept: new Set() });
  const redactor = await alone.inConversation(messages.map(([author, text]) => ({ author, text })));
  return mapInSlices(messages, async ([, text]) => redactor.block(text));
}

describe('D1: what an author wrote over several messages', () => {
  test('D1: the halves of a card, whatever somebody else writes between them', async () => {
    expect(
      await shown(['visitor', 'my card is 4111 1111'], ['agent', 'go on'], ['visitor', '1111 1111 thanks']),
    ).toEqual(['my card is [card]', 'go on', '[card] thanks']);
  });

  test('D1: a group a message', async () => {
    expect(
      await shown(
        ['visitor', '4111'],
        ['visitor', '1111'],
        ['visitor', '1111'],
        ['visitor', '1111'],
        ['visitor', 'ok?'],
      ),
    ).toEqual(['[card]', '[card]', '[card]', '[card]', 'ok?']);
  });

  test('D1: an account, an address, a password', async () => {
    expect(await shown(['visitor', 'DE89 3704 0044 05'], ['visitor', '32 0130 00'])).toEqual(['[iban]', '[iban]']);
    const [name, host] = await shown(['visitor', 'jane.roe@'], ['visitor', 'example.org']);
    expect(name).toMatch(/^\[email [a-z0-9]{8}\]$/);
    expect(host).toBe(name);
    expect(await shown(['visitor', 'my password is'], ['visitor', 'Sommer2020!'])).toEqual([
      'my password is',
      '[secret]',
    ]);
  });

  test('D1: not of two authors, not of what is far apart, not of long messages', async () => {
    expect(await shown(['visitor', '4111 1111'], ['agent', '1111 1111'])).toEqual(['4111 1111', '1111 1111']);
    expect(await shown(['visitor', '4111 1111'], ['visitor', 'hm'], ['visitor', '1111 1111'])).toEqual([
      '4111 1111',
      'hm',
      '1111 1111',
    ]);
    const long = `${'so '.repeat(200)}4111 1111`;
    expect(await shown(['visitor', long], ['visitor', '1111 1111'])).toEqual([long, '1111 1111']);
  });

  test('D1: at the end of a stretch, too', async () => {
    const before = Array.from({ length: 99 }, (_, index) => ['visitor', `message ${index}`] as const);
    expect((await shown(...before, ['visitor', '4111 1111'], ['visitor', '1111 1111'])).slice(-2)).toEqual([
      '[card]',
      '[card]',
    ]);
  });

  test('D1: a message alone is as it is without the others', async () => {
    expect(await shown(['visitor', 'PIN 1234 and 4111 1111 1111 1111'], ['visitor', 'order 20481234'])).toEqual([
      'PIN [secret] and [card]',
      'order 20481234',
    ]);
  });
});

describe('D1: the answer to a question', () => {
  test.each([
    ['a code', 'please tell me the 6-digit code we have sent you', '482913'],
    ['a code with a space', 'What is the verification code?', '482 913'],
    ['a PIN', 'ok, and what is your PIN?', '4711'],
    ['a PIN that is no year', 'your card pin please', '8314'],
    ['a password', 'Can you tell me your password?', 'Sommer2020!'],
    ['a password of one word', 'and the password?', 'marmalade'],
    ["a mother's name", 'For security: your mother’s maiden name?', 'Miller'],
    ['a pet', 'What is the name of your first pet?', 'Rex'],
  ])('D1: %s goes', async (_, question, answer) => {
    expect(await shown(['agent', question], ['visitor', answer])).toEqual([question, '[secret]']);
  });

  test('D1: the same where a visitor asks and an agent answers', async () => {
    expect(await shown(['visitor', 'what is the code for the gate?'], ['agent', '4711'])).toEqual([
      'what is the code for the gate?',
      '[secret]',
    ]);
  });

  test.each([
    ['the number of an order', 'what is your order number?', '482913'],
    ['a word about the question', 'have you reset your password?', 'yes, twice'],
    ['a no', 'did you get the code?', 'no, nothing yet'],
    ['a year', 'in which year did you buy it?', '2019'],
    ['a postal code', 'what is your postal code?', '10115'],
    ['a question back', 'what is your PIN?', 'why do you ask?'],
    ['a name that nobody protects', 'what is your name?', 'Miller'],
    ['an amount', 'how many codes did you get?', '3'],
  ])('D1: %s stays', async (_, question, answer) => {
    expect(await shown(['agent', question], ['visitor', answer])).toEqual([question, answer]);
  });

  test('D1: what the same author writes next is no answer, nor is what comes after another message', async () => {
    expect(await shown(['agent', 'what is the code?'], ['agent', 'your order is'], ['agent', '482913'])).toEqual([
      'what is the code?',
      'your order is',
      '482913',
    ]);
    expect(await shown(['agent', 'what is your PIN?'], ['agent', 'and the order?'], ['visitor', '482913'])).toEqual([
      'what is your PIN?',
      'and the order?',
      '482913',
    ]);
  });
});

test.each([
  ['alike', '4111 1111', '4111 1111'],
  ['questions and answers', 'what is the code?', '482913'],
])('S1: many messages that are %s let others have their turn between them', async (_, asked, answered) => {
  const messages = Array.from(
    { length: 400 },
    (__, index) => [index % 2 === 0 ? 'agent' : 'visitor', index % 2 === 0 ? asked : answered] as const,
  );
  // Opening, comparing, and showing it.
  expect(await turnsOf(() => shown(...messages))).toBeGreaterThanOrEqual(5 * messages.length);
});
