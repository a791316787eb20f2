import type { Archive } from '../archive/archive.ts';
import type { Codebook } from '../insights/codes/codebook.ts';
import { known } from '../model/known.ts';
import type { DeskText } from '../model/text/trusted-text.ts';
import type { Clock, Seconds } from '../model/time/units.ts';
import type { Zone } from '../model/calendar/zone.ts';
import type { ReadAhead } from '../archive/sync/read-ahead.ts';
import type { Budget } from '../upstream/client.ts';
import type { Webhook } from '../upstream/webhook/webhook.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import type { Toolset } from '../model/tool-groups.ts';
import type { DeskMemory } from './desk-memory.ts';
import { createRedactor, type Redactor } from '../privacy/redactor.ts';

/** A chatbot that may be handed data: what an assistant may know of it. */
export interface Bot {
  readonly name: DeskText;
  readonly endpoints: readonly { readonly name: DeskText; readonly description: DeskText }[];
  /** With `required`, nothing is handed over without a question that the host accepts. */
  readonly confirm: 'host' | 'required';
  /** Whether card numbers, bank accounts and secrets may be handed over, too. */
  readonly allowSensitive: boolean;
}

/** One support desk, as everything under mcp/ sees it. */
export interface Desk {
  readonly archive: Archive;
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
  /** The level of redaction of strangers' text. */
  readonly redact: RedactionLevel;
  /** Whether answers have data beside their text: for programs, since a host may hide the text then. */
  readonly structuredContent: boolean;
  /** The tools that are registered; absent for all. */
  readonly tools?: Toolset;
  readonly chatbots?: { readonly bots: readonly Bot[]; readonly webhook: Webhook };
  /** Takes what was thrown and is none of our own errors: a bug. */
  readonly reportBug: (error: unknown) => void;
  /** Returns the request budget of the service, as far as it is known. */
  readonly budget: () => Promise<Budget>;
  /** Absent where nothing is read ahead. */
  readonly readAhead?: Pick<ReadAhead, 'asked' | 'view'> | undefined;
  /** The setting by which nothing is read ahead, where one decides that. */
  readonly noReadAhead?: 'read_ahead_days' | 'archive';
  readonly memory: DeskMemory;
}

/** A desk that is opened by the first question, and what has to be known of it before. */
export interface DeskToOpen {
  readonly structuredContent: boolean;
  readonly hasChatbots: boolean;
  /** The tools that are registered; absent for all. */
  readonly tools?: Toolset;
  /** Opens it, or answers with what is open. */
  readonly open: () => Promise<Desk>;
  /** Called when a client has been told the tools. */
  readonly toolsListed?: () => void;
}

/** A desk that is open already. */
export function alreadyOpen(desk: Desk): DeskToOpen {
  const { structuredContent, chatbots, tools } = desk;
  const open = () => Promise.resolve(desk);
  return { ...known({ tools }), structuredContent, hasChatbots: chatbots !== undefined, open };
}

/** Returns the codebook: the meaning of the desk's integer codes, by the settings and by what is at hand now. */
export async function codebookOf({ archive, memory }: Desk): Promise<Codebook> {
  return memory.codebookOf(await archive.observedCodes());
}

/** Makes the redactor that strangers' text passes on its way into one answer. */
export async function redactorOf({ archive, redact, memory }: Desk): Promise<Redactor> {
  const kept = memory.addressesOf(await archive.agents.all());
  return createRedactor({ level: redact, key: await archive.pseudonymKey(), kept });
}
