import {
  ProbeFailure,
  addressesOf,
  certificateAt,
  reach,
  type SeenCertificate,
} from '../../upstream/transport/probing.ts';
import { DeskText, joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import { MILLIS_PER_DAY } from '../../model/time/day.ts';
import { utcDayText } from '../../model/words/time.ts';
import { ok, problem, skipped, warning, type Finding } from './finding.ts';
import { withPatience, type Timing } from './patience.ts';

const SOON_DAYS = 14;

interface Way extends Timing {
  /** A further certificate authority, PEM. */
  readonly ca: string | undefined;
  /** The setting that has the address. */
  readonly setting: 'base_url' | 'webhook_base_url';
}

/** Returns what was found on the way to a service: its name and the connection, and its certificate. */
export function connectionFindings(address: URL, way: Way): Promise<Finding[]> {
  const host = DeskText.parse(address.host);
  const { setting } = way;
  return withPatience(host, way, async ({ signal }) => {
    const failed = (words: TrustedText, advice: TrustedText): Finding[] => [
      problem('connection', words, advice),
      skipped('certificate', 'there is no connection'),
    ];
    const noName = await failureOf(() => addressesOf(address, signal));
    if (noName !== undefined) {
      return failed(
        trusted`The name ${DeskText.parse(address.hostname)} cannot be resolved: ${noName}.`,
        trusted`Check the spelling of ${setting}, and the network of this machine (VPN, name server).`,
      );
    }
    const unreached = await failureOf(() => reach(address, signal));
    if (unreached !== undefined) {
      return failed(
        trusted`${host} cannot be reached: ${unreached}.`,
        trusted`Check host and port of ${setting}, and whether this machine may connect to it (firewall, VPN, proxy).`,
      );
    }
    return [ok('connection', trusted`${host} answers`), await certificateFinding(address, way, signal)];
  });
}

async function failureOf(step: () => Promise<unknown>): Promise<TrustedText | undefined> {
  try {
    await step();
    return undefined;
  } catch (error) {
    if (error instanceof ProbeFailure) return error.message;
    throw error;
  }
}

async function certificateFinding(address: URL, { ca, clock, setting }: Way, stop: AbortSignal): Promise<Finding> {
  if (address.protocol === 'http:') return skipped('certificate', 'plain HTTP on this machine');
  let seen: SeenCertificate | undefined;
  const failure = await failureOf(async () => {
    seen = await certificateAt(address, ca, stop);
  });
  if (seen === undefined) {
    return problem(
      'certificate',
      trusted`${DeskText.parse(address.host)} sent no certificate: ${failure ?? trusted`it is not responding`}.`,
      trusted`Check that the service is running, and that the port of ${setting} is one for HTTPS.`,
    );
  }
  if (seen.flaw !== undefined) return flawFinding(seen, seen.flaw, DeskText.parse(address.hostname), ca !== undefined);
  const { validTo } = seen;
  const until = validTo === undefined ? trusted`` : trusted`, valid until ${utcDayText(validTo)}`;
  if (validTo === undefined || (validTo - clock()) / MILLIS_PER_DAY >= SOON_DAYS) {
    return ok('certificate', trusted`trusted${until}`);
  }
  return warning(
    'certificate',
    trusted`It is trusted, but only until ${utcDayText(validTo)}.`,
    "Ask the service's operator to renew it by then.",
  );
}

function flawFinding(
  { names, validTo }: SeenCertificate,
  flaw: NonNullable<SeenCertificate['flaw']>,
  host: DeskText,
  hasAuthority: boolean,
): Finding {
  const own = hasAuthority
    ? trusted`The file of ca_file holds another authority. Put the certificate of the one that signed it there, in PEM format.`
    : trusted`If the service is your own company's, name the certificate of the authority that signed it, in PEM format, with ca_file (--ca-file). Otherwise someone may be intercepting the connection: stop here.`;
  const bad = (words: TrustedText, advice: TrustedText): Finding => problem('certificate', words, advice);
  switch (flaw) {
    case 'expired':
      return bad(
        validTo === undefined
          ? trusted`Its certificate has expired.`
          : trusted`Its certificate expired on ${utcDayText(validTo)}.`,
        trusted`Ask the service's operator to renew it. If that day is in the future, the clock of this machine is wrong.`,
      );
    case 'not valid yet':
      return bad(
        trusted`Its certificate is not valid yet.`,
        trusted`The clock of this machine is wrong, or the service got its certificate too early.`,
      );
    case 'another name':
      return bad(
        trusted`Its certificate is not for ${host}${names.length === 0 ? '' : trusted`, but for ${joined(names, ', ')}`}.`,
        trusted`Use a name that the certificate is for.`,
      );
    case 'signed by itself':
      return bad(trusted`Its certificate is signed by itself, and not named as trusted.`, own);
    case 'unknown authority':
      return bad(trusted`Its certificate is signed by an authority that is not trusted here.`, own);
  }
}
