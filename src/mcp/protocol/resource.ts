import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ChatOperationsError, RecordNotFound } from '../../model/errors.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { redactorOf, type Desk, type DeskToOpen } from '../desk.ts';
import { askedQuestion, type AskedQuestion } from './question.ts';
import { renderError } from './error-words.ts';
import { timeWords } from '../words/quantities.ts';
import { paragraphs } from './token-budget.ts';

/** The description of a resource in a server's lists. Plain JSON: the bundle holds it, made when it was built. */
export interface ResourceAdvertisement {
  /** An address, or a template with one variable. */
  readonly uri: string;
  /** The name of the variable of a template. */
  readonly variable?: string;
  readonly title: string;
  readonly description: string;
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
    context: ServerContext,
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
    read: (uri, _variables, open, context) => readResource(uri, open, context, read),
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
  open: DeskToOpen['open'],
  context: ServerContext,
  read: (desk: Desk, question: AskedQuestion) => Promise<OwnText>,
): Promise<ReadResourceResult> {
  let desk: Desk;
  try {
    desk = await open();
  } catch (error) {
    throw protocolError(error, uri);
  }
  const question = askedQuestion(desk, context);
  try {
    const text = await desk.withArchive(async () => {
      const redactor = await redactorOf(desk);
      const shown = await read(desk, { ...question, redactor });
      return paragraphs(shown, redactor.redactionWords(shown));
    });
    await question.settled();
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error;
    await question.settled();
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof ChatOperationsError)) desk.reportBug(error);
    throw protocolError(error, uri);
  }
}

function protocolError(error: unknown, uri: URL): ProtocolError {
  if (error instanceof RecordNotFound) return new ResourceNotFoundError(uri.href, renderError(error));
  return new ProtocolError(ProtocolErrorCode.InternalError, renderError(error));
}
