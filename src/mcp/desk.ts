import type { Archive } from '../archive/archive.ts';
import { createCodebook, type Codebook } from '../insights/codes/codebook.ts';
import type { CodeObservations, CodeSettings } from '../model/codes.ts';
import type { Agent } from '../model/records.ts';
import type { DeskText } from '../model/text/trusted-text.ts';
import type { Clock, Seconds } from '../model/time/units.ts';
import type { Zone } from '../model/time/zone.ts';
import type { Budget } from '../upstream/client.ts';
import type { Webhook } from '../upstream/webhook/webhook.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import type { KeptFigures } from './performance/kept-figures.ts';
import { createScreen, type Screen } from '../privacy/screen.ts';

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
   * Does something with the archive, which is opened first where it could not be before. Where it turns out to be damaged,
   * a new one takes its place, and it is done again over that. Throws ArchiveUnusable.
   */
  readonly despiteDamage: <T>(work: () => Promise<T>) => Promise<T>;
  /** Scheme, host and port of the service. */
  readonly service: DeskText;
  readonly clock: Clock;
  /** The zone of questions that name none. */
  readonly zone: Zone;
  /** How long a tool may take before it answers with what it has. */
  readonly answerWithin: Seconds;
  readonly codes: CodeSettings;
  /** What is replaced by marks in what strangers wrote. */
  readonly redact: RedactionLevel;
  /** Whether answers have data beside their text: for programs, since a host may hide the text then. */
  readonly structuredContent: boolean;
  readonly chatbots?: { readonly bots: readonly Bot[]; readonly webhook: Webhook };
  /** Takes what was thrown and is none of our own errors: a bug. */
  readonly reportBug: (error: unknown) => void;
  /** What may be asked of the service, as far as it is known. */
  readonly budget: () => Promise<Budget>;
  readonly keptFigures: KeptFigures;
}

/** A desk that is opened by the first question, and what has to be known of it before. */
export interface DeskToOpen {
  readonly structuredContent: boolean;
  readonly hasChatbots: boolean;
  /** Opens it, or answers with what is open. */
  readonly open: () => Promise<Desk>;
}

/** A desk that is open already. */
export function alreadyOpen(desk: Desk): DeskToOpen {
  const { structuredContent, chatbots } = desk;
  return { structuredContent, hasChatbots: chatbots !== undefined, open: () => Promise.resolve(desk) };
}

const books = new WeakMap<CodeObservations, { readonly codes: CodeSettings; readonly book: Codebook }>();

/** What the desk's integer codes mean, by the settings and by what is at hand now. */
export async function codebookOf({ archive, codes }: Desk): Promise<Codebook> {
  const observed = await archive.observedCodes();
  const known = books.get(observed);
  if (known?.codes === codes) return known.book;
  const book = createCodebook(observed, codes);
  books.set(observed, { codes, book });
  return book;
}

const addresses = new WeakMap<readonly Agent[], ReadonlySet<string>>();

/** The addresses of the desk's agents, in lower case. The archive gives the same agents for as long as nothing changes. */
function addressesOf(agents: readonly Agent[]): ReadonlySet<string> {
  const known = addresses.get(agents) ?? new Set(agents.flatMap(({ email }) => email?.toLowerCase() ?? []));
  addresses.set(agents, known);
  return known;
}

/** What strangers' text passes on its way into one answer. */
export async function screenOf({ archive, redact }: Desk): Promise<Screen> {
  const agents = await archive.agents.all();
  return createScreen({ level: redact, key: await archive.pseudonymKey(), kept: addressesOf(agents) });
}
