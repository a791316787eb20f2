import type { AccountSettings } from '../../config/accounts.ts';
import type { Sources } from '../../config/given.ts';
import { archiveOf, loginOf, ownerOf } from '../../config/read.ts';
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
  const account = checkSettings(sources, tell);
  if (account === undefined) {
    settings([]);
    return 0;
  }
  settings(shownSettings(account));
  checkSecrets(account, tell);
  checkZone(account, clock, tell);
  trying('the way to the service');
  const isOpen = await checkAddress(account, clock, tell);
  trying('the archive');
  const desk = account.values.sandbox ? undefined : ownerOf(account.values);
  const archive = await checkArchive(archiveOf(account.values, sources.environment), desk, clock, tell);
  try {
    const requests = await askService(account, archive, isOpen, { clock, tell, trying });
    trying('the codes');
    await checkCodes(archive.store, account.values.codes ?? {}, tell);
    trying('the bots');
    await checkBots(account, sources.environment, clock, tell);
    tellVersion(archive, tell);
    return requests;
  } finally {
    await archive.store?.close();
  }
}

/** Returns whether the service can be reached, which the embedded sandbox never needs. */
async function checkAddress({ values, wrong }: AccountSettings, clock: Clock, tell: Tell): Promise<boolean> {
  const { sandbox, base_url: address, ca_file: ca } = values;
  // Judged by the authorities of the machine alone, it would be called untrusted for the file that is wrong.
  if (address !== undefined && !sandbox && !wrong.has('ca_file')) {
    return checkWay(address, { ca, clock, setting: 'base_url' }, tell);
  }
  const why: TrustedText = sandbox
    ? trusted`the embedded sandbox takes the place of the service`
    : address !== undefined
      ? trusted`the file of ca_file is wrong`
      : wrong.has('base_url')
        ? trusted`base_url is wrong`
        : trusted`base_url is not set`;
  for (const check of ['name', 'connection', 'certificate'] as const) tell(notTried(check, why));
  return false;
}

async function askService(
  { values }: AccountSettings,
  { store }: CheckedArchive,
  isOpen: boolean,
  { clock, tell, trying }: Pick<Watching, 'clock' | 'tell' | 'trying'>,
): Promise<number> {
  const { ca_file: ca, requests_per_minute: requestsPerMinute } = values;
  const account = loginOf(values);
  if (account !== undefined && isOpen) {
    const asked = { account, ca, requestsPerMinute, store, clock, readsRecords: true, trying };
    return (await checkService(asked, tell)).requests;
  }
  const why = values.sandbox
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
