import type { AccountSettings } from '../../config/accounts.ts';
import { loginOf } from '../../config/read.ts';
import { trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { checkArchive } from './archive.ts';
import { checkBots } from './bots.ts';
import { checkCodes } from './codes.ts';
import { connectionFindings } from './connection.ts';
import type { Context } from './context.ts';
import { skipped, type Finding } from './finding.ts';
import { serviceFindings } from './service.ts';
import { checkSecrets, checkZone } from './settings.ts';

/** One check. What cannot be checked says why, and the rest goes on. */
type Check = (context: Context) => AsyncIterable<Finding> | Promise<readonly Finding[]> | readonly Finding[];

/** The checks of an account by what they look at, in their order. None sends anything to a bot, or changes more than the count of requests. */
const CHECKS: readonly (readonly [what: string, check: Check])[] = [
  ['the settings', checkSecrets],
  ['the settings', checkZone],
  ['the connection', checkConnection],
  ['the archive', checkArchive],
  ['the service', checkService],
  ['the codes', checkCodes],
  ['the bots', checkBots],
];

/** Yields the findings of all checks, each as soon as it is known; `trying` is told what is checked next. */
export async function* examined(context: Context, trying: (what: string) => void): AsyncGenerator<Finding> {
  try {
    for (const [what, check] of CHECKS) {
      trying(what);
      yield* await check(context);
    }
  } finally {
    await context.store?.close();
  }
}

/** Why the service cannot be asked at all, if it cannot. */
function unaskable({ values, wrong }: AccountSettings): TrustedText | undefined {
  if (values.sandbox) return trusted`the built-in sandbox replaces the service`;
  // Judged by the authorities of the machine alone, its certificate would be called untrusted.
  if (wrong.has('ca_file')) return trusted`the setting ca_file is wrong`;
  if (values.base_url !== undefined) return undefined;
  return wrong.has('base_url') ? trusted`the setting base_url is wrong` : trusted`base_url is not set`;
}

async function checkConnection(context: Context): Promise<readonly Finding[]> {
  const { account, clock, stopAfter } = context;
  const { base_url: address, ca_file: ca } = account.values;
  const why = unaskable(account);
  if (address === undefined || why !== undefined) {
    return [skipped('connection', why ?? trusted`base_url is not set`), skipped('certificate', why ?? trusted``)];
  }
  const findings = await connectionFindings(address, { ca, clock, stopAfter, setting: 'base_url' });
  context.isReached = !findings.some(({ verdict }) => verdict === 'problem');
  return findings;
}

async function* checkService(context: Context): AsyncGenerator<Finding> {
  const { account, clock, stopAfter, store, isReached } = context;
  const { ca_file: ca, requests_per_minute: requestsPerMinute } = account.values;
  const login = loginOf(account.values);
  if (login === undefined || !isReached) {
    const missing = login === undefined ? trusted`address, email or password is missing or wrong` : undefined;
    const why = unaskable(account) ?? missing ?? trusted`the service cannot be reached`;
    for (const check of ['login', 'lists', 'single records', 'request limit', 'clock'] as const) {
      yield skipped(check, why);
    }
    return;
  }
  context.requests = yield* serviceFindings({ login, ca, requestsPerMinute, store, clock, stopAfter });
}
