import type { Store } from '../../archive/store.ts';
import type { Login } from '../../config/read.ts';
import {
  ChatOperationsError,
  PermissionDenied,
  RateLimited,
  RecordNotFound,
  WrongCredentials,
} from '../../model/errors.ts';
import { DeskText, enumerated, joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { durationText } from '../../model/words/duration.ts';
import { groupedText } from '../../model/words/number.ts';
import { createUpstream, type Page, type Upstream } from '../../upstream/client.ts';
import { createTransport } from '../../upstream/transport/transport.ts';
import { ok, problem, skipped, warning, type Checked, type Finding } from './finding.ts';
import { NotResponding, withPatience, type Timing } from './patience.ts';

/** The service as it is asked. */
export interface AskedService extends Timing {
  readonly login: Login;
  readonly ca: string | undefined;
  readonly requestsPerMinute: number;
  /** The archive on which servers share their requests, if there is one: these count there, too. */
  readonly store?: Store | undefined;
}

/** The outcome of one request. */
type Outcome<Found> = { readonly found: Found } | { readonly error: ChatOperationsError };

export const LISTS = ['agents', 'chats', 'offline messages', 'visitors'] as const satisfies readonly Checked[];
export type List = (typeof LISTS)[number];

/** An open service, with what its answers show beside their content. */
interface OpenService {
  readonly upstream: Upstream;
  readonly seen: { requests: number; aheadSeconds?: number };
}

/** A `Date` header has whole seconds: on average the service's clock is half of one further. */
const HALF_A_SECOND = 500;

function opened({ login, ca, requestsPerMinute, store, clock }: AskedService): OpenService {
  const seen: OpenService['seen'] = { requests: 0 };
  const plain = createTransport({ origin: login.baseUrl.origin, ca });
  const transport: typeof plain = {
    ...plain,
    get: async (...request) => {
      seen.requests += 1;
      const answer = await plain.get(...request);
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (!Number.isNaN(date)) seen.aheadSeconds = (date + HALF_A_SECOND - clock()) / 1000;
      return answer;
    },
  };
  const sharing = store === undefined ? {} : { ledger: store.ledger, now: store.now };
  return { upstream: createUpstream({ ...login, requestsPerMinute, clock, transport, ...sharing }), seen };
}

/** Tries a login by the first page of each list. Resolves with what came of each. */
export async function triedLogin(asked: AskedService) {
  const service = opened(asked);
  try {
    return await firstPages(service.upstream, asked);
  } finally {
    await service.upstream.close();
  }
}

/** The first page of each list, or why there is none. */
export type ListOutcomes = Awaited<ReturnType<typeof firstPages>>;

/** Asks for one list alone until the service has taken the login, and for no other if it refuses or does not respond. */
function firstPages(upstream: Upstream, asked: AskedService) {
  return withPatience(DeskText.parse(asked.login.baseUrl.host), asked, async (end) => {
    const agents = await outcomeOf(upstream.listAgents(1, end));
    const isEnd = (error: ChatOperationsError): boolean =>
      error instanceof WrongCredentials || error instanceof RateLimited || error instanceof NotResponding;
    if ('error' in agents && isEnd(agents.error)) {
      return { agents, chats: agents, 'offline messages': agents, visitors: agents };
    }
    const [chats, messages, visitors] = await Promise.all([
      outcomeOf(upstream.listChats({ page: 1 }, end)),
      outcomeOf(upstream.listOfflineMessages(1, end)),
      outcomeOf(upstream.listVisitors(1, end)),
    ]);
    return { agents, chats, 'offline messages': messages, visitors };
  });
}

/**
 * Yields what was found of a service by at most eight requests, unless some fail and are tried again: login, lists, single records,
 * request limit and clock. Returns the number of requests.
 */
export async function* serviceFindings(asked: AskedService): AsyncGenerator<Finding, number> {
  const service = opened(asked);
  const { upstream, seen } = service;
  try {
    const lists = await firstPages(upstream, asked);
    const refusal = refusalOf(lists, asked, seen.requests);
    if (refusal === undefined) {
      yield* listFindings(lists, asked.login.email);
      yield* await recordFindings(lists, upstream, asked);
    } else {
      yield refusal.login;
      for (const check of ['lists', 'single records'] as const) yield skipped(check, refusal.why);
    }
    yield await limitFinding(lists, service, asked.requestsPerMinute);
    yield clockFinding(seen.aheadSeconds);
    return seen.requests;
  } finally {
    await upstream.close();
  }
}

/** A login that was refused, or could not be tried. */
function refusalOf(
  { agents }: ListOutcomes,
  { login }: AskedService,
  requests: number,
): { readonly login: Finding; readonly why: TrustedText } | undefined {
  const error = 'error' in agents ? agents.error : undefined;
  if (error instanceof WrongCredentials) {
    return {
      login: problem(
        'login',
        trusted`The service refused the email or the password of ${DeskText.parse(login.email)}.`,
        "Try them once on the service's website, correct the settings above, and restart running servers. Doctor tried once, so that the account is not locked.",
      ),
      why: trusted`the login was refused`,
    };
  }
  if (!(error instanceof RateLimited)) return undefined;
  const why =
    requests > 0
      ? trusted`the service refuses every request as too many`
      : trusted`the servers on this archive have used this minute's requests`;
  return { login: skipped('login', why), why };
}

/** The login, and the lists: in one line if all can be read, else those that cannot. */
function* listFindings(lists: ListOutcomes, email: string): Generator<Finding> {
  const { agents } = lists;
  const isIn = LISTS.some((list) => 'found' in lists[list] || lists[list].error instanceof PermissionDenied);
  if (!isIn && 'error' in agents) {
    yield problem('login', agents.error.message, agents.error.advice);
    yield skipped('lists', 'they fail as the login does');
    return;
  }
  yield ok('login', DeskText.parse(email));
  const readable = LISTS.filter((list) => 'found' in lists[list]);
  if (readable.length > 0) {
    const all = readable.length === LISTS.length ? trusted`: all readable` : trusted`: readable`;
    yield ok('lists', trusted`${joined(worded(readable), ', ')}${all}`);
  }
  yield* flawsOfLists(lists);
}

/** The lists that cannot be read, or not whole. */
export function* flawsOfLists(lists: ListOutcomes): Generator<Finding> {
  const denied = LISTS.filter((list) => isDenied(lists[list]));
  if (denied.length > 0) {
    yield problem(
      denied[0] ?? 'lists',
      trusted`This login may not list ${enumerated(worded(denied), 'and')}.`,
      trusted`Use a login with the superadmin permission. Without it, these do not work: ${joined(
        denied.map((list) => NEEDED_BY[list]),
        '; ',
      )}.`,
    );
  }
  for (const list of LISTS) {
    const outcome = lists[list];
    if ('error' in outcome) {
      if (!isDenied(outcome)) yield failureFinding(list, trusted`Could not list ${list}. `, outcome.error);
    } else if (outcome.found.kind === 'rows' && outcome.found.rejected > 0) {
      const { rows, rejected } = outcome.found;
      yield warning(
        list,
        trusted`${rejected} of ${rows.length + rejected} rows of the first page are unreadable: a required field is missing or makes no sense.`,
        "Answers leave such rows out, and say how many. Tell the service's operator.",
      );
    }
  }
}

/** The answers that need a list. */
const NEEDED_BY: Readonly<Record<List, TrustedText>> = {
  agents: trusted`the list of agents, and filters by an agent's name`,
  chats: trusted`lists of chats, figures, changes, topics and searches`,
  'offline messages': trusted`offline messages and their reply times`,
  visitors: trusted`visitors and their countries`,
};

function worded(checked: readonly Checked[]): TrustedText[] {
  return checked.map((one) => trusted`${one}`);
}

function isDenied(outcome: Outcome<unknown>): boolean {
  return 'error' in outcome && outcome.error instanceof PermissionDenied;
}

async function recordFindings(
  { agents, chats, visitors, 'offline messages': messages }: ListOutcomes,
  upstream: Upstream,
  asked: AskedService,
): Promise<Finding[]> {
  const chat = firstOf(chats);
  const [agentId, visitorId] = [
    firstOf(agents)?.agentId ?? chat?.agent?.agentId,
    firstOf(visitors)?.visitorId ?? chat?.visitor?.visitorId,
  ];
  const messageId = firstOf(messages)?.offlineMessageId;
  const found = await withPatience(DeskText.parse(asked.login.baseUrl.host), asked, (end) =>
    Promise.all([
      recordFinding('one agent', agentId, (id) => upstream.getAgent(id, end)),
      recordFinding('one chat', chat?.chatId, (id) => upstream.getChat(id, end)),
      recordFinding('one offline message', messageId, (id) => upstream.getOfflineMessage(id, end)),
      recordFinding('one visitor', visitorId, (id) => upstream.getVisitor(id, end)),
    ]),
  );
  const others = found.filter(({ verdict }) => verdict !== 'ok');
  const read = found.filter(({ verdict }) => verdict === 'ok').map(({ check }) => check);
  if (others.length === 0) return [ok('single records', 'one of each can be read')];
  return [
    ...(read.length > 0 ? [ok('single records', trusted`${joined(worded(read), ', ')}: readable`)] : []),
    ...others,
  ];
}

async function recordFinding<Id>(
  check: Checked,
  id: Id | undefined,
  get: (id: Id) => Promise<unknown>,
): Promise<Finding> {
  if (id === undefined) return skipped(check, 'no id of one is known');
  const outcome = await outcomeOf(get(id));
  if ('found' in outcome) return ok(check, '');
  if (!(outcome.error instanceof RecordNotFound)) return failureFinding(check, trusted``, outcome.error);
  return warning(
    check,
    'The service lists one, but does not return it by its id.',
    'It may have just been removed. Run doctor again.',
  );
}

function failureFinding(check: Checked, before: TrustedText, error: ChatOperationsError): Finding {
  if (error instanceof RateLimited) return skipped(check, "this minute's requests are used up");
  if (!(error instanceof PermissionDenied)) return problem(check, trusted`${before}${error.message}`, error.advice);
  return problem(check, error.message, "Ask the service's operator for that permission, or use another login.");
}

async function limitFinding({ agents }: ListOutcomes, { upstream, seen }: OpenService, setting: number) {
  const { perMinute, source, pausedFor, endpoints } = await upstream.budget();
  const wait = durationText(Math.max(1, pausedFor));
  const check = 'request limit';
  if (seen.requests === 0) return skipped(check, trusted`no request was sent; the next can be sent in about ${wait}`);
  if ('error' in agents && agents.error instanceof RateLimited) {
    return problem(
      check,
      trusted`The service refuses every request as too many, for about ${wait}.`,
      'Wait that long, and run doctor again. If it stays so, something else uses this login, such as a server with another archive. Use a login of its own for this one, or lower requests_per_minute.',
    );
  }
  if (source !== 'learned' && endpoints.length === 0) {
    return ok(check, trusted`${groupedText(perMinute)} a minute, from settings; none refused`);
  }
  const less = endpoints.map(({ endpoint, perMinute: ofEndpoint }) => trusted`${endpoint} ${ofEndpoint}`);
  const lower = less.length === 0 ? trusted`` : trusted`, and less for ${joined(less, ', ')}`;
  return ok(
    check,
    trusted`${groupedText(perMinute)} a minute, learned from refusals${lower}; the setting allows ${setting}`,
  );
}

/** The differences of clocks above which periods, and days at their edges, are wrong. */
const NOTABLE_SECONDS = 30;
const WRONG_SECONDS = 300;

function clockFinding(aheadSeconds: number | undefined): Finding {
  if (aheadSeconds === undefined) return skipped('clock', 'no answer of the service had a time');
  const difference = durationText(Math.abs(aheadSeconds));
  const words = trusted`The clock of this machine is ${difference} ${aheadSeconds < 0 ? 'ahead of' : 'behind'} the service's.`;
  const advice = trusted`Set it by a time server: today, and the age of an answer, depend on it.`;
  if (Math.abs(aheadSeconds) >= WRONG_SECONDS) return problem('clock', words, advice);
  if (Math.abs(aheadSeconds) >= NOTABLE_SECONDS) return warning('clock', words, advice);
  return ok('clock', 'agrees with the service');
}

async function outcomeOf<Found>(work: Promise<Found>): Promise<Outcome<Found>> {
  try {
    return { found: await work };
  } catch (error) {
    if (error instanceof ChatOperationsError) return { error };
    throw error;
  }
}

function firstOf<Row>(list: Outcome<Page<Row>>): Row | undefined {
  return 'found' in list && list.found.kind === 'rows' ? list.found.rows[0] : undefined;
}
