import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../../src/privacy/redactor.ts';

async function shown(...messages: readonly (readonly [author: string, text: string])[]): Promise<string[]> {
  const alone = createRedactor({ level: 'contacts', key: new Uint8Array(32), kept: new Set() });
  const redactor = await alone.inConversation(messages.map(([author, text]) => ({ author, text })));
  return messages.map(([, text]) => String(redactor.block(text)));
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
