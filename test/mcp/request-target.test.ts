import { expect, test } from 'vitest';
import type { ServedAccount } from '../../src/answers/desk.ts';
import { callBehind } from '../../src/mcp/request-target.ts';
import { AccountName, LOCAL_CALLER } from '../../src/model/caller.ts';

// A request that is refused for want of a scope is told to the audit as the call that it would have been.

const account = (name: string): ServedAccount => {
  const none = () => Promise.reject(new Error('nobody opens it'));
  const desk = { isOpen: () => false, open: none, look: none };
  return { name: AccountName.parse(name), structuredContent: false, hasChatbots: false, ...desk };
};
const served = { caller: LOCAL_CALLER, accounts: [account('north'), account('south')] } as const;

test.each([
  ['tools/call', { name: 'list_chats', arguments: { account: 'south' } }, ['tool', 'list_chats', 'south']],
  ['tools/call', { name: 'list_chats', arguments: { account: 'canary' } }, ['tool', 'list_chats', 'north']],
  ['resources/read', { uri: 'chat://south/visitors/1' }, ['resource', 'visitor', 'south']],
  ['prompts/get', { name: 'review_chat', arguments: { account: 'south' } }, ['prompt', 'review_chat', 'south']],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'review_chat' } }, ['prompt', 'review_chat', 'north']],
  ['tools/call', { name: 'canary' }, undefined],
  ['tools/list', {}, undefined],
])('%s of %j is told as %j', (method, params, told) => {
  const call = callBehind(served, { method, params });
  expect(call && [call.kind, call.name, call.account]).toEqual(told);
});
