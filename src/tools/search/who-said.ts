import type { WordQuery } from '../../archive/words/word-query.ts';
import type { Conversation } from '../../archive/search/transcript-search.ts';
import { ROLES, rolesOf, type AuthorClues, type Role } from '../../insights/codes/authorship.ts';
import type { ChatMessage } from '../../model/records.ts';
import type { Steps } from '../../model/slices.ts';

type Term = WordQuery['wanted'][number];

/** A message, who wrote it, and what it has of what is looked for. */
interface ReadMessage {
  readonly message: ChatMessage;
  readonly role: Role;
  readonly terms: ReadonlySet<Term>;
}

/** The message of a chat that stands for it in an answer. */
export type FoundMessage = Pick<ReadMessage, 'message' | 'role'>;

/** Who said what is looked for in a chat. */
export interface Said {
  /** The roles that wrote all of it, in whatever messages. */
  readonly by: ReadonlySet<Role>;
  /** The roles that wrote all of it if messages of unknown authors are theirs. */
  readonly maybeBy: ReadonlySet<Role>;
  /** The code of an author who wrote of it and is unknown. */
  readonly openCode?: number | undefined;
}

/** Says who wrote all of what is looked for in a chat. */
export function* whoSaid(conversation: Conversation, query: WordQuery, clues: AuthorClues): Steps<Said> {
  const written = new Map<Role, Set<Term>>();
  let openCode: number | undefined;
  for (const { message, role, terms } of yield* readMessages(conversation, query, clues)) {
    if (terms.size === 0) continue;
    if (role === 'unknown') openCode ??= message.userTypeCode;
    const before = written.get(role) ?? new Set();
    for (const term of terms) before.add(term);
    written.set(role, before);
  }
  const isAll = (terms: ReadonlySet<Term>): boolean => terms.size === query.wanted.length;
  const by = new Set([...written].filter(([, terms]) => isAll(terms)).map(([role]) => role));
  const unknown = written.get('unknown');
  const maybeBy =
    unknown === undefined
      ? []
      : ROLES.filter((role) => !by.has(role) && isAll(new Set([...unknown, ...(written.get(role) ?? [])])));
  return { by, maybeBy: new Set(maybeBy), openCode };
}

/** The message of a chat with most of the words that are looked for, where an author is given, of theirs: a phrase has several. */
export function* foundMessage(
  conversation: Conversation,
  query: WordQuery,
  clues: AuthorClues,
  author?: Role,
): Steps<FoundMessage | undefined> {
  const wordsIn = ({ terms }: ReadMessage): number => [...terms].reduce((sum, { words }) => sum + words.length, 0);
  return (yield* readMessages(conversation, query, clues))
    .filter(({ role }) => author === undefined || role === author)
    .reduce<ReadMessage | undefined>(
      (best, one) => (best === undefined || wordsIn(one) > wordsIn(best) ? one : best),
      undefined,
    );
}

function* readMessages({ chat, messages }: Conversation, query: WordQuery, clues: AuthorClues): Steps<ReadMessage[]> {
  const roles = rolesOf(messages, chat, clues);
  const read: ReadMessage[] = [];
  for (const [index, message] of messages.entries()) {
    yield;
    const terms = new Set(query.matchesIn(message.text).map(({ term }) => term));
    read.push({ message, role: roles[index] ?? 'unknown', terms });
  }
  return read;
}
