import { resolve } from 'node:path';
import { checkService } from '../doctor/check-service.ts';
import { checkWay } from '../doctor/check-way.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Account } from '../../config/read.ts';
import { InvalidArgument, InvalidConfiguration } from '../../model/errors.ts';
import { Secret } from '../../model/text/secret.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Dialogue } from './dialogue.ts';
import { fileText } from '../../config/setting-file.ts';
import { flawOf, type SettingsDraft } from './settings-draft.ts';

/** What was asked for, and found to work. */
export interface ReachedDesk {
  readonly account: Account;
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

/** So that no account is locked by tries. */
const MOST_LOGINS = 3;

/** Asks for the address until the service can be reached there. Throws Cancelled; where nobody can be asked, InvalidArgument. */
export async function askAddress(
  draft: SettingsDraft,
  given: GivenDesk,
  { dialogue, clock, isUnattended }: Asking,
): Promise<{ readonly baseUrl: URL; readonly ca: string | undefined }> {
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
      const ca = caFile === undefined ? undefined : fileText(caFile, trusted`ca_file`);
      const findings: Finding[] = [];
      const isOpen = await dialogue.during(`Looking for ${baseUrl.host}`, () =>
        checkWay(baseUrl, { ca, clock, setting: 'base_url' }, (finding) => findings.push(finding)),
      );
      tellFlaws(findings, dialogue);
      if (isOpen) {
        dialogue.good(
          `${baseUrl.host} can be reached${baseUrl.protocol === 'https:' ? ', and its certificate is trusted' : ''}`,
        );
        draft.set('base_url', initial);
        draft.set('ca_file', caFile === undefined ? undefined : resolve(caFile));
        return { baseUrl, ca };
      }
      if (isUnattended) throw notReached();
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
        flaw: (answer) => (answer === '' ? 'This is empty' : flawOfFile(answer)),
      });
    }
  }
}

function notReached(): InvalidArgument {
  return new InvalidArgument(
    'The service cannot be reached safely.',
    'Mend what is said above, and run setup again. Nothing was written.',
  );
}

function withScheme(typed: string): string {
  return /^[a-z]+:\/\//i.test(typed) || typed === '' ? typed : `https://${typed}`;
}

function flawOfFile(path: string): string | undefined {
  try {
    fileText(path, trusted`ca_file`);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.message;
    throw error;
  }
}

/**
 * Asks for email address and password until the service accepts them, and tells what they may read. Answers nothing where what
 * answers at the address is no such service: then the address is to be asked again. Throws Cancelled, and InvalidArgument after
 * three refusals.
 */
export async function askLogin(
  draft: SettingsDraft,
  given: GivenDesk,
  reached: { readonly baseUrl: URL; readonly ca: string | undefined },
  kept: KeptLogin | undefined,
  { dialogue, clock, isUnattended }: Asking,
): Promise<{ readonly account: Account; readonly isKept: boolean } | undefined> {
  let email = given.email ?? draft.textOf('email');
  let password = given.password;
  for (let tries = 1; ; tries += 1) {
    email = await dialogue.text({
      message: 'Email address of the login',
      initial: email,
      placeholder: 'reports@example.com',
      flaw: (answer) => flawOf('email', answer),
    });
    const own = kept?.origin === reached.baseUrl.origin && kept.email === email ? kept.password : undefined;
    if (password === undefined && kept !== undefined && own === undefined) {
      dialogue.tell(`The password that is there is for ${kept.email} at ${kept.origin}: it is not sent anywhere else.`);
    }
    const keeps =
      password === undefined &&
      own !== undefined &&
      (await dialogue.confirm(`Keep the password that is there, for ${email} at ${reached.baseUrl.origin}?`, true));
    const typed =
      (keeps ? own : password) ??
      new Secret(await dialogue.secret({ message: 'Password', flaw: (answer) => flawOf('password', answer) }));
    password = undefined;
    const account = { baseUrl: reached.baseUrl, email, password: typed };
    const findings: Finding[] = [];
    await dialogue.during('Logging in, and reading one page of each list', () =>
      checkService(
        {
          account,
          ca: reached.ca,
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
    const login = findings.find(({ check }) => check === 'login');
    if (login?.verdict === 'ok') {
      tellPermissions(findings, dialogue);
      draft.set('email', email);
      return { account, isKept: keeps };
    }
    if (login !== undefined && isRefused(login)) {
      const more = MOST_LOGINS - tries;
      dialogue.bad(
        login.words,
        more > 0 && !isUnattended
          ? `Type both again. More than ${MOST_LOGINS} tries could lock the account.`
          : undefined,
      );
    } else tellFlaws(findings, dialogue);
    if (isUnattended) throw notEntered();
    if (login?.verdict === 'wrong' && !isRefused(login)) return undefined;
    if (tries === MOST_LOGINS) throw lockable();
    if (login?.verdict === 'not tried') {
      if (!(await dialogue.confirm('Try it again?', true))) throw notEntered();
      password = typed;
      tries -= 1;
    }
  }
}

function isRefused({ verdict, words }: Finding): boolean {
  return verdict === 'wrong' && words.startsWith('The service refuses the login');
}

function notEntered(): InvalidArgument {
  return new InvalidArgument(
    'The login could not be tried with success.',
    'Mend what is said above, and run setup again. Nothing was written.',
  );
}

function lockable(): InvalidArgument {
  return new InvalidArgument(
    'The service has refused three logins: more could lock the account.',
    'Try email address and password on the website of the service first, then run setup again. Nothing was written.',
  );
}

/** Tells what the login may read, good news in one line. */
function tellPermissions(findings: readonly Finding[], dialogue: Dialogue): void {
  const good = findings.filter(({ verdict }) => verdict === 'ok');
  const lists = good.filter(({ words }) => words.startsWith('may be listed'));
  const listed = lists.map(({ check, words }) => `${check} (${/\d+/.exec(words)?.[0] ?? 'none'})`);
  dialogue.good(listed.length === 0 ? 'The login works' : `The login works, and may list ${listed.join(', ')}`);
  tellFlaws(findings, dialogue);
}

function tellFlaws(findings: readonly Finding[], dialogue: Dialogue): void {
  for (const { check, verdict, words, advice } of findings) {
    if (verdict === 'wrong') dialogue.bad(`${check}: ${words}`, advice);
    if (verdict === 'warning') dialogue.warn(`${check}: ${words}`, advice);
  }
}
