import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxConfiguration, TOKEN_VARIABLE } from '../../../src/commands/sandbox/sandbox-configuration.ts';
import { withTokens } from '../../../src/commands/token/open-tokens.ts';
import { readArchivePlaces } from '../../../src/config/read.ts';
import { newTokenText, tokenHash } from '../../../src/http/identity/token-text.ts';
import { TokenName } from '../../../src/model/access-token.ts';
import { AccountName, SCOPE_NAMES } from '../../../src/model/caller.ts';
import { epochMillis, systemClock } from '../../../src/model/time/units.ts';
import { createRandom } from '../../../src/sandbox/world/random.ts';
import { paidTwice } from '../../archive/sharing/paid-twice.ts';
import { startPostgres } from '../../support/archive/postgres.ts';
import { Node } from '../node.ts';
import { startAccounts, type Account } from './accounts.ts';
import { Caller, type Seen } from './caller.ts';

const MINUTE = 60_000;

export interface Chaos {
  readonly seed: number;
  readonly seconds: number;
  readonly nodes: number;
  readonly accounts: number;
  readonly callers: number;
  readonly requestsPerMinute: number;
}

/** What came of it. */
export interface Figures extends Seen {
  readonly kills: Readonly<Record<'SIGTERM' | 'SIGKILL', number>>;
  /** The most requests that an account's service got in any minute. */
  readonly mostInAMinute: number;
  readonly requests: number;
  /** Requests that a service refused for its limit. */
  readonly refused: number;
  /** What was asked for although its earlier answer was still good. */
  readonly twice: readonly string[];
  /** What nodes have said of errors of their own. */
  readonly bugs: readonly string[];
}

/** Lets callers ask nodes on one PostgreSQL, while nodes are ended and started at random. */
export async function runChaos({
  seed,
  seconds,
  callers: count,
  requestsPerMinute,
  ...options
}: Chaos): Promise<Figures> {
  await using held = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'chat-operations-chaos-'));
  held.defer(() => rm(folder, { recursive: true }));
  const postgres = held.use(await startPostgres());
  const accounts = await startAccounts(options.accounts, requestsPerMinute);
  for (const { service } of accounts) held.use(service);
  const config = join(folder, 'settings.json');
  await writeFile(config, JSON.stringify(settingsOf(accounts, postgres.address, requestsPerMinute)), { mode: 0o600 });
  const environment = { [TOKEN_VARIABLE]: 'unused' };
  const tokens = await makeTokens(accounts, count, { config, environment });
  const nodes = Array.from({ length: options.nodes }, () => held.use(new Node(['--config', config], environment)));
  for (const node of nodes) await node.start();

  const seen: Seen = { outcomes: new Map(), wrong: [], crossed: [], took: [] };
  const kills = { SIGTERM: 0, SIGKILL: 0 };
  const until = Date.now() + seconds * 1000;
  const canaries = accounts.map(({ canary }) => canary);
  const asking = tokens.map(({ account, token }, index) =>
    new Caller(account, {
      token,
      canaries,
      random: createRandom(seed, `caller ${index}`),
      hasSessions: index % 5 === 4,
    }).ask(
      nodes.map(({ url }) => url),
      until,
      seen,
    ),
  );
  const bugs: string[] = [];
  const random = createRandom(seed, 'kills');
  while (Date.now() < until - 3000) {
    await pause(random.integer(2000, 6000));
    const node = random.pick(nodes);
    const signal = random.pick(['SIGTERM', 'SIGKILL'] as const);
    bugs.push(...bugsIn(node.said));
    await node.end(signal);
    kills[signal] += 1;
    await pause(random.integer(0, 2000));
    await node.start();
  }
  await Promise.all(asking);
  bugs.push(...nodes.flatMap(({ said }) => bugsIn(said)));
  const logs = accounts.map(({ service }) => service.requests);
  return {
    ...seen,
    kills,
    bugs,
    requests: logs.flat().length,
    refused: logs.flat().filter(({ status }) => status === 429).length,
    mostInAMinute: Math.max(...logs.map((log) => mostInAMinute(log.map(({ at }) => at)))),
    twice: accounts.flatMap(({ name, service, world }) => {
      const ends = new Map(world.chats.map(({ chatId, endedAt }) => [chatId, endedAt]));
      return paidTwice(service.answered, (chatId) => ends.get(chatId) !== undefined).map((path) => `${name}: ${path}`);
    }),
  };
}

function settingsOf(accounts: readonly Account[], archive: string, requestsPerMinute: number): object {
  const desks = accounts.map(({ name, service, world }) => {
    const { base_url, email, password, codes } = sandboxConfiguration({ url: service.url, world });
    return { name, base_url, email, password, codes };
  });
  return {
    archive,
    requests_per_minute: requestsPerMinute,
    structured_content: 'on',
    answer_within: 5,
    redact: 'none',
    accounts: desks,
  };
}

/** Makes a token for each caller, each for one account. */
async function makeTokens(
  accounts: readonly Account[],
  count: number,
  { config, environment }: { config: string; environment: Readonly<Record<string, string>> },
) {
  const [place] = readArchivePlaces({ flags: { config }, environment });
  return withTokens(place, { isMade: true }, { errors: process.stderr, clock: systemClock }, async (tokens) => {
    const made: { readonly account: Account; readonly token: string }[] = [];
    for (let index = 0; index < count; index += 1) {
      const account = accounts[index % accounts.length];
      if (account === undefined) throw new Error('There are accounts');
      const token = newTokenText();
      await tokens.create({
        name: TokenName.parse(`caller-${index}`),
        hash: tokenHash(token),
        scopes: new Set(SCOPE_NAMES),
        accounts: new Set([AccountName.parse(account.name)]),
        createdAt: epochMillis(Date.now()),
      });
      made.push({ account, token });
    }
    return made;
  });
}

/** The most of some moments that any minute has. */
function mostInAMinute(moments: readonly number[]): number {
  let most = 0;
  for (let from = 0, to = 0; to < moments.length; to += 1) {
    while ((moments[to] ?? 0) - (moments[from] ?? 0) >= MINUTE) from += 1;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

const bugsIn = (said: string): readonly string[] => said.split('\n').filter((line) => /"level":(?:50|60)/.test(line));

const pause = (millis: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, millis);
  });
