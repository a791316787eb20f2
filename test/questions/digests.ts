import { isoTime } from '../oracle/calendar.ts';
import { near } from '../oracle/figures.ts';
import { sameLetters } from '../oracle/rows.ts';
import { factsOf as numbersOf, servedAndEnded } from '../oracle/truth.ts';
import { oddTexts } from '../../src/sandbox/world/phrases/oddities.ts';
import { places } from '../../src/sandbox/world/cities.ts';
import type { Chat, Message } from '../../src/sandbox/world/world.ts';
import { first } from '../mcp/desk.ts';
import type { AnswerOf } from '../mcp/protocol/shapes.ts';
import { BILLING_PROMISE, LID_QUESTION, type Facts } from './facts.ts';
import { oneCall, type Question, type QuestionsOf } from './question.ts';

/** The questions of agents about a chat that they have not read: times, whose turn it was, numbers, promises, what is open. */
export const digestQuestions: QuestionsOf = (facts) => {
  const ended = servedAndEnded(facts.world);
  const long = first(ended.filter((chat) => partiesOf(chat).length > 12 && isClear(longestGap(chat))));
  const plain = ended.filter(({ messages }) => !messages.some(({ text }) => oddTexts.includes(text)));
  const numbered = first(plain.filter((chat) => numbersOf(chat).size > 1));
  const german = first(plain.filter((chat) => chat.whereabouts.city === 'Berlin' && visitorsOf(chat).length > 3));
  const asking = first(
    plain.filter((chat) => {
      const [opening] = visitorsOf(chat);
      return chat.messages.find(({ author }) => author !== 'bot') === opening && (opening?.text.length ?? 0) > 50;
    }),
  );
  const left = first(plain.toReversed().filter(({ endedBy }) => endedBy === 'visitor'));
  return [
    ...aboutTimes(facts, long),
    glance(
      `Which numbers came up in chat ${numbered.chatId}?`,
      numbered,
      ({ identifiers = [] }) => identifiers.map(({ kind, value }) => `${kind} ${value}`).toSorted(),
      [...numbersOf(numbered)].map(([value, kind]) => `${kind} ${value}`).toSorted(),
    ),
    glance(
      `What did the visitor of chat ${asking.chatId} want?`,
      asking,
      ({ request }) => request,
      sameLetters(first(visitorsOf(asking)).text),
    ),
    glance(
      `In which language was chat ${german.chatId}?`,
      german,
      ({ language }) => language,
      places.find(({ city }) => city === german.whereabouts.city)?.language,
    ),
    glance(
      `Who ended chat ${left.chatId}, and what did each write?`,
      left,
      ({ ended_by, messages }) => [ended_by, messages['visitor'], messages['agent'], messages['bot']],
      [
        'visitor',
        ...(['visitor', 'agent', 'bot'] as const).map(
          (role) => left.messages.filter(({ author }) => author === role).length,
        ),
      ],
    ),
    glance(
      'What did we promise the person from Oslo who wants a refund?',
      first(ended.toReversed().filter(({ messages }) => messages.some(({ text }) => text === BILLING_PROMISE))),
      ({ commitments = [] }) => commitments.at(-1)?.text,
      BILLING_PROMISE,
    ),
    glance(
      'Did somebody leave with a question that nobody answered?',
      first(ended.filter(({ messages }) => messages.some(({ text }) => text === LID_QUESTION))),
      ({ ends_with_visitor, unanswered_questions = [] }) => [
        ends_with_visitor,
        unanswered_questions.map(({ text }) => text),
      ],
      [true, [LID_QUESTION]],
    ),
  ];
};

type Digest = AnswerOf<'get_chat_transcript'>['digest'];

function glance(asks: string, { chatId }: Chat, said: (digest: Digest) => unknown, expected: unknown): Question {
  return oneCall(
    asks,
    'get_chat_transcript',
    { chat_id: chatId, view: 'digest' },
    ({ digest }) => said(digest),
    expected,
  );
}

const visitorsOf = ({ messages }: Chat) => messages.filter(({ author }) => author === 'visitor');
const partiesOf = ({ messages }: Chat) => messages.filter(({ author }) => author === 'visitor' || author === 'agent');

interface Gap {
  readonly before: Message;
  readonly after: Message;
}

/** The longest time in which neither the visitor nor an agent wrote. */
function longestGap(chat: Chat): Gap {
  const parties = partiesOf(chat);
  const gaps = parties.flatMap((after, index): Gap[] => {
    const before = parties[index - 1];
    return before === undefined ? [] : [{ before, after }];
  });
  return first(gaps.toSorted((one, other) => lengthOf(other) - lengthOf(one)));
}

const lengthOf = ({ before, after }: Gap) => after.at - before.at;

/** Whether it is clear who was waited for: where an agent goes on after an agent, it takes reading to tell. */
const isClear = ({ before, after }: Gap) => before.author !== after.author;

function aboutTimes({ zone }: Facts, chat: Chat): Question[] {
  const { before } = longestGap(chat);
  const asked = first(visitorsOf(chat));
  const answered = first(chat.messages.slice(chat.messages.indexOf(asked)).filter(({ author }) => author === 'agent'));
  const parties = partiesOf(chat);
  return [
    glance(
      `How long did the visitor of chat ${chat.chatId} wait, first for somebody and then for an answer?`,
      chat,
      ({ wait_seconds, first_response_seconds, duration_seconds }) => [
        wait_seconds,
        first_response_seconds,
        duration_seconds,
      ],
      [
        near(((chat.startedAt ?? 0) - chat.requestedAt) / 1000, 3),
        near((answered.at - asked.at) / 1000, 3),
        near(((chat.endedAt ?? 0) - (chat.startedAt ?? 0)) / 1000, 3),
      ],
    ),
    glance('Who kept whom waiting the longest there, and when?', chat, ({ longest_silence }) => longest_silence, {
      seconds: near(lengthOf(longestGap(chat)) / 1000, 3),
      waiting_for: before.author === 'visitor' ? 'agent' : 'visitor',
      at: isoTime(zone, before.at),
    }),
    glance(
      'How often did it go back and forth?',
      chat,
      ({ turns }) => turns,
      parties.filter(({ author }, index) => author !== parties[index - 1]?.author).length,
    ),
  ];
}
