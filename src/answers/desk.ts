import type { Archive } from '../archive/archive.ts';
import { ONLY_ACCOUNT, type AccountName, type Caller, type CallerId } from '../model/caller.ts';
import type { Drawing } from '../charts/drawing.ts';
import type { Targets } from '../figures/targets.ts';
import type { Codebook } from '../model/codebook/codebook.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import type { DeskText } from '../model/text/trusted-text.ts';
import type { Question } from '../model/progress.ts';
import type { Agent } from '../model/records.ts';
import { isEverything } from '../model/shown.ts';
import type { Clock, Seconds } from '../model/time/units.ts';
import type { Zone } from '../model/calendar/zone.ts';
import type { ReadAhead } from '../archive/sync/read-ahead.ts';
import type { SyncLoop } from '../archive/sync/sync-loop.ts';
import type { Budget } from '../upstream/client.ts';
import type { Webhook } from '../upstream/webhook/webhook.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import type { Toolset } from '../model/tool-groups.ts';
import type { DeskMemory } from './desk-memory.ts';
import type { Observer } from './observer.ts';
import type { SettingsFile } from '../model/settings-file.ts';
import type { Redactor } from '../privacy/redactor.ts';

/** A chatbot that may be handed data: what an assistant may know of it. */
export interface Bot {
  readonly name: DeskText;
  readonly endpoints: readonly { readonly name: DeskText; readonly description: DeskText }[];
  /** With `required`, nothing is handed over without a question that the host accepts. */
  readonly confirm: 'host' | 'required';
  /** Whether card numbers, bank accounts and secrets may be handed over, too. */
  readonly allowSensitive: boolean;
}

/** One support desk, as everything under mcp/ sees it for one caller. */
export interface Desk {
  readonly caller: Caller;
  /** The name by which the caller has to call it, where they reach several. */
  readonly account?: AccountName;
  /** With the records that the caller may see: of chats nobody's, before it is known to which agent's they are bound (own-chats.ts). */
  readonly archive: Archive;
  /** Finds the agent to whose chats the caller is bound; absent where they see everybody's. Reads nothing without a question. */
  readonly findOwn?: (question: Question | undefined) => Promise<Agent | undefined>;
  /** The agent whose chats alone the archive shows; absent where it shows everybody's, or nobody's. */
  readonly own?: Agent;
  /**
   * Does something with the archive, which is opened first where it could not be before. Throws ArchiveUnusable, and says what to do
   * where the archive turns out to be damaged.
   */
  readonly withArchive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Scheme, host and port of the service. */
  readonly service: DeskText;
  readonly clock: Clock;
  /** The zone of questions that name none. */
  readonly zone: Zone;
  /** The time after which a tool answers with what it has. */
  readonly answerWithin: Seconds;
  /** Whether what is read lasts no longer than this process. */
  readonly archiveIsInMemory: boolean;
  /** The file for settings that no tool changes; absent where the caller may not know of the operator's files. */
  readonly settingsFile?: SettingsFile;
  /** The goals that figures are held against. */
  readonly targets: Targets;
  /** The level of redaction of strangers' text. */
  readonly redact: RedactionLevel;
  /** Makes the redactor that strangers' text passes on its way into one answer. */
  readonly redactor: () => Promise<Redactor>;
  /** Whether answers have data beside their text: for programs, since a host may hide the text then. */
  readonly structuredContent: boolean;
  /** The tools that are registered; absent for all. */
  readonly tools?: Toolset;
  /** The chatbots that the caller may hand data to; absent without any. */
  readonly chatbots?: { readonly bots: readonly Bot[]; readonly webhook: Webhook };
  /** Called with what was thrown and is not one of our own errors: a bug. */
  readonly reportBug: (error: unknown) => void;
  /** Returns the request budget of the service, as far as it is known. */
  readonly budget: () => Promise<Budget>;
  /** Absent where nothing is read ahead. */
  readonly readAhead?: Pick<ReadAhead, 'asked' | 'view'> | undefined;
  /** The setting by which nothing is read ahead, where one decides that. */
  readonly noReadAhead?: 'read_ahead_days' | 'archive';
  /** The sync of this server, where it has one. */
  readonly sync?: Pick<SyncLoop, 'state'> | undefined;
  readonly memory: DeskMemory;
  readonly drawing: Drawing;
}

/** An account as a caller reaches it: what has to be known of it before, and its desk, opened by the first question to it. */
export interface ServedAccount {
  readonly name: AccountName;
  readonly structuredContent: boolean;
  readonly hasChatbots: boolean;
  /** The tools that are registered; absent for all. */
  readonly tools?: Toolset;
  /** Opens its desk, or answers with what is open. */
  readonly open: () => Promise<Desk>;
  /** The same for what a host does on its own, such as listing records: nothing is read ahead for it. */
  readonly look: () => Promise<Desk>;
  readonly isOpen: () => boolean;
}

/** A call of a tool, a resource or a prompt; or what hosts do on their own with what is loaded: list records, complete an argument, subscribe. */
export type TurnOf = 'call' | 'look';

/** The turns of calls, where their rate is limited. */
export interface CallTurns {
  /** Resolves when a call's turn has come. Throws TooManyCalls, and the signal's reason when it is aborted. */
  turn(caller: CallerId, signal: AbortSignal, of: TurnOf): Promise<void>;
}

/** What one caller is served. */
export interface Served {
  readonly caller: Caller;
  /** The accounts that they may reach, in the order of the settings. */
  readonly accounts: readonly [ServedAccount, ...ServedAccount[]];
  /** Called for every call. */
  readonly observer?: Observer;
  /** The rate at which each caller may call and look; absent where any is. */
  readonly callRate?: CallTurns;
  /** Called when the tools were listed. */
  readonly toolsListed?: () => void;
  /** Called with what was thrown and is not one of our own errors: a bug, with the account if one was asked. */
  readonly reportBug?: (error: unknown, account?: AccountName) => void;
}

/** One account alone, whose desk is open already. */
export function servedAlone(desk: Desk): Served {
  const { caller, reportBug } = desk;
  return { caller, accounts: [alreadyOpen(ONLY_ACCOUNT, desk)], reportBug };
}

/** An account whose desk is open already. */
export function alreadyOpen(name: AccountName, desk: Desk): ServedAccount {
  const { structuredContent, chatbots, tools } = desk;
  const open = () => Promise.resolve(desk);
  return {
    name,
    ...omitUndefined({ tools }),
    structuredContent,
    hasChatbots: chatbots !== undefined,
    isOpen: () => true,
    open,
    look: open,
  };
}

/**
 * Returns the codebook: the meaning of the desk's integer codes, by the settings and by what is loaded now. Who is shown some of
 * the records only is told the same meanings with the counts of these alone.
 */
export async function codebookOf({ archive, memory }: Desk): Promise<Codebook> {
  const book = memory.codebookOf(await archive.observedCodes());
  return isEverything(archive.shown) ? book : memory.ownCodebookOf(book, await archive.shownCodes());
}
