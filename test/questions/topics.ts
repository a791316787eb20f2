import type { AnswerOf } from '../mcp/protocol/shapes.ts';
import { speaksOfHinge } from './facts.ts';
import type { Question, QuestionsOf } from './question.ts';

/** The questions what visitors talk about, after all transcripts of these days were read. */
export const topicQuestions: QuestionsOf = ({ chatsOf }) => {
  const week = chatsOf({ period: 'last_7_days' });
  const hinges = week.filter(speaksOfHinge);
  return [
    readFirst(
      'What do visitors talk about, hinges for instance?',
      {},
      ({ topics }) => of(topics)?.said.chats,
      hinges.length,
    ),
    readFirst('Which chat should I read about that?', {}, ({ topics }) => of(topics)?.chat_id, hinges.at(-1)?.chatId),
    readFirst(
      'Did anybody speak of hinges the week before?',
      { compare_to: 'previous_period' },
      ({ topics }) => [of(topics)?.said.chats, of(topics)?.before?.chats],
      [hinges.length, 0],
    ),
  ];
};

type Topics = AnswerOf<'list_topics'>['topics'];

/** The topic that is about the hinge. */
const of = (topics: Topics): Topics[number] | undefined => topics.find(({ term }) => /hinge/i.test(term));

function readFirst(
  asks: string,
  args: object,
  said: (data: AnswerOf<'list_topics'>) => unknown,
  expected: unknown,
): Question {
  return {
    asks,
    ask: async (ask) => {
      await ask('search_transcripts', { period: 'this_month', query: 'hinge', limit: 1 });
      return said((await ask('list_topics', { limit: 30, ...args })).data);
    },
    expected,
  };
}
