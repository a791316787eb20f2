import type { Sources } from '../../config/given-settings.ts';
import { systemClock } from '../../model/time/units.ts';
import { VERSION } from '../../model/version.ts';
import type { ShownSetting } from './check-settings.ts';
import { DoctorPage, type Output } from './doctor-page.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';

/** The exit codes: 1 goes before 2. What was not tried is no flaw of its own. */
const ALL_OK = 0;
const SOMETHING_WRONG = 1;
const ONLY_WARNINGS = 2;

/**
 * Checks settings, service and archive, and prints a verdict on each with what to do; as JSON where that is wanted. Sets the exit code:
 * 0 all is well, 1 something is wrong, 2 nothing is wrong and there are warnings.
 */
export async function doctor(
  sources: Sources,
  options: { json: boolean },
  output: Output = process.stdout,
): Promise<void> {
  const findings: Finding[] = [];
  let shown: readonly ShownSetting[] = [];
  const page = options.json ? undefined : new DoctorPage(output, systemClock);
  const requests = await examine(sources, {
    clock: systemClock,
    settings: (settings) => {
      shown = settings;
      page?.settings(settings);
    },
    tell: (finding) => {
      findings.push(finding);
      page?.tell(finding);
    },
    trying: (what) => page?.trying(what),
  });
  page?.close(findings, requests);
  const exit = exitCodeOf(findings);
  if (options.json) {
    const data = { version: VERSION, exit_code: exit, requests, settings: shown, checks: findings };
    output.write(`${JSON.stringify(data, null, 2)}\n`);
  }
  process.exitCode = exit;
}

function exitCodeOf(findings: readonly Finding[]): number {
  const has = (verdict: Finding['verdict']): boolean => findings.some((finding) => finding.verdict === verdict);
  return has('wrong') ? SOMETHING_WRONG : has('warning') ? ONLY_WARNINGS : ALL_OK;
}
