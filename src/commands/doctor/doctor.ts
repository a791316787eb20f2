import type { Sources } from '../../config/given.ts';
import { refuseSameLogins } from '../../config/accounts.ts';
import { Problems } from '../../config/problems.ts';
import { examineSettings } from '../../config/read.ts';
import { ACCOUNT } from '../../config/names.ts';
import type { AccountName } from '../../model/caller.ts';
import type { Clock } from '../../model/time/units.ts';
import { VERSION } from '../../model/version.ts';
import type { ShownSetting } from './check-settings.ts';
import type { Run } from '../run.ts';
import { DoctorPage } from './doctor-page.ts';
import { examine } from './examine.ts';
import { wrong, type Finding } from './finding.ts';

/** The exit codes: 1 goes before 2. What was not tried is no flaw of its own. */
const ALL_OK = 0;
const SOMETHING_WRONG = 1;
const ONLY_WARNINGS = 2;

/** What is printed as JSON of one account. */
interface Examined {
  readonly exit_code: number;
  readonly requests: number;
  readonly settings: readonly ShownSetting[];
  readonly checks: readonly Finding[];
}

/**
 * Checks settings, service and archive, and prints a verdict on each with what to do; as JSON where that is wanted. Of several accounts
 * each is checked, in their order. Sets the exit code: 0 all is well, 1 something is wrong, 2 nothing is wrong and there are warnings.
 */
export async function doctor(sources: Sources, options: { json: boolean }, run: Run): Promise<void> {
  const pageOf = (account?: AccountName): DoctorPage | undefined =>
    options.json ? undefined : new DoctorPage(run, account);
  const end = (exit: number, data: object): void => {
    if (options.json) run.output.write(`${JSON.stringify({ version: VERSION, exit_code: exit, ...data }, null, 2)}\n`);
    run.exitCode = exit;
  };
  const named = examineSettings(sources, new Problems()).accounts.filter(({ isNamed }) => isNamed);
  if (named.length === 0 || sources.flags[ACCOUNT.flag] !== undefined) {
    const { exit_code: exit, ...examined } = await examinedOn(sources, run.clock, pageOf());
    end(exit, examined);
    return;
  }
  const same = new Problems();
  refuseSameLogins(named, same);
  const shared = same.all.map(({ message, advice }) => wrong('settings', message, advice));
  const accounts: (Examined & { readonly account: AccountName })[] = [];
  for (const { name: account } of named) {
    const page = pageOf(account);
    const ofAccount = { ...sources, flags: { ...sources.flags, [ACCOUNT.flag]: account } };
    accounts.push({
      account,
      ...(await examinedOn(ofAccount, run.clock, page, account === named[0]?.name ? shared : [])),
    });
  }
  const exits = accounts.map(({ exit_code: exit }) => exit);
  const exit = [SOMETHING_WRONG, ONLY_WARNINGS].find((one) => exits.includes(one)) ?? ALL_OK;
  end(exit, { accounts });
}

/** Examines one account, and shows it on a page. `before` is what was found of it before. */
async function examinedOn(
  sources: Sources,
  clock: Clock,
  page: DoctorPage | undefined,
  before: readonly Finding[] = [],
): Promise<Examined> {
  const checks: Finding[] = [];
  let settings: readonly ShownSetting[] = [];
  const tell = (finding: Finding): void => {
    checks.push(finding);
    page?.tell(finding);
  };
  for (const finding of before) tell(finding);
  const requests = await examine(sources, {
    clock,
    settings: (shown) => {
      settings = shown;
      page?.settings(shown);
    },
    tell,
    trying: (what) => page?.trying(what),
  });
  page?.close(checks, requests);
  return { exit_code: exitCodeOf(checks), requests, settings, checks };
}

function exitCodeOf(findings: readonly Finding[]): number {
  const has = (verdict: Finding['verdict']): boolean => findings.some((finding) => finding.verdict === verdict);
  return has('wrong') ? SOMETHING_WRONG : has('warning') ? ONLY_WARNINGS : ALL_OK;
}
