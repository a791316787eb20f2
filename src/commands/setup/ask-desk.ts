import { resolve } from 'node:path';
import { checkService, LISTS } from '../doctor/check-service.ts';
import { checkWay } from '../doctor/check-way.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Login } from '../../config/read.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { Secret } from '../../model/text/secret.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Dialogue } from './dialogue.ts';
import { valueOf } from '../../config/given.ts';
import { loginProblem, unattendedEnd, warnOfOtherLists, type LoginProblem } from './login-problem.ts';
import { flawOf, type SettingsDraft } from './settings-draft.ts';

/** An address at which something answers, and the authority by which its certificate is trusted. */
interface ReachedService {
  readonly baseUrl: URL;
  readonly ca: string | undefined;
}

/** What somebody has given beforehand, as flags or in the environment. */
export interface GivenDesk {
  readonly address: string | undefined;
  readonly email: string | undefined;
  readonly password: Secret | undefined;
  readonly caFile: string | undefined;
}

/** A login that is in the settings already. Its password is sent nowhere but to its own address, for its own email address. */
export interface KeptLogin {
  readonly origin: string;
  readonly email: string;
  readonly password: Secret;
}

interface Asking {
  readonly dialogue: Dialogue;
  readonly clock: Clock;
  /** Nobody can answer: what does not work is the end. */
  readonly isUnattended: boolean;
}

/** Asks for the address until the service can be reached there. Throws Cancelled; where nobody can be asked, InvalidArgument. */
export async function askAddress(
  draft: SettingsDraft,
  given: GivenDesk,
  { dialogue, clock, isUnattended }: Asking,
): Promise<ReachedService> {
  let initial = given.address ?? draft.textOf('base_url');
  let caFile = given.caFile ?? draft.textOf('ca_file');
  for (;;) {
    const typed = await dialogue.text({
      message: 'Address of the chat service (REST API)',
      initial,
      placeholder: 'https://chat.example.com',
      flaw: (answer) => flawOf('base_url', withScheme(answer)),
    });
    initial = withScheme(typed);
    const baseUrl = new URL(initial);
    for (;;) {
      const ca = valueOf('ca_file', caFile);
      const findings: Finding[] = [];
      const isOpen = await dialogue.during(`Looking for ${baseUrl.host}`, () =>
        checkWay(baseUrl, { ca, clock, setting: 'base_url' }, (finding) => findings.push(finding)),
      );
      const flaw = findings.find(({ verdict }) => verdict === 'wrong');
      if (isUnattended && flaw !== undefined) throw notReached(flaw);
      tellFlaws(findings, dialogue);
      if (isOpen) {
        dialogue.good(
          `${baseUrl.host} can be reached${baseUrl.protocol === 'https:' ? ', and its certificate is trusted' : ''}`,
        );
        draft.set('base_url', initial);
        draft.set('ca_file', caFile === undefined ? undefined : resolve(caFile));
        return { baseUrl, ca };
      }
      const isUntrusted = findings.some(({ check, verdict }) => check === 'certificate' && verdict === 'wrong');
      if (
        !isUntrusted ||
        !(await dialogue.confirm('Is there a file with the certificate of the authority that signed it?', false))
      ) {
        break;
      }
      caFile = await dialogue.text({
        message: 'Path of that file (PEM)',
        initial: caFile,
        flaw: (answer) => flawOf('ca_file', answer),
      });
    }
  }
}

function notReached({ words, advice = trusted`` }: Finding): InvalidArgument {
  return unattendedEnd({ words: trusted`Could not connect. ${words}`, advice });
}

function withScheme(typed: string): string {
  return /^[a-z]+:\/\//i.test(typed) || typed === '' ? typed : `https://${typed}`;
}

/** A login that was asked for, and whether its password is the one that the settings hold. */
interface AskedLogin {
  readonly account: Login;
  readonly isKept: boolean;
}

/** More tries could lock the account. */
const MOST_LOGINS = 3;

/**
 * Asks for email address and password until there is a login that may list chats, and tells what it may list. Returns nothing
 * where what answers at the address is no such service: then the address is to be asked again. Throws Cancelled; and
 * InvalidArgument after three tries, where the person gives up, and where nobody can be asked again.
 */
