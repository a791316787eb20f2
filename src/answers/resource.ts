import { ProtocolError, ProtocolErrorCode, type ReadResourceResult, type Resource } from '@modelcontextprotocol/server';
import { trusted } from '../model/text/trusted-text.ts';
import { requireScopesOf } from './allowed.ts';
import { deskOfCaller, requireOwnAgent, withheldWords } from './own-chats.ts';
import { ChatOperationsError, RecordNotFound } from '../model/errors.ts';
import type { ToolName } from '../model/tool-groups.ts';
import type { EpochMillis } from '../model/time/units.ts';
import { ownWord, safe, type OwnText } from '../privacy/safe-text.ts';
import { redactorOf, type Desk, type DeskToOpen } from './desk.ts';
import type { CallContext } from './observer.ts';
import { sealOf } from './seal.ts';
import { askedQuestion, type AskedQuestion } from './question.ts';
import { asProtocolError } from './as-protocol-error.ts';
import { renderError } from './error-words.ts';
import { wordedError } from './protocol-errors.ts';
import { timeWords } from './words/quantities.ts';
import { paragraphs } from './token-budget.ts';

/** The description of a resource in a server's lists. Plain JSON: the bundle holds it, made when it was built. */
export interface ResourceAdvertisement {
  /** An address, or a template with one variable. */
  readonly uri: string;
  /** The name of the variable of a template. */
  readonly variable?: string;
  readonly title: string;
  readonly description: string;
  /** The tool that shows the same, and whose scopes it needs. */
  readonly tool: ToolName;
  readonly cacheHint: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' };
}

/** Something under `chat://` that a host can read into a conversation. */
export interface ChatResource {
  readonly name: string;
  readonly advertisement: ResourceAdvertisement;
  /** Reads it, or the record whose id the address holds at the variable. */
  read(
    uri: URL,
    variables: Readonly<Record<string, unknown>>,
    open: DeskToOpen['open'],
    context: CallContext,
  ): Promise<ReadResourceResult>;
  /** The newest records at hand under a template. */
  list(open: DeskToOpen['open']): Promise<Resource[]>;
  /** The ids of records at hand that contain what was typed. */
  complete(typed: string, open: DeskToOpen['open']): Promise<string[]>;
}

/** The last line of a resource: how old it is. */
export function asOfWords({ zone }: Desk, asOf: EpochMillis): OwnText {
  return safe`_As of ${timeWords(zone, asOf)} ${ownWord(zone.id)}._`;
}

/** Nothing else may keep what a person has read; a moment's repetition is spared. */
export const PRIVATE = { ttlMs: 10_000, cacheScope: 'private' } as const;

/** A resource with one address. */
export function fixedResource(
  resource: Omit<ResourceAdvertisement, 'variable'> & { readonly name: string },
  read: (desk: Desk, question: AskedQuestion) => Promise<OwnText>,
): ChatResource {
  const { name, ...advertisement } = resource;
  return {
    name,
    advertisement,
    read: (uri, _variables, open, context) => readResource(uri, resource.tool, open, context, read),
    list: () => Promise.resolve([]),
    complete: () => Promise.resolve([]),
  };
}

/**
 * Reads a resource as Markdown. Resources have no error results: what goes wrong is a protocol error, in the same
 * words as a tool's.
 */
export async function readResource(
  uri: URL,
  tool: ToolName,
  open: DeskToOpen['open'],
  context: CallContext,
  read: (desk: Desk, question: AskedQuestion) => Promise<OwnText>,
): Promise<ReadResourceResult> {
  let desk: Desk;
  try {
    desk = await open();
    requireScopesOf([tool], desk.caller, trusted`This resource`);
  } catch (error) {
    context.underWay?.failed(error);
    throw protocolError(error, uri);
  }
  const question = askedQuestion(desk, context);
  try {
    const text = await desk.withArchive(async () => {
      const seen = await deskOfCaller(desk, question);
      requireOwnAgent(tool, seen);
      const redactor = await redactorOf(seen);
      const seal = await sealOf(seen);
      const shown = await read(seen, { ...question, redactor, seal });
      return paragraphs(shown, withheldWords(tool, seen), redactor.redactionWords(shown));
    });
    await question.settled();
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error;
    context.underWay?.failed(error);
    await question.settled();
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof ChatOperationsError)) desk.reportBug(error);
    throw protocolError(error, uri);
  }
}

/** Words an error as the protocol has it for resources. */
export function protocolError(error: unknown, uri: URL): ProtocolError {
  if (error instanceof RecordNotFound) {
    // As the revision of 2026-07-28 has it for a resource that is not there.
    return wordedError(ProtocolErrorCode.InvalidParams, renderError(error), { uri: uri.href });
  }
  return asProtocolError(error);
}
