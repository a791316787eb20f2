import { expect, onTestFinished, test } from 'vitest';
import { Tokens } from '../../../src/archive/access/tokens.ts';
import { Audit } from '../../../src/archive/care/audit.ts';
import { copyDesk } from '../../../src/archive/care/copying.ts';
import { openStore } from '../../../src/archive/store.ts';
import { tokenHash } from '../../../src/http/identity/token-text.ts';
import { TokenName, type KeptToken } from '../../../src/model/access-token.ts';
import { AccountName } from '../../../src/model/caller.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { archiveOfTest } from '../../support/archive/archive-location.ts';

const OWNER = { origin: 'https://desk.example.com', login: 'ana@example.com' };
const NOW = epochMillis(Date.UTC(2026, 10, 18, 15, 30));
const HOUR = 3_600_000;

async function opened(location: string, owner = OWNER) {
  const store = await openStore(location, owner);
  onTestFinished(() => store.close());
  return { store, tokens: new Tokens(store.tables) };
}

const kept = (name: string): KeptToken => ({
  name: TokenName.parse(name),
  hash: tokenHash(name),
  scopes: new Set(['chats:read']),
  createdAt: NOW,
});

const WHOLE: KeptToken = {
  ...kept('support.2026'),
  scopes: new Set(['chats:read', 'offline:read']),
  accounts: new Set([AccountName.parse('north'), AccountName.parse('south')]),
  ownChats: DeskText.parse('ana@example.com'),
  expiresAt: epochMillis(NOW + 90 * 24 * HOUR),
};

test('a token is kept as it was made, by its name, until it is revoked', async () => {
  const location = await archiveOfTest();
  const { tokens } = await opened(location);
  await tokens.create(WHOLE);
  await tokens.create(kept('another'));
  const { tokens: elsewhere } = await opened(location);
  expect(await elsewhere.all()).toEqual([kept('another'), WHOLE]);
  expect(await elsewhere.revoke('support.2026', NOW)).toEqual(WHOLE);
  expect(await elsewhere.revoke('support.2026', NOW)).toBeUndefined();
  expect(await tokens.all()).toEqual([kept('another')]);
});

test('two of one name are not made, even at the same moment', async () => {
  const location = await archiveOfTest();
  const [{ tokens: one }, { tokens: other }] = [await opened(location), await opened(location)];
  const made = await Promise.allSettled([
    one.create(kept('twice')),
    other.create({ ...kept('twice'), hash: 'f'.repeat(64) }),
  ]);
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(one.create(kept('twice'))).rejects.toThrow('There is a token named twice already.');
  expect(await one.all()).toHaveLength(1);
});

test('a use is noted at most once an hour, and brings no revoked token back', async () => {
  const { tokens } = await opened(await archiveOfTest());
  const token = kept('busy');
  await tokens.create(token);
  const lastUse = async () => (await tokens.all())[0]?.lastUsedAt;
  await tokens.noteUse(token.name, NOW);
  await tokens.noteUse(token.name, epochMillis(NOW + HOUR - 1));
  expect(await lastUse()).toBe(NOW);
  await tokens.noteUse(token.name, epochMillis(NOW + HOUR));
  expect(await lastUse()).toBe(NOW + HOUR);
  await tokens.revoke('busy', NOW);
  await tokens.noteUse(token.name, epochMillis(NOW + 3 * HOUR));
  expect(await tokens.all()).toEqual([]);
});

test('a revoked token stays revoked, whatever the clocks say and whatever an older copy has; its name may be used again', async () => {
  const { store, tokens } = await opened(await archiveOfTest());
  const row = () => store.tables.tokens().selectAll().executeTakeFirstOrThrow();
  await tokens.create({ ...WHOLE, lastUsedAt: NOW });
  expect(await tokens.revoke('support.2026', epochMillis(NOW - HOUR))).toMatchObject({ name: 'support.2026' });
  expect(await row()).toMatchObject({ hash: null, own_chats: null, revoked_at: NOW + 1 });
  expect(await tokens.all()).toEqual([]);
  expect(await tokens.wasAnyMade()).toBe(true);
  await tokens.create({ ...WHOLE, createdAt: epochMillis(NOW - 2 * HOUR) });
  expect(await row()).toMatchObject({ hash: WHOLE.hash, created_at: NOW + 2, revoked_at: null });
  const lines = await new Audit(store.tables, () => NOW).lines();
  expect(lines.map(({ action, outcome, caller }) => [action, outcome, caller])).toEqual([
    ['token', 'created', 'local'],
    ['token', 'revoked', 'local'],
    ['token', 'created', 'local'],
  ]);
  expect(JSON.stringify(lines)).not.toContain('ana@');
});

test('tokens are of one account, and go with a copy of it to another archive', async () => {
  const { store, tokens } = await opened(await archiveOfTest());
  await tokens.create(WHOLE);
  const { store: target, tokens: copied } = await opened(await archiveOfTest());
  await copyDesk(store.tables, target.tables, () => undefined);
  expect(await copied.all()).toEqual([WHOLE]);
});

test('of thousands of tokens all are there, each once', async () => {
  const { store, tokens } = await opened(await archiveOfTest());
  const names = Array.from({ length: 3001 }, (_, index) => `token-${String(index).padStart(4, '0')}`);
  const row = { account: store.tables.account, scopes: '["chats:read"]', accounts: null, own_chats: null };
  const times = { created_at: NOW, expires_at: null, revoked_at: null, last_used_at: null };
  await store.tables.upsert(
    'tokens',
    names.map((name) => ({ ...row, ...times, name: TokenName.parse(name), hash: tokenHash(name) })),
  );
  const all = await tokens.all();
  expect(all.map(({ name }) => name)).toEqual(names);
});
