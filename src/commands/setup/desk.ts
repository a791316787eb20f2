import { resolve } from 'node:path';
import type { Login } from '../../config/read.ts';
import { valueOf } from '../../config/given.ts';
import {
  InvalidArgument,
  PermissionDenied,
  RateLimited,
  UnreadableAnswer,
  WrongCredentials,
  type ChatOperationsError,
} from '../../model/errors.ts';
import { Secret } from '../../model/text/secret.ts';
import { trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { connectionFindings } from '../doctor/connection.ts';
import type { Finding } from '../doctor/finding.ts';
import type { Timing } from '../doctor/patience.ts';
import { flawsOfLists, LISTS, triedLogin, type ListOutcomes } from '../doctor/service.ts';
import type { Dialogue } from './dialogue.ts';
import { flawOf, type SettingsFile } from './settings-file.ts';

/** What a user gave beforehand, as flags or in the environment. */
export interface GivenDesk {
  readonly address: string | undefined;
  readonly email: string | undefined;
  readonly password: Secret | undefined;
  readonly caFile: string | undefined;
}

interface Asking extends Timing {
  readonly dialogue: Dialogue;
  /** Nobody can answer: what does not work is the end. */
  readonly isUnattended: boolean;
}

/** A password that works, and whether it lies already where the settings say. */
export interface FoundPassword {
  readonly secret: Secret;
  readonly isKept: boolean;
}

/**
 * Asks for address and login until chats can be listed with them, and puts them into the settings. Throws Cancelled; and InvalidArgument
 * after three tries, when the user gives up, and if nobody can be asked again.
 */
export async function askDesk(settings: SettingsFile, given: GivenDesk, asking: Asking): Promise<FoundPassword> {
  // Before the address is changed: the password belongs to the one beside it.
  const kept = keptLogin(settings);
  for (;;) {
    const baseUrl = await askAddress(settings, given, asking);
    const found = await askLogin(settings, baseUrl, given, kept, asking);
    if (found !== undefined) return found;
  }
}

/** The login that the settings hold, whole and readable. Its password is sent nowhere but to its own address, for its own email. */
function keptLogin({ values }: SettingsFile): Login | undefined {
  const { base_url: baseUrl, email, password = values.password_file } = values;
  return baseUrl === undefined || email === undefined || password === undefined
    ? undefined
    : { baseUrl, email, password };
}

async function askAddress(settings: SettingsFile, given: GivenDesk, asking: Asking): Promise<URL> {
  const { dialogue, isUnattended } = asking;
  let initial = given.address ?? settings.textOf('base_url');
  let caFile = given.caFile ?? settings.textOf('ca_file');
  for (;;) {
    initial = withScheme(
      await dialogue.text({
        message: 'Address of the REST API',
        flag: '--base-url',
        initial,
        placeholder: 'https://chat.example.com',
        flaw: (answer) => flawOf('base_url', withScheme(answer)),
      }),
    );
    const baseUrl = new URL(initial);
    for (;;) {
      const ca = valueOf('ca_file', caFile);
      const findings = await dialogue.during(`Connecting to ${baseUrl.host}`, () =>
        connectionFindings(baseUrl, { ...asking, ca, setting: 'base_url' }),
      );
      const problem = findings.find(({ verdict }) => verdict === 'problem');
      if (problem === undefined) {
        const trust = baseUrl.protocol === 'https:' ? ', and its certificate is trusted' : '';
        dialogue.good(`${baseUrl.host} answers${trust}`);
        tellFlaws(findings, dialogue);
        settings.set('base_url', initial);
        settings.set('ca_file', caFile === undefined ? undefined : resolve(caFile));
        return baseUrl;
      }
      if (isUnattended) throw ended({ ...problem, words: trusted`Could not connect. ${problem.words}` });
      tellFlaws([problem], dialogue);
      if (problem.check !== 'certificate') break;
      if (!(await dialogue.confirm('Do you have the certificate of the authority that signed it?', false))) break;
      caFile = await dialogue.text({
        message: 'Path of that file (PEM)',
        flag: '--ca-file',
        initial: caFile,
        flaw: (answer) => flawOf('ca_file', answer),
      });
    }
  }
}

function withScheme(typed: string): string {
  return /^[a-z]+:\/\//i.test(typed) || typed === '' ? typed : `https://${typed}`;
}

/** More tries could lock the account. */
const MOST_LOGINS = 3;

/** Asks for a login that may list chats. Returns nothing if what answers at the address is no such service. */
async function askLogin(
  settings: SettingsFile,
  baseUrl: URL,
  given: GivenDesk,
  kept: Login | undefined,
  asking: Asking,
): Promise<FoundPassword | undefined> {
  const { dialogue, isUnattended } = asking;
  let email = given.email ?? settings.textOf('email');
  let found: FoundPassword | undefined;
  for (let tries = 1; ; tries += 1) {
    if (found === undefined) {
      email = await dialogue.text({
        message: 'Login email',
        flag: '--email',
        initial: email,
        placeholder: 'reports@example.com',
        flaw: (answer) => flawOf('email', answer),
      });
      // A password that was given, or is kept, is tried once.
      found = await askPassword({ baseUrl, email }, tries === 1 ? given.password : undefined, kept, dialogue);
    }
    const login = { baseUrl, email: email ?? '', password: found.secret };
    const lists = await dialogue.during('Logging in', () =>
      triedLogin({
        ...asking,
        login,
        ca: settings.values.ca_file,
        requestsPerMinute: settings.values.requests_per_minute,
      }),
    );
    const refusal = refusalOf(lists);
    if (refusal === undefined) {
      tellLists(lists, dialogue);
      settings.set('email', login.email);
      return found;
    }
    if (isUnattended) throw ended(refusal);
    dialogue.bad(refusal.words, refusal.advice);
    if (refusal.next === 'another address') return undefined;
    if (tries === MOST_LOGINS) {
      throw new InvalidArgument(
        'Setup stops after three tries, so that the account is not locked.',
        "Try the login on the service's website, then run setup again. Nothing was written.",
      );
    }
    if (!(await dialogue.confirm(refusal.question, true))) {
      throw new InvalidArgument(
        'Could not connect.',
        'Fix the problem above, then run setup again. Nothing was written.',
      );
    }
    if (refusal.next === 'the same login') continue;
    if (found.isKept) kept = undefined;
    found = undefined;
  }
}

async function askPassword(
  { baseUrl, email }: Pick<Login, 'baseUrl' | 'email'>,
  given: Secret | undefined,
  kept: Login | undefined,
  dialogue: Dialogue,
): Promise<FoundPassword> {
  if (given !== undefined) return { secret: given, isKept: false };
  if (kept !== undefined && kept.baseUrl.origin === baseUrl.origin && kept.email === email) {
    const keeps = await dialogue.confirm(`Keep the saved password of ${email} at ${baseUrl.origin}?`, true);
    if (keeps) return { secret: kept.password, isKept: true };
  } else if (kept !== undefined) {
    dialogue.tell(`The saved password is for ${kept.email} at ${kept.baseUrl.origin}, and is sent nowhere else.`);
  }
  const typed = await dialogue.secret({
    message: 'Password',
    flag: '--password-file, --password-stdin or CHAT_OPERATIONS_PASSWORD',
    flaw: (answer) => flawOf('password', answer),
  });
  return { secret: new Secret(typed), isKept: false };
}

/** Why a login cannot be used, and what can be tried next. */
interface Refusal extends Pick<Finding, 'words' | 'advice'> {
  readonly next: 'another login' | 'the same login' | 'another address';
  readonly question: string;
}

/** Returns why a login cannot be used; undefined if it may list chats, which most answers need. */
function refusalOf(lists: ListOutcomes): Refusal | undefined {
  if ('found' in lists.chats) return undefined;
  const { error } = lists.chats;
  if (error instanceof PermissionDenied) {
    const [denied] = flawsOfLists(lists);
    const words = trusted`${denied?.words ?? error.message} Most answers need that.`;
    return {
      words,
      ...(denied?.advice && { advice: denied.advice }),
      next: 'another login',
      question: 'Try another login?',
    };
  }
  if (error instanceof WrongCredentials) {
    return {
      words: trusted`Wrong email or password.`,
      advice: trusted`Try them once on the service's website.`,
      next: 'another login',
      question: 'Try again? (After three tries setup stops, so that the account is not locked.)',
    };
  }
  const isElsewhere = error instanceof UnreadableAnswer && !LISTS.some((list) => 'found' in lists[list]);
  const next = isElsewhere ? 'another address' : 'the same login';
  return { words: error.message, advice: adviceOf(error), next, question: 'Try again?' };
}

function adviceOf(error: ChatOperationsError): TrustedText {
  if (!(error instanceof RateLimited)) return error.advice;
  return trusted`Wait ${Math.ceil(error.retry.after)} s, then try again. Something else may be using this login.`;
}

function tellLists(lists: ListOutcomes, dialogue: Dialogue): void {
  const all = LISTS.every((list) => 'found' in lists[list]);
  dialogue.good(all ? 'Logged in. Agents, chats, offline messages and visitors can be listed' : 'Logged in');
  for (const { words, advice } of flawsOfLists(lists)) dialogue.warn(words, advice);
}

function tellFlaws(findings: readonly Finding[], dialogue: Dialogue): void {
  for (const { verdict, words, advice } of findings) {
    if (verdict === 'problem') dialogue.bad(words, advice);
    if (verdict === 'warning') dialogue.warn(words, advice);
  }
}

/** The end of a setup that nobody can answer. */
function ended({ words, advice = trusted`` }: Pick<Finding, 'words' | 'advice'>): InvalidArgument {
  return new InvalidArgument(words, trusted`${advice} Nothing was written.`);
}
