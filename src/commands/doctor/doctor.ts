import type { Sources } from '../../config/given.ts';
import { refuseSameLogins, type AccountSettings } from '../../config/accounts.ts';
import { fullPath } from '../../config/files.ts';
import { userSettingsFile } from '../../config/folders.ts';
import { Problems } from '../../config/problems.ts';
import { examineSettings } from '../../config/read.ts';
import { ACCOUNT } from '../../config/names.ts';
import type { AccountName } from '../../model/caller.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { VERSION } from '../../model/version.ts';
import { countText } from '../../model/words/count.ts';
import type { Run } from '../run.ts';
import { examined } from './checks.ts';
import type { Context } from './context.ts';
import { ok, problem, type Finding, type Verdict } from './finding.ts';
import { DoctorPage } from './page.ts';
import type { Timing } from './patience.ts';
import { shownSettings, type ShownSetting } from './settings.ts';

/** The exit codes: 1 goes before 2. What was skipped counts for neither. */
const ALL_OK = 0;
const PROBLEMS = 1;
const ONLY_WARNINGS = 2;

/** What is printed as JSON of one account. */
interface Examined {
  readonly exit_code: number;
  readonly requests: number;
  readonly settings: readonly ShownSetting[];
  readonly checks: readonly Finding[];
}

/**
 * Checks settings, service and archive, and prints each finding with what to do, or JSON. Of several accounts each is checked, in
 * their order. Sets the exit code: 0 all is well, 1 there are problems, 2 there are warnings only.
 */
export async function doctor(sources: Sources, options: { json: boolean }, run: Run): Promise<void> {
  const page = options.json ? undefined : new DoctorPage(run);
  const end = (exit: number, data: object): void => {
    if (options.json) run.output.write(`${JSON.stringify({ version: VERSION, exit_code: exit, ...data }, null, 2)}\n`);
    run.exitCode = exit;
  };
  const named = examineSettings(sources, new Problems()).accounts.filter(({ isNamed }) => isNamed);
  if (named.length === 0 || sources.flags[ACCOUNT.flag] !== undefined) {
    const { exit_code: exit, ...rest } = await examine(sources, run, page);
    end(exit, rest);
    return;
  }
  const same = new Problems();
  refuseSameLogins(named, same);
  const accounts: (Examined & { readonly account: AccountName })[] = [];
  for (const { name: account } of named) {
    const ofAccount = { ...sources, flags: { ...sources.flags, [ACCOUNT.flag]: account } };
    const shared = accounts.length === 0 ? same.all : [];
    accounts.push({ account, ...(await examine(ofAccount, run, page, { account, shared })) });
    if (accounts.length < named.length) page?.gap();
  }
  const exits = accounts.map(({ exit_code: exit }) => exit);
  end([PROBLEMS, ONLY_WARNINGS].find((one) => exits.includes(one)) ?? ALL_OK, { accounts });
}

/** Examines one account, and shows it on a page. `shared` is what is wrong with all accounts together. */
export async function examine(
  sources: Sources,
  timing: Timing,
  page?: DoctorPage,
  { account: name, shared = [] }: { readonly account?: AccountName; readonly shared?: Problems['all'] } = {},
): Promise<Examined> {
  const problems = new Problems();
  const [account] = examineSettings(sources, problems).accounts;
  const settings = account === undefined ? [] : shownSettings(account);
  page?.settings(settings, name);
  const checks: Finding[] = [];
  const add = (finding: Finding): void => {
    checks.push(finding);
    page?.finding(finding);
  };
  for (const { message, advice } of [...shared, ...problems.all]) add(problem('settings', message, advice));
  let requests = 0;
  if (account !== undefined) {
    if (problems.all.length === 0) add(settingsFinding(account, sources));
    const context: Context = { account, environment: sources.environment, ...timing, isReached: false, requests };
    for await (const finding of examined(context, (what) => page?.trying(what))) add(finding);
    ({ requests } = context);
  }
  page?.end(checks, requests);
  const has = (verdict: Verdict): boolean => checks.some((finding) => finding.verdict === verdict);
  return {
    exit_code: has('problem') ? PROBLEMS : has('warning') ? ONLY_WARNINGS : ALL_OK,
    requests,
    settings,
    checks,
  };
}

function settingsFinding({ given, file }: AccountSettings, { environment }: Sources): Finding {
  const none = trusted`; there is no settings file at ${fullPath(userSettingsFile(environment))}`;
  return ok('settings', trusted`${countText(given.size, 'setting')}${file === undefined ? none : trusted``}`);
}
