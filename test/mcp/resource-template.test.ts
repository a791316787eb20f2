import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import type { ServedAccount } from '../../src/answers/desk.ts';
import { createServer } from '../../src/mcp/server.ts';
import { AccountName, LOCAL_CALLER } from '../../src/model/caller.ts';

// A host lists resources by itself: of many accounts that opens none.

test('of more accounts than a few only resources with one address are listed, and no account is opened for it', async () => {
  const looked: string[] = [];
  const account = (number: number): ServedAccount => {
    const name = AccountName.parse(`shop-${number}`);
    const look = () => {
      looked.push(name);
      return Promise.reject(new Error('nobody opens it'));
    };
    return { name, structuredContent: false, hasChatbots: false, isOpen: () => false, open: look, look };
  };
  const server = createServer({
    caller: LOCAL_CALLER,
    accounts: [account(1), account(2), account(3), account(4), account(5), account(6)],
  });
  const client = new Client({ name: 'test', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  onTestFinished(() => client.close());
  const { resources } = await client.listResources();
  const fixed = ['definitions', 'codebook', 'status'];
  const addresses = fixed.flatMap((one) => [1, 2, 3, 4, 5, 6].map((number) => `chat://shop-${number}/${one}`));
  expect(new Set(resources.map(({ uri }) => uri))).toEqual(new Set(addresses));
  expect(looked).toEqual([]);
});
