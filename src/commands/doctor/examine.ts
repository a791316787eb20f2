import type { Sources } from '../../config/given-settings.ts';
import type { SettingParts } from '../../config/read.ts';
import { IS_PUBLISHED } from '../../model/published.ts';
import { DeskText, trusted, type TrustedText } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import { VERSION } from '../../model/version.ts';
import { checkArchive, type CheckedArchive } from './check-archive.ts';
import { checkBots } from './check-bots.ts';
import { checkCodes } from './check-codes.ts';
import { checkService, serviceNotTried } from './check-service.ts';
import { checkSecrets, checkSettings, checkZone, shownSettings, type ShownSetting } from './check-settings.ts';
import { checkWay } from './check-way.ts';
import { notTried, ok, wrong, type Tell } from './finding.ts';

/** Is told how an examination goes. */
export interface Watching {
  readonly clock: Clock;
  readonly settings: (shown: readonly ShownSetting[]) => void;
  readonly tell: Tell;
  /** Told what is tried next, for a person who waits. */
  readonly trying: (what: string) => void;
}

/**
 * Checks everything that a server needs, each for itself: what cannot be tried says why, and the rest goes on. Sends nothing to a
 * bot, and changes nothing but the count of its requests. Returns the number of requests to the service.
 */
export async function examine(sources: Sources, { clock, settings, tell, trying }: Watching): Promise<number> {
  const parts = checkSettings(sources, tell);
  if (parts === undefined) {
    settings([]);
    return 0;
  }
  settings(shownSettings(parts));
  checkSecrets(parts, tell);
  checkZone(parts, clock, tell);
  trying('the way to the service');
  const isOpen = await checkAddress(parts, clock, tell);
  trying('the archive');
  const desk = deskOf(parts);
  const archive = await checkArchive(parts.archive, desk, clock, tell);
  try {
    const requests = await askService(parts, archive, isOpen, { clock, tell, trying });
    trying('the codes');
    await checkCodes(archive.store, parts.values.codes ?? {}, tell);
    trying('the bots');
    await checkBots(parts, clock, tell);
    tellVersion(archive, tell);
    return requests;
  } finally {
    await archive.store?.close();
  }
}

/** Returns whether the service can be reached, which the embedded sandbox never needs. */
async function checkAddress({ values, ca, given }: SettingParts, clock: Clock, tell: Tell): Promise<boolean> {
  if (values.base_url !== undefined && values.sandbox !== true) {
    // Judged by the authorities of the machine alone, it would be called untrusted for the file that is wrong.
    if (values.ca_file === undefined || ca !== undefined) {
      return checkWay(values.base_url, { ca, clock, setting: 'base_url' }, tell);
    }
  }
  const why: TrustedText =
    values.sandbox === true
      ? trusted`the embedded sandbox takes the place of the service`
      : values.base_url !== undefined
        ? trusted`the file of ca_file is wrong`
        : given.has('base_url')
          ? trusted`base_url is wrong`
          : trusted`base_url is not set`;
  for (const check of ['name', 'connection', 'certificate'] as const) tell(notTried(check, why));
  return false;
}

function deskOf({ values }: SettingParts) {
  const { base_url: baseUrl, email, sandbox } = values;
  if (baseUrl === undefined || email === undefined || sandbox === true) return undefined;
  return { origin: baseUrl.origin, login: email };
}

async function askService(
  { account, values, ca }: SettingParts,
  { store }: CheckedArchive,
  isOpen: boolean,
  { clock, tell, trying }: Pick<Watching, 'clock' | 'tell' | 'trying'>,
): Promise<number> {
  if (account !== undefined && isOpen) {
    const requestsPerMinute = values.requests_per_minute;
    const asked = { account, ca, requestsPerMinute, store, clock, readsRecords: true, trying };
    return (await checkService(asked, tell)).requests;
  }
  const why =
    values.sandbox === true
      ? trusted`the embedded sandbox takes the place of the service`
      : account === undefined
        ? trusted`address, email or password is missing or wrong`
        : trusted`the service cannot be reached safely`;
  serviceNotTried(why, tell);
  return 0;
}

/** Returns how to get a newer version of this program. */
export function updateAdvice(isPublished = IS_PUBLISHED): TrustedText {
  return isPublished
    ? trusted`Update this program: npm install --global chat-operations-mcp@latest`
    : trusted`Update this program: in a newer checkout, run npm ci && npm pack, and install the file that npm pack names.`;
}

function tellVersion({ format }: CheckedArchive, tell: Tell): void {
  const own = trusted`${DeskText.parse(VERSION)} on Node.js ${DeskText.parse(process.versions.node)}`;
  if (format === 'newer') {
    tell(wrong('version', trusted`This is ${own}, and a newer version made the archive.`, updateAdvice()));
  } else {
    const archive = format === 'same' ? trusted`; the archive has the format of this version` : trusted``;
    tell(ok('version', trusted`${own}${archive}`));
  }
}
