import { z } from 'zod';
import type { WordQuery } from '../../archive/words/word-query.ts';
import type { RankedChat } from '../../archive/search/transcript-search.ts';
import { agentNameOf } from '../../insights/codes/author-names.ts';
import { ROLES } from '../../insights/codes/authorship.ts';
import { nameIdentity } from '../../model/person.ts';
import type { Chat } from '../../model/records.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { ownWord, joinSafe, safe, withoutMarks, OwnText, type SafeText } from '../../privacy/safe-text.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { FoundMessage } from './found-messages.ts';
import { passageOf, SHORT_LENGTH } from './passage.ts';
import { agentName, visitorName, visitorWords } from '../../answers/words/names.ts';
import { isoTime, timeWords } from '../../answers/words/quantities.ts';

/** A message that a search found, for its chat. */
export const HitShape = z.strictObject({
  chat_id: z.number(),
  at: OwnText.optional(),
  role: z.enum(ROLES),
  /** Where the message names another one than the chat's visitor or agent. */
  author: QuotedText.optional(),
  agent: z.strictObject({ agent_id: z.number(), name: OwnText.optional() }).optional(),
  visitor: z.strictObject({ visitor_id: z.number().optional(), name: QuotedText.optional() }),
  passage: QuotedText,
  score: z.number(),
});

/** A hit as data: its score tells the order within one answer and no more. */
export function hitData(
  { chatId, score }: RankedChat,
  { agent, visitor }: Chat,
  { message, role }: FoundMessage,
  query: WordQuery,
  zone: Zone,
  redactor: Redactor,
): z.input<typeof HitShape> {
  const author = nameIdentity(message.authorName);
  const isNamed = author === nameIdentity(visitor.name) || (agent !== undefined && author === agentNameOf(agent));
  return omitUndefined({
    chat_id: chatId,
    at: mapKnown(message.at, (at) => isoTime(zone, at)),
    role,
    author: isNamed ? undefined : mapKnown(message.authorName, (authorName) => redactor.field(authorName, 60)),
    agent: agent && omitUndefined({ agent_id: agent.agentId, name: agentName(agent) }),
    visitor: omitUndefined({ visitor_id: visitor.visitorId, name: visitorName(visitor, redactor) }),
    passage: passageOf(message.text, query, redactor),
    score: Number(score.toPrecision(4)),
  });
}

/** A hit as a line of text. What strangers wrote comes last, so that it cannot stand for what comes before it. */
export function hitLine(
  hit: z.input<typeof HitShape>,
  { visitor }: Chat,
  { message }: FoundMessage,
  zone: Zone,
  redactor: Redactor,
): SafeText {
  const { agent, author } = hit;
  const parts = [
    ...(message.at === undefined ? [] : [timeWords(zone, message.at)]),
    roleWords(hit),
    ...(agent === undefined ? [] : [safe`agent ${agent.name ?? safe`without a name`} (${agent.agent_id})`]),
    safe`visitor ${withoutMarks(visitorWords(visitor, redactor))}`,
    ...(author === undefined ? [] : [safe`author ${withoutMarks(author)}`]),
  ];
  return safe`- ${hit.chat_id}: ${joinSafe(parts, ' · ')}: ${hit.passage}`;
}

/** The same with ids for names, and less of the message, for many in one answer. */
export function shortHitLine(
  hit: z.input<typeof HitShape>,
  { message }: FoundMessage,
  query: WordQuery,
  redactor: Redactor,
): SafeText {
  const { agent, visitor } = hit;
  const parts = [
    roleWords(hit),
    ...(agent === undefined ? [] : [safe`agent ${agent.agent_id}`]),
    ...(visitor.visitor_id === undefined ? [] : [safe`visitor ${visitor.visitor_id}`]),
  ];
  return safe`- ${hit.chat_id}: ${joinSafe(parts, ' · ')}: ${passageOf(message.text, query, redactor, SHORT_LENGTH)}`;
}

function roleWords({ role }: z.input<typeof HitShape>): OwnText {
  return role === 'unknown' ? safe`not known by whom` : safe`by ${ownWord(role)}`;
}
