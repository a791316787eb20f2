import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { eraseVisitor } from '../../../src/archive/care/erasure.ts';
import { openExistingStore, openStore, type Store } from '../../../src/archive/store.ts';
import { Tokens } from '../../../src/archive/access/tokens.ts';
import { TokenName, type KeptToken } from '../../../src/model/access-token.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { VisitorId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { NOW, openServer, smallWorld, startService, type Desk, type Service } from '../../mcp/desk.ts';
import { DECISION_TABLES } from '../../../src/model/decided-here.ts';
import { copyArchive } from '../../support/archive/archive-files.ts';
import { archiveMadeOnce } from './made-once.ts';

// An archive in which something was decided that no service has: two visitors are erased, who have names that nobody else
// has, a token was made and another one revoked, and offline messages were triaged.

const ERASED_NAMES = ['Quillon Zephyrine', 'Ottoline Brackwater'];

const TOKENS = ['kept', 'revoked'].map((name): KeptToken => ({
  name: TokenName.parse(name),
  hash: name === 'kept' ? 'a'.repeat(64) : 'b'.repeat(64),
  scopes: new Set(['chats:read']),
  ownChats: DeskText.parse('bound@example.com'),
  createdAt: epochMillis(NOW),
}));

export interface DeskWithDecisions {
  readonly archive: string;
  /** A copy of it as a server leaves it that is killed. */
  readonly inUse: string;
  readonly service: Service;
  readonly owner: { readonly origin: string; readonly login: string };
  readonly erased: readonly VisitorId[];
  /** Everything that was decided, as `decidedIn` tells it. */
  readonly decided: readonly string[];
  /** What the desk answers, as `toldOf` tells it. */
  readonly told: readonly string[];
}

/** Makes one for all the tests of a file, of which each gets a copy. */
export function desksWithDecisions(): () => Promise<DeskWithDecisions> {
  return archiveMadeOnce(makeDesk);
}

async function makeDesk(archive: string) {
  const world = smallWorld();
  const theirs = new Set(world.offlineMessages.map(({ visitorId }) => visitorId));
  const erased = [...theirs].slice(0, ERASED_NAMES.length).map((id) => VisitorId.parse(id));
  // To read a transcript of each takes longest.
  world.chats = world.chats.filter(
    ({ visitorId }, index) => index % 5 === 0 || erased.some((id): boolean => id === visitorId),
  );
  for (const [index, id] of erased.entries()) {
    const visitorName = ERASED_NAMES[index] ?? '';
    const isTheirs = (record: { visitorId: number }): boolean => record.visitorId === id;
    for (const own of [...world.chats, ...world.offlineMessages].filter(isTheirs)) Object.assign(own, { visitorName });
    for (const { records } of world.visitors.filter(isTheirs)) {
      for (const record of records) record.contact = { ...record.contact, name: visitorName };
    }
  }
  const service = startService(world);
  const owner = { origin: service.url, login: world.account.superAdmin.email };
  const desk = await openServer(service, { archive });
  await desk.ask('list_chats', { period: 'last_90_days' });
  await desk.ask('list_offline_messages', { state: 'all' });
  await desk.ask('list_visitors');
  for (const id of erased) await atArchive(archive, owner, (store) => eraseVisitor(store, id, () => epochMillis(NOW)));
  await atArchive(archive, owner, async ({ tables }) => {
    const tokens = new Tokens(tables);
    for (const token of TOKENS) await tokens.create(token);
    await tokens.revoke('revoked', epochMillis(NOW));
    await tokens.noteUse(TokenName.parse('kept'), epochMillis(NOW));
  });
  const waiting = world.offlineMessages.filter(({ visitorId }) => !erased.some((id) => id === visitorId));
  for (const { offlineMessageId } of waiting.slice(0, 5)) {
    const note = `decided about ${offlineMessageId}`;
    await desk.ask('record_triage', { offline_message_id: offlineMessageId, priority: 'soon', note });
  }
  // As a server leaves it that is killed: what was written last lies in the log beside the file.
  const inUse = copyOf(archive, 'in-use');
  const told = await toldOf(desk);
  await desk.close();
  return { inUse, service, owner, erased, told, decided: await decidedIn(archive, owner), close: service.close };
}

/** Does something at an archive that is there. */
export async function atArchive<T>(
  archive: string,
  owner: DeskWithDecisions['owner'],
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openExistingStore(archive, owner);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Reads the decisions that an archive holds, one line each, without those that tell of damage. */
export async function decidedIn(archive: string, owner: DeskWithDecisions['owner']): Promise<string[]> {
  const store = await openStore(archive, owner);
  try {
    const lines: string[] = [];
    for (const table of DECISION_TABLES) {
      for (const row of await store.tables.rowsInOrder(table, {})) {
        const { account: _, crc: _sum, last_used_at: _use, ...told } = { crc: 0, last_used_at: 0, ...row };
        if (!('action' in told) || told.action !== 'recover') lines.push(JSON.stringify({ table, row: told }));
      }
    }
    return lines.sort();
  } finally {
    await store.close();
  }
}

/** Returns what a desk answers about chats and offline messages, where it calls that complete: a line each. */
export async function toldOf(desk: Desk): Promise<string[]> {
  const chats = await desk.ask('list_chats', { period: 'last_90_days', limit: 100 });
  const messages = await desk.ask('list_offline_messages', { state: 'all', limit: 100 });
  return [
    ...(chats.isError || !chats.data.coverage.complete
      ? []
      : [`chats ${chats.data.total}`, ...chats.data.chats.map((chat) => lineOf(chat))]),
    ...(messages.isError || !messages.data.coverage.complete ? [] : [`messages ${messages.data.total}`]),
  ];
}

/** Without what comes from transcripts, which are read again when somebody asks. */
function lineOf({ first_words: _, ...chat }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(chat);
}

/** Returns the erased visitors who are shown in what a desk answers. */
export async function shownAgain(desk: Desk): Promise<string[]> {
  const answers = [
    await desk.ask('list_chats', { period: 'last_90_days', limit: 100 }),
    await desk.ask('list_offline_messages', { state: 'all', limit: 100 }),
    await desk.ask('list_visitors', { limit: 100 }),
  ];
  const text = answers.map((answer) => answer.text).join('\n');
  return ERASED_NAMES.filter((name) => text.includes(name));
}

/** Copies an archive with all that belongs to it into a folder of its own. Answers where it is. */
export function copyOf(archive: string, name: string): string {
  const copy = join(dirname(archive), name, basename(archive));
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  copyArchive(archive, copy);
  return copy;
}
