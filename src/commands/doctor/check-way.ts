import {
  ProbeFailure,
  addressesOf,
  certificateAt,
  reach,
  type SeenCertificate,
} from '../../upstream/transport/probing.ts';
import { DeskText, joined, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { notTried, ok, warning, wrong, type Tell } from './finding.ts';
import { withPatience } from './patience.ts';
import { countText } from '../../model/words/count.ts';
import { utcDayText } from '../../model/words/time.ts';

const MILLIS_PER_DAY = 86_400_000;
const SOON_DAYS = 14;

interface Way {
  /** A further certificate authority, PEM. */
  readonly ca: string | undefined;
  readonly clock: Clock;
  /** The setting that has the address. */
  readonly setting: 'base_url' | 'webhook_base_url';
}

/** Tells each step of the way to a service: its name, the connection, its certificate. Returns whether all of them are right. */
export function checkWay(address: URL, way: Way, tell: Tell): Promise<boolean> {
  return withPatience(DeskText.parse(address.host), way.clock, ({ signal }) => checkSteps(address, way, signal, tell));
}

async function checkSteps(address: URL, way: Way, stop: AbortSignal, tell: Tell): Promise<boolean> {
  const { setting } = way;
  const host = DeskText.parse(address.hostname);
  if (!(await checkName(address, host, setting, stop, tell))) {
    tell(notTried('connection', 'its name cannot be resolved'));
    tell(notTried('certificate', 'its name cannot be resolved'));
    return false;
  }
  try {
    await reach(address, stop);
    tell(ok('connection', trusted`${DeskText.parse(address.host)} can be reached`));
  } catch (error) {
    tell(
      wrong(
        'connection',
        trusted`${DeskText.parse(address.host)} cannot be reached: ${wordsOf(error)}.`,
        trusted`Check host and port of ${setting}, and whether this machine may go there (firewall, VPN, proxy).`,
      ),
    );
    tell(notTried('certificate', 'there is no connection'));
    return false;
  }
  return checkCertificate(address, way, stop, tell);
}

async function checkName(
  address: URL,
  host: DeskText,
  setting: Way['setting'],
  stop: AbortSignal,
  tell: Tell,
): Promise<boolean> {
  try {
    const count = await addressesOf(address, stop);
    tell(ok('name', trusted`${host} has ${countText(count, 'address', 'addresses')}`));
    return true;
  } catch (error) {
    tell(
      wrong(
        'name',
        trusted`The name ${host} cannot be resolved: ${wordsOf(error)}.`,
        trusted`Check the spelling of ${setting}, and whether this machine is connected (network, VPN, name server).`,
      ),
    );
    return false;
  }
}

async function checkCertificate(
  address: URL,
  { ca, clock, setting }: Way,
  stop: AbortSignal,
  tell: Tell,
): Promise<boolean> {
  if (address.protocol === 'http:') {
    tell(notTried('certificate', 'plain HTTP, which does not leave this machine'));
    return true;
  }
  try {
    const seen = await certificateAt(address, ca, stop);
    const until = seen.validTo === undefined ? undefined : utcDayText(seen.validTo);
    if (seen.flaw !== undefined) {
      const { words, advice } = flawWords(seen, seen.flaw, DeskText.parse(address.hostname), until, ca !== undefined);
      tell(wrong('certificate', words, advice));
      return false;
    }
    const days = seen.validTo === undefined ? Infinity : (seen.validTo - clock()) / MILLIS_PER_DAY;
    if (days < SOON_DAYS) {
      tell(
        warning(
          'certificate',
          trusted`It is trusted, and only until ${until ?? 'soon'}.`,
          'Who runs the service has to renew it before that day.',
        ),
      );
    } else tell(ok('certificate', trusted`trusted${until === undefined ? '' : trusted`, valid until ${until}`}`));
    return true;
  } catch (error) {
    tell(
      wrong(
        'certificate',
        trusted`${DeskText.parse(address.host)} sent no certificate: ${wordsOf(error)}.`,
        trusted`Check that the service is running and that the port of ${setting} is one for HTTPS.`,
      ),
    );
    return false;
  }
}

function flawWords(
  { names }: SeenCertificate,
  flaw: NonNullable<SeenCertificate['flaw']>,
  host: DeskText,
  until: TrustedText | undefined,
  hasAuthority: boolean,
): { readonly words: TrustedText; readonly advice: TrustedText } {
  const own = hasAuthority
    ? trusted`The file of ca_file holds another authority: put the certificate of the one that signed it there, in PEM format.`
    : trusted`If it is the service of your own company, name the certificate of the authority that signed it, in PEM format, with ca_file (--ca-file). Else somebody may be in between: do not go on.`;
  switch (flaw) {
    case 'expired':
      return {
        words: trusted`Its certificate has expired${until === undefined ? '' : trusted` on ${until}`}.`,
        advice: trusted`Who runs the service has to renew it. If the day is in the future, the clock of this machine is wrong.`,
      };
    case 'not valid yet':
      return {
        words: trusted`Its certificate is not valid yet.`,
        advice: trusted`The clock of this machine is wrong, or the service was given its certificate too early.`,
      };
    case 'another name':
      return {
        words: trusted`Its certificate is not for ${host}${names.length === 0 ? '' : trusted`, but for ${joined(names, ', ')}`}.`,
        advice: trusted`Give the service by a name that its certificate is for.`,
      };
    case 'signed by itself':
      return { words: trusted`Its certificate is signed by itself, and not named as trusted.`, advice: own };
    case 'unknown authority':
      return { words: trusted`Its certificate is signed by an authority that is not trusted here.`, advice: own };
  }
}

function wordsOf(error: unknown): TrustedText {
  if (error instanceof ProbeFailure) return error.message;
  throw error;
}
