import type { Store } from '../../archive/store.ts';
import type { Login } from '../../config/read.ts';
import {
  ChatOperationsError,
  PermissionDenied,
  RateLimited,
  RecordNotFound,
  WrongCredentials,
} from '../../model/errors.ts';
import { DeskText, joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { createUpstream, type Page, type Upstream } from '../../upstream/client.ts';
import { createTransport } from '../../upstream/transport/transport.ts';
import { watched, type Watched } from './watched-transport.ts';
import { notTried, ok, warning, wrong, type Check, type Finding, type Tell } from './finding.ts';
import { NotResponding, withPatience, type TestEnd } from './patience.ts';
import { durationText } from '../../model/words/duration.ts';

/** The service as it is asked. */
export interface AskedService {
  readonly account: Login;
  readonly ca: string | undefined;
  readonly requestsPerMinute: number;
  /** Where servers share their requests, these count, too. */
  readonly store: Store | undefined;
  readonly clock: Clock;
  /** Whether a record of each kind is read, too; else the lists alone. */
  readonly readsRecords: boolean;
  /** Told what is tried next, for a person who waits. */
  readonly trying: (what: string) => void;
}

/** The outcome of one request. */
type Outcome<Found> = { readonly found: Found } | { readonly error: ChatOperationsError };

export const LISTS = ['agents', 'chats', 'offline messages', 'visitors'] as const satisfies readonly Check[];
export type List = (typeof LISTS)[number];

/** The first page of each list, or why there is none. */
export type ListOutcomes = Readonly<Record<List, Outcome<Page<unknown>>>>;

/** What a check of the service found beside its findings. */
export interface CheckedService {
  readonly requests: number;
  readonly lists: ListOutcomes;
}

const SINGLES = ['one agent', 'one chat', 'one offline message', 'one visitor'] as const satisfies readonly Check[];

/** Says why nothing of the service was tried. */
export function serviceNotTried(why: TrustedText, tell: Tell): void {
  for (const check of ['login', ...LISTS, ...SINGLES, 'limit', 'clock'] as const) tell(notTried(check, why));
}

/**
 * Asks each endpoint for one page, and, where that is wanted, for one record of it: at most eight requests, unless some fail and are tried again. Tells the
 * login, each permission, the limit and the clock. The pages have 15 seconds together, and so have the records.
 */
export async function checkService(asked: AskedService, tell: Tell): Promise<CheckedService> {
  const { account, ca, requestsPerMinute, store, clock } = asked;
  const transport = watched(createTransport({ origin: account.baseUrl.origin, ca }), clock);
  const sharing = store === undefined ? {} : { ledger: store.ledger, now: store.now };
  const upstream = createUpstream({ ...account, requestsPerMinute, clock, transport, ...sharing });
  try {
    const lists = await checkEndpoints(upstream, asked, transport, tell);
    await checkLimit(upstream, requestsPerMinute, transport, tell);
    checkClock(transport, tell);
    return { requests: transport.sent, lists };
  } finally {
    await upstream.close();
  }
}

async function checkEndpoints(
  upstream: Upstream,
  asked: AskedService,
  transport: Watched,
  tell: Tell,
): Promise<ListOutcomes> {
  const host = DeskText.parse(asked.account.baseUrl.host);
  const lists = await withPatience(host, asked.clock, (end) => firstPages(upstream, asked, end));
  const { agents, chats, 'offline messages': messages, visitors } = lists;
  if ('error' in agents && (agents.error instanceof WrongCredentials || agents.error instanceof RateLimited)) {
    tellNoEntry(agents.error, asked.account, transport, tell);
    return lists;
  }
  const isIn = Object.values(lists).some((one) => 'found' in one || one.error instanceof PermissionDenied);
  if (isIn) tell(ok('login', trusted`the service accepts ${DeskText.parse(asked.account.email)}`));
  else if ('error' in agents) tell(wrong('login', agents.error.message, agents.error.advice));
  for (const check of LISTS) {
    const list = lists[check];
    if (!isIn && 'error' in agents && 'error' in list && list.error.message === agents.error.message) {
      tell(notTried(check, 'it fails as the login does'));
    } else tellList(check, list, tell);
  }
  if (!asked.readsRecords) return lists;
  asked.trying('one record of each list');
  const agentId = firstOf(agents)?.agentId ?? firstOf(chats)?.agent?.agentId;
  const visitorId = firstOf(visitors)?.visitorId ?? firstOf(chats)?.visitor?.visitorId;
  const messageId = firstOf(messages)?.offlineMessageId;
  const findings = await withPatience(host, asked.clock, (end) =>
    Promise.all([
      checkSingle('one agent', agentId, (id) => upstream.getAgent(id, end)),
      checkSingle('one chat', firstOf(chats)?.chatId, (id) => upstream.getChat(id, end)),
      checkSingle('one offline message', messageId, (id) => upstream.getOfflineMessage(id, end)),
      checkSingle('one visitor', visitorId, (id) => upstream.getVisitor(id, end)),
    ]),
  );
  for (const finding of findings) tell(finding);
  return lists;
}

/** Asks for the first page of each list: for one alone until the service has taken the login, and for none after it has not answered. */
async function firstPages(upstream: Upstream, { trying }: AskedService, end: TestEnd) {
  trying('agents');
  const agents = await outcomeOf(upstream.listAgents(1, end));
  if (
    'error' in agents &&
    [WrongCredentials, RateLimited, NotResponding].some((kind) => agents.error instanceof kind)
  ) {
    return { agents, chats: agents, 'offline messages': agents, visitors: agents };
  }
  trying('chats, offline messages and visitors');
  const [chats, messages, visitors] = await Promise.all([
    outcomeOf(upstream.listChats({ page: 1 }, end)),
    outcomeOf(upstream.listOfflineMessages(1, end)),
    outcomeOf(upstream.listVisitors(1, end)),
  ]);
  return { agents, chats, 'offline messages': messages, visitors };
}

async function checkSingle<Id>(
  check: (typeof SINGLES)[number],
  id: Id | undefined,
  get: (id: Id) => Promise<unknown>,
): Promise<Finding> {
  if (id === undefined) return notTried(check, 'no id of one is known');
  const outcome = await outcomeOf(get(id));
  if ('found' in outcome) return ok(check, 'can be read by its id');
  if (!(outcome.error instanceof RecordNotFound)) return findingOf(check, outcome.error);
  return warning(
    check,
    'The service lists one, and does not give it by its id.',
    'It may have just been removed. Run doctor again.',
  );
}

/** Tells a login that was refused, or could not be tried. */
function tellNoEntry(error: WrongCredentials | RateLimited, { email }: Login, transport: Watched, tell: Tell): void {
  const others = [...LISTS, ...SINGLES];
  if (error instanceof WrongCredentials) {
    tell(
      wrong(
        'login',
        trusted`The service refuses the login ${DeskText.parse(email)}: the email address or the password is wrong.`,
        'Correct them where they were given (see the settings above), and try them once on the website of the service. A server that runs has to be restarted then. It was tried once, so that the account is not locked.',
      ),
    );
    for (const check of others) tell(notTried(check, 'the login was refused'));
    return;
  }
  const why =
    transport.refused > 0
      ? trusted`the service refuses every request for being too many`
      : trusted`the servers on this archive have used up the requests of this minute`;
  tell(notTried('login', why));
  for (const check of others) tell(notTried(check, why));
}

function tellList(check: (typeof LISTS)[number], list: Outcome<Page<unknown>>, tell: Tell): void {
  if ('error' in list) {
    tell(findingOf(check, list.error));
    return;
  }
  const page = list.found;
  const count = page.kind === 'rows' ? page.rows.length : 0;
  if (page.kind === 'rows' && page.rejected > 0) {
    tell(
      warning(
        check,
        trusted`${page.rejected} of ${count + page.rejected} rows of the first page cannot be read: a required field is missing or has no sense.`,
        'Answers leave such rows out, and say how many. Tell those who run the service.',
      ),
    );
  } else
    tell(
      ok(
        check,
        count === 0 ? trusted`may be listed; there are none` : trusted`may be listed; ${count} on the first page`,
      ),
    );
}

function findingOf(check: Check, error: ChatOperationsError): Finding {
  const { message, advice } = error;
  if (error instanceof RateLimited) return notTried(check, trusted`the requests of this minute are used up`);
  if (!(error instanceof PermissionDenied)) return wrong(check, message, advice);
  return LISTS.some((list) => list === check)
    ? wrong(check, message, 'Use a login with the permission superadmin: only that may list them.')
    : wrong(check, message, 'Ask who administers the service for that permission, or use another login.');
}

async function checkLimit(
  upstream: Upstream,
  setting: number,
  { sent, taken, refused, toldLimit }: Watched,
  tell: Tell,
): Promise<void> {
  const { perMinute, source, pausedFor, endpoints } = await upstream.budget();
  const wait = durationText(Math.max(1, pausedFor));
  const less = endpoints.map(({ endpoint, perMinute }) => trusted`${endpoint} ${perMinute}`);
  const lower = less.length === 0 ? trusted`` : trusted`, and less for ${joined(less, ', ')}`;
  if (refused > 0 && taken === 0) {
    tell(
      wrong(
        'limit',
        trusted`The service refuses every request for being too many, for about ${wait}.`,
        'Wait that long, and run doctor again. If it stays so, something else uses this login: another program, or a server with another archive. Give this one a login of its own, or set requests_per_minute lower.',
      ),
    );
  } else if (sent === 0) tell(notTried('limit', trusted`no request was sent; the next may go in about ${wait}`));
  else if (source === 'learned' || less.length > 0) {
    tell(
      ok(
        'limit',
        trusted`${perMinute} requests a minute, learned from its refusals${lower}; the setting allows ${setting}`,
      ),
    );
  } else if (toldLimit !== undefined && toldLimit < setting) {
    tell(
      warning(
        'limit',
        trusted`The service tells a limit of ${toldLimit} requests, and the setting allows ${setting} a minute.`,
        trusted`It is learned by its refusals. To spare these, set requests_per_minute to ${toldLimit}.`,
      ),
    );
  } else tell(ok('limit', trusted`${perMinute} requests a minute, by the setting; none was refused`));
}

/** The differences of clocks above which periods, and days at their edges, are wrong. */
const NOTABLE_SECONDS = 30;
const WRONG_SECONDS = 300;

function checkClock({ ahead }: Watched, tell: Tell): void {
  if (ahead === undefined) {
    tell(notTried('clock', 'no answer of the service told its time'));
    return;
  }
  const difference = durationText(Math.abs(ahead));
  const words = trusted`The clock of this machine is ${difference} ${ahead < 0 ? 'ahead of' : 'behind'} that of the service.`;
  const advice = trusted`Set it by a time server: what today is, and how old an answer is, are counted by it.`;
  if (Math.abs(ahead) >= WRONG_SECONDS) tell(wrong('clock', words, advice));
  else if (Math.abs(ahead) >= NOTABLE_SECONDS) tell(warning('clock', words, advice));
  else tell(ok('clock', 'the same as that of the service'));
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
