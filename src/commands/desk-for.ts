import type { Desk } from '../answers/desk.ts';
import type { DeskMemory } from '../answers/desk-memory.ts';
import type { Archive } from '../archive/archive.ts';
import type { ReadAhead } from '../archive/sync/read-ahead.ts';
import type { SyncLoop } from '../archive/sync/sync-loop.ts';
import type { Drawing } from '../charts/drawing.ts';
import type { Settings } from '../config/read.ts';
import { zoneOf } from '../model/calendar/zone.ts';
import type { AccountName, Caller } from '../model/caller.ts';
import { omitUndefined, mapKnown } from '../model/omit-undefined.ts';
import type { Question } from '../model/progress.ts';
import { redactionFor, type RedactionLevel } from '../model/redaction.ts';
import { isEverything, shownTo } from '../model/shown.ts';
import type { DeskText } from '../model/text/trusted-text.ts';
import type { Clock } from '../model/time/units.ts';
import { createRedactor, type Redactor } from '../privacy/redactor.ts';
import type { AccountArchive } from './account-archive.ts';

/** What the desks of an account have in common, whoever asks. */
interface SharedByCallers {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly opened: AccountArchive;
  readonly service: DeskText;
  readonly chatbots: Desk['chatbots'];
  readonly memory: DeskMemory;
  readonly drawing: Drawing;
  readonly reportBug: Desk['reportBug'];
  /** Whether the service is an embedded sandbox. */
  readonly isEmbedded: boolean;
  /** What reads behind the answers, as far as it has begun. */
  readonly behind: { readonly readAhead?: ReadAhead; readonly sync?: SyncLoop };
}

/** Returns the desk of an account for a caller; `account` is what they have to call it, where they reach several. */
export function deskFor(shared: SharedByCallers, caller: Caller, account?: AccountName): Desk {
  const { settings, opened, memory, chatbots, behind, clock, service, drawing, reportBug, isEmbedded } = shared;
  const shown = shownTo(caller);
  const redact = redactionFor(caller, settings.redact);
  const ownChats = caller.scopes.has('chats:read') ? caller.ownChats : undefined;
  return {
    caller,
    ...omitUndefined({ account }),
    get archive() {
      return opened.archive.showing(shown);
    },
    ...omitUndefined({
      findOwn: mapKnown(
        ownChats,
        (email) => (question: Question | undefined) => opened.archive.agents.withEmail(email, question),
      ),
    }),
    withArchive: (work) => {
      behind.readAhead?.asked();
      return opened.use(work);
    },
    service,
    clock,
    zone: zoneOf(settings.timezone),
    targets: settings.targets ?? {},
    redact,
    redactor: () => redactorOf(redact, opened.archive, memory),
    structuredContent: settings.structured_content,
    answerWithin: settings.answer_within,
    archiveIsInMemory: settings.archive === 'memory',
    ...omitUndefined({
      settingsFile: caller.isIdentified ? undefined : settings.settingsFile,
      chatbots: caller.scopes.has('webhook:send') ? chatbots : undefined,
      tools: settings.tools,
      noReadAhead: noReadAheadBy(settings, isEmbedded),
    }),
    reportBug,
    budget: () => opened.upstream.budget(),
    get readAhead() {
      return behind.readAhead;
    },
    get sync() {
      return behind.sync;
    },
    memory: isEverything(shown) ? memory : memory.showing(shown),
    drawing,
  };
}

/** Makes a redactor that keeps the addresses of the desk's own agents. Throws ArchiveUnusable. */
export async function redactorOf(
  level: RedactionLevel,
  { agents, pseudonymKey }: Pick<Archive, 'agents' | 'pseudonymKey'>,
  { addressesOf, shownTexts: shown }: Pick<DeskMemory, 'addressesOf' | 'shownTexts'>,
): Promise<Redactor> {
  const kept = addressesOf(await agents.all());
  return createRedactor({ level, key: await pseudonymKey(), kept, shown });
}

/**
 * Returns the setting by which nothing is read ahead. Servers whose archives are in memory know nothing of each other: together
 * they would take the whole rate of the login. Nobody else has the login of an embedded sandbox.
 */
function noReadAheadBy({ read_ahead_days: days, archive }: Settings, isEmbedded: boolean): Desk['noReadAhead'] {
  if (days === 0) return 'read_ahead_days';
  return archive === 'memory' && !isEmbedded ? 'archive' : undefined;
}