export async function askLogin(
  draft: SettingsDraft,
  given: GivenDesk,
  reached: ReachedService,
  kept: KeptLogin | undefined,
  asking: Asking,
): Promise<AskedLogin | undefined> {
  const { dialogue, isUnattended } = asking;
  let login = await askAccount(given.email ?? draft.textOf('email'), given.password, reached, kept, dialogue);
  for (let tries = 1; ; tries += 1) {
    const problem = await tryLogin(login.account, reached.ca, draft, asking);
    if (problem === undefined) {
      draft.set('email', login.account.email);
      return login;
    }
    if (isUnattended) throw unattendedEnd(problem);
    dialogue.bad(problem.words, problem.advice);
    if (problem.next === 'another address') return undefined;
    if (tries === MOST_LOGINS) throw lockable();
    if (!(await dialogue.confirm(problem.question, true))) throw gaveUp();
    if (problem.next === 'the same login') continue;
    // What was kept has been tried.
    const untried = login.isKept ? undefined : kept;
    login = await askAccount(login.account.email, undefined, reached, untried, dialogue);
  }
}

async function askAccount(
  initial: string | undefined,
  given: Secret | undefined,
  { baseUrl }: ReachedService,
  kept: KeptLogin | undefined,
  dialogue: Dialogue,
): Promise<AskedLogin> {
  const email = await dialogue.text({
    message: 'Email address of the login',
    initial,
    placeholder: 'reports@example.com',
    flaw: (answer) => flawOf('email', answer),
  });
  if (given !== undefined) return { account: { baseUrl, email, password: given }, isKept: false };
  if (kept?.origin === baseUrl.origin && kept.email === email) {
    const keeps = await dialogue.confirm(`Keep the password that is there, for ${email} at ${baseUrl.origin}?`, true);
    if (keeps) return { account: { baseUrl, email, password: kept.password }, isKept: true };
  } else if (kept !== undefined) {
    dialogue.tell(`The password that is there is for ${kept.email} at ${kept.origin}: it is not sent anywhere else.`);
  }
  const typed = await dialogue.secret({ message: 'Password', flaw: (answer) => flawOf('password', answer) });
  return { account: { baseUrl, email, password: new Secret(typed) }, isKept: false };
}

/** Tries a login, and tells what it may list. Returns why it cannot be used. */
async function tryLogin(
  account: Login,
  ca: string | undefined,
  draft: SettingsDraft,
  { dialogue, clock }: Asking,
): Promise<LoginProblem | undefined> {
  const findings: Finding[] = [];
  const { lists } = await dialogue.during('Logging in, and reading one page of each list', () =>
    checkService(
      {
        account,
        ca,
        requestsPerMinute: draft.values.requests_per_minute,
        store: undefined,
        clock,
        // The first question of an assistant needs the rest of the minute.
        readsRecords: false,
        trying: () => undefined,
      },
      (finding) => findings.push(finding),
    ),
  );
  const problem = loginProblem(lists);
  if (problem !== undefined) return problem;
  const good = LISTS.flatMap((list) => findings.filter(({ check, verdict }) => check === list && verdict === 'ok'));
  const listed = good.map(({ check, words }) => `${check} (${/\d+/.exec(words)?.[0] ?? 'none'})`);
  dialogue.good(listed.length === 0 ? 'The login works' : `The login works, and may list ${listed.join(', ')}`);
  warnOfOtherLists(lists, dialogue);
  const isOfList = ({ check }: Finding): boolean => LISTS.some((list) => list === check);
  tellFlaws(
    findings.filter((finding) => finding.verdict === 'warning' || !isOfList(finding)),
    dialogue,
  );
  return undefined;
}

function gaveUp(): InvalidArgument {
  return new InvalidArgument(
    'Setup cannot go on without a login that works.',
    'Fix the problem above, then run setup again. Nothing was written.',
  );
}

function lockable(): InvalidArgument {
  return new InvalidArgument(
    'Setup stops after three tries, so that the account is not locked.',
    "Try the login on the service's website, then run setup again. Nothing was written.",
  );
}

function tellFlaws(findings: readonly Finding[], dialogue: Dialogue): void {
  for (const { check, verdict, words, advice } of findings) {
    if (verdict === 'wrong') dialogue.bad(`${check}: ${words}`, advice);
    if (verdict === 'warning') dialogue.warn(`${check}: ${words}`, advice);
  }
}
