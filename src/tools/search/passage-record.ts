import type { WordQuery } from '../../archive/words/word-query.ts';
import { field, foreignText, NUMBER, oneOf, WEEKDAY_TIME, type Field } from '../../answers/rows/field.ts';
import { agentPart, NAME_LENGTH, visitorPart } from '../../answers/rows/people.ts';
import { lines } from '../../answers/rows/record.ts';
import type { Voice } from '../../answers/rows/voice.ts';
import { isAuthorKnown } from '../../insights/codes/author-names.ts';
import type { Foreign } from '../../model/foreign.ts';
import { ROLES } from '../../insights/codes/authorship.ts';
import type { Chat } from '../../model/records.ts';
import { QuotedText } from '../../privacy/boundary.ts';
import { withoutSeparator, type Quoted } from '../../privacy/quoted.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import { LENGTH, passageOf } from './passage.ts';
import type { FoundMessage } from './who-said.ts';

/** A chat of a page with the message that stands for it. */
export interface ShownPassage extends FoundMessage {
  readonly chat: Chat;
  readonly query: WordQuery;
  readonly score: number;
  readonly redactor: Redactor;
  /** Whether the message is of the only day of the heading. */
  readonly isOfThatDay: boolean;
}

const quotedPassage = ({ message, query, redactor }: ShownPassage, { textLength }: Voice): Quoted =>
  withoutSeparator(passageOf(message.text, query, redactor, Math.min(LENGTH, textLength)));

const PASSAGE: Field<ShownPassage> = {
  name: 'passage',
  schema: QuotedText,
  data: quotedPassage,
  words: (row, voice) => ['“', quotedPassage(row, voice), '”'],
  isBelow: true,
};

export const PASSAGES = lines<ShownPassage>({
  id: 'chat_id',
  idOf: ({ chat }) => chat.chatId,
  redactorFor: ({ redactor }) => redactor,
  fields: [
    field('at', WEEKDAY_TIME, ({ message }) => message.at, {
      say: (moment, { isOfThatDay }) => (isOfThatDay ? moment.slice(-5) : moment),
    }),
    field('role', oneOf(ROLES), ({ role }) => role, { say: (role) => (role === 'unknown' ? 'role unknown' : role) }),
    agentPart(({ chat }) => chat.agent),
    visitorPart(({ chat }) => chat.visitor),
    foreignText('author', otherAuthor, { form: 'field', length: NAME_LENGTH, before: 'author ' }),
    field('score', NUMBER, ({ score }) => Number(score.toPrecision(4)), { say: false }),
    PASSAGE,
  ],
});

/** The author, where the message names another one than the chat's visitor or agent. */
function otherAuthor({ message: { authorName }, chat }: ShownPassage): Foreign | undefined {
  return isAuthorKnown(authorName, chat) ? undefined : authorName;
}
