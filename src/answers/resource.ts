import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { withheldWords } from './own-chats.ts';
import type { ToolName } from '../model/tool-groups.ts';
import type { Desk } from './desk.ts';
import type { CallContext } from './observer.ts';
import { answerQuestion, type AskedQuestion } from './question.ts';
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
  /** Reads it, or the record whose id the address holds at the variable, as Markdown. */
  read(address: ReadAddress, desk: Desk, context: CallContext): Promise<ReadResourceResult>;
  /** The newest loaded records under a template. Nothing is read for it. */
  list(desk: Desk): Promise<Resource[]>;
  /** The ids of loaded records that contain what was typed. */
  complete(typed: string, desk: Desk): Promise<string[]>;
}

/** The address that is read, and what stands in it in place of the variables of its template. */
export interface ReadAddress {
  readonly uri: URL;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** What is read of a resource. */
export interface ResourceText {
  readonly text: string;
  /** The last line, behind all that is said of every resource. */
  readonly closing?: string;
}

/** Nothing else may keep what a person has read; a moment's repetition is spared. */
export const PRIVATE = { ttlMs: 10_000, cacheScope: 'private' } as const;

/** A resource with one address. */
export function fixedResource(
  resource: Omit<ResourceAdvertisement, 'variable'> & { readonly name: string },
  read: (desk: Desk, question: AskedQuestion) => Promise<string>,
): ChatResource {
  const { name, ...advertisement } = resource;
  return {
    name,
    advertisement,
    read: ({ uri }, desk, context) =>
      readResource(uri, resource.tool, desk, context, async (seen, question) => ({ text: await read(seen, question) })),
    list: () => Promise.resolve([]),
    complete: () => Promise.resolve([]),
  };
}

/** Reads a resource as Markdown. */
export async function readResource(
  uri: URL,
  tool: ToolName,
  desk: Desk,
  context: CallContext,
  read: (desk: Desk, question: AskedQuestion) => Promise<ResourceText>,
): Promise<ReadResourceResult> {
  const nothing = (): undefined => undefined;
  const text = await answerQuestion({ desk, tool, context }, nothing, async (_, seen, question) => {
    const shown = await read(seen, question);
    return paragraphs(shown.text, withheldWords(tool, seen), shown.closing);
  });
  return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
}
