import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type McpServer,
  type ReadResourceResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ChatOperationsError, RecordNotFound } from '../../model/errors.ts';
import type { EpochMillis } from '../../model/units.ts';
import { ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { screenOf, type Desk } from '../desk.ts';
import { askedQuestion, type AskedQuestion } from '../question.ts';
import { renderError } from '../render/error.ts';
import { timeWords } from '../render/words.ts';
import { paragraphs } from '../render/budget.ts';

/** Something under `chat://` that a host can read into a conversation. */
export interface ChatResource {
  readonly uri: string;
  register(server: McpServer, desk: Desk): void;
}

/** The last line of a resource: how old it is. */
export function asOfWords({ zone }: Desk, asOf: EpochMillis): OwnText {
  return safe`_As of ${timeWords(zone, asOf)} ${ownWord(zone.id)}._`;
}

/** Nothing else may keep what a person has read; a moment's repetition is spared. */
export const PRIVATE = { ttlMs: 10_000, cacheScope: 'private' } as const;

/** A resource with one address. */
export function fixedResource(
  resource: { readonly uri: string; readonly name: string; readonly title: string; readonly description: string },
  cacheHint: { readonly ttlMs: number; readonly cacheScope: 'public' | 'private' },
  read: (desk: Desk) => Promise<OwnText>,
): ChatResource {
  const { uri, name, title, description } = resource;
  return {
    uri,
    register: (server, desk) => {
      server.registerResource(
        name,
        uri,
        { title, description, mimeType: 'text/markdown', cacheHint },
        (asked, context) => readResource(asked, desk, context, () => read(desk)),
      );
    },
  };
}

/**
 * Reads a resource as Markdown. Resources have no error results: what goes wrong is a protocol error, in the same
 * words as a tool's.
 */
export async function readResource(
  uri: URL,
  desk: Desk,
  context: ServerContext,
  read: (question: AskedQuestion) => Promise<OwnText>,
): Promise<ReadResourceResult> {
  const question = askedQuestion(desk, context);
  try {
    const text = await desk.despiteDamage(async () => {
      const screen = await screenOf(desk);
      const shown = await read({ ...question, screen });
      return paragraphs(shown, screen.redactionWords(shown));
    });
    await question.settled();
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error;
    await question.settled();
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof ChatOperationsError)) desk.reportBug(error);
    if (error instanceof RecordNotFound) throw new ResourceNotFoundError(uri.href, renderError(error));
    throw new ProtocolError(ProtocolErrorCode.InternalError, renderError(error));
  }
}
