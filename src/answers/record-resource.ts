import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { ArchiveUnusable } from '../model/errors.ts';
import type { ToolName } from '../model/tool-groups.ts';
import { inQuotes, plainText, type Quoted } from '../privacy/quoted.ts';
import { deskQuotation } from '../privacy/cleaned-text.ts';
import type { Redactor } from '../privacy/redactor.ts';
import type { Desk } from './desk.ts';
import { matching } from './matching.ts';
import { lookAt, type AskedQuestion } from './question.ts';
import { PRIVATE, readResource, type ChatResource, type ReadAddress, type ResourceText } from './resource.ts';
import { RESOURCE_TOKENS } from './token-budget.ts';

/** The number of entries that a template lists. */
export const RECENT = 10;

/** Beside a page stand the call for the next page, and the age of the data. */
export const ROOM_FOR_PAGE = RESOURCE_TOKENS - 200;

/** A record that a host can list, complete and read by its id. */
interface RecordResource<Id extends number> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** A template with one variable. */
  readonly uri: string;
  readonly variable: string;
  /** The tool that shows the same. */
  readonly tool: ToolName;
  readonly id: (value: unknown) => Id | undefined;
  /** The newest loaded records, with their titles; nothing is read for it. */
  recent(desk: Desk, redactor: Redactor): Promise<readonly { readonly id: Id; readonly label: string }[]>;
  read(id: Id, desk: Desk, question: AskedQuestion): Promise<ResourceText>;
}

export function recordResource<Id extends number>(record: RecordResource<Id>): ChatResource {
  const { name, uri, variable, title, description, tool } = record;
  const uriOf = (id: Id) => uri.replace(`{${variable}}`, String(id));
  return {
    name,
    advertisement: { uri, variable, title, description, tool, cacheHint: PRIVATE },
    read: async (address, desk, context) => {
      const id = idIn(address, record);
      return readResource(address.uri, tool, desk, context, (seen, question) => record.read(id, seen, question));
    },
    list: async (desk) =>
      (await recentOf(record, desk)).slice(0, RECENT).map(({ id, label }) => ({
        uri: uriOf(id),
        name: `${name} ${id}`,
        title: label,
        mimeType: 'text/markdown',
      })),
    complete: async (typed, desk) =>
      matching(
        typed,
        (await recentOf(record, desk)).map(({ id }) => String(id)),
      ),
  };
}

/** The newest records, each once. None where they cannot be read now: other resources can. */
async function recentOf<Id extends number>(
  record: RecordResource<Id>,
  desk: Desk,
): Promise<{ readonly id: Id; readonly label: string }[]> {
  try {
    const recent = await lookAt(desk, async (seen) => record.recent(seen, await seen.redactor()));
    const newest = new Map<Id, { readonly id: Id; readonly label: string }>();
    for (const one of recent) if (!newest.has(one.id)) newest.set(one.id, one);
    return [...newest.values()];
  } catch (error) {
    if (error instanceof ArchiveUnusable) return [];
    throw error;
  }
}

/** A page of a record that a tool gives. */
interface NextPage {
  readonly tool: ToolName;
  /** The argument that takes the id. */
  readonly argument: string;
  readonly id: number;
  /** Undefined where a resource has the whole record. */
  readonly cursor: string | undefined;
  /** Words for what is left. */
  readonly left: string;
}

/** The call for the page after a resource, with the account where there are several. */
export function nextPageWords({ account }: Desk, { tool, argument, id, cursor, left }: NextPage): string | undefined {
  if (cursor === undefined) return undefined;
  const ofAccount = account === undefined ? '' : `account ${deskQuotation(account)}, `;
  return `Next page: ${tool} with ${ofAccount}${argument} ${id} and cursor "${cursor}" (${left}).`;
}

/** A stranger's name in a title, where no boundary can be. */
export function quotedName(name: Quoted | undefined): string {
  return name === undefined ? '(no name)' : plainText(inQuotes(name));
}

function idIn<Id extends number>({ uri, variables }: ReadAddress, { id, variable }: RecordResource<Id>): Id {
  const text = variables[variable];
  const parsed = id(typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : undefined);
  if (parsed !== undefined) return parsed;
  throw new ResourceNotFoundError(uri.href, 'The URI has no valid id; ids are positive whole numbers.');
}
