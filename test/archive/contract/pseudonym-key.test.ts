import { expect, onTestFinished, test } from 'vitest';
import { pseudonymKeyOf } from '../../../src/archive/care/pseudonym-key.ts';
import { openStore } from '../../../src/archive/store.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

const OWNER = { origin: 'https://desk.example', login: 'ann@example.com' };

async function keyIn(location: string): Promise<string> {
  const store = await openStore(location, OWNER);
  onTestFinished(() => store.close());
  return Buffer.from(await pseudonymKeyOf(store.tables)()).toString('hex');
}

test('D1: pseudonyms have a key of 32 bytes, the same in every process on an archive, another in another one', async () => {
  const location = await archiveOfTest();
  const keys = await Promise.all([keyIn(location), keyIn(location), keyIn(location)]);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyIn(await archiveOfTest())).not.toBe(keys[0]);
});
