import { useState } from 'preact/hooks';
import type { Arguments, Host } from '../host.ts';
import { answerOf } from '../use-tool.ts';
import { dataOf, type OfflineMessage, type OtherMessage, type Reply } from '../answers.ts';
import { factsOf } from '../desk/chats.tsx';
import { ageWords, languageWords } from './triage-words.ts';
import { counted, momentWords } from '../words.ts';

/** A longer text has its own way to scroll, so that what is done with it stays at hand. */
const LONG = 1200;

interface Props {
  readonly message: OfflineMessage;
  readonly place: string;
  readonly host: Host;
  readonly question: Arguments;
  readonly goTo: (id: number) => void;
}

/** One message in full: what was written, by whom, and why it stands where it stands. */
export function Message({ message, place, host, question, goTo }: Props) {
  const { visitor = {}, subject, text, language, replies = 0 } = message;
  return (
    <>
      <header>
        <p class="quiet">{place}</p>
        <h2 id="message" tabIndex={-1}>
          <bdi>{nameOf(message)}</bdi>
        </h2>
        <p class="quiet">
          <time dateTime={message.received_at}>{momentWords(message.received_at)}</time>, {ageWords(message.age_hours)}
          {language !== undefined && ` · ${languageWords(language)}`}
          {visitor.email !== undefined && (
            <>
              {' · answer to '}
              <bdi>{visitor.email}</bdi>
            </>
          )}
        </p>
      </header>
      {subject !== undefined && subject !== '' && (
        <p class="subject" dir="auto">
          {subject}
        </p>
      )}
      <Written text={text} />
      {replies > 0 && <Replies key={message.offline_message_id} message={message} host={host} question={question} />}
      <Facts message={message} goTo={goTo} />
      <Known message={message} />
    </>
  );
}

/** The name of who wrote a message. */
export function nameOf({ visitor: { name, visitor_id: id } = {} }: OtherMessage): string {
  return name ?? (id === undefined ? 'A visitor without a name' : `Visitor ${id}`);
}

function Written({ text }: { readonly text: string | undefined }) {
  if (text === undefined || text === '') return <p class="quiet">(no text)</p>;
  if (text.length <= LONG)
    return (
      <p class="written" dir="auto">
        {text}
      </p>
    );
  return (
    <section
      class="written long"
      dir="auto"
      tabIndex={0}
      aria-label={`The message, ${counted(text.length, 'character')}`}
    >
      {text}
    </section>
  );
}

function Facts({ message, goTo }: Pick<Props, 'message' | 'goTo'>) {
  const { evidence = [], similar = [], similar_left_out: more = 0, replies = 0 } = message;
  return (
    <section class="why">
      <h3>What is known</h3>
      {evidence.length === 0 && <p>{replies > 0 ? 'It has a reply.' : 'Nothing beside what it says.'}</p>}
      <ul>
        {evidence.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {similar.length > 0 && (
        <p>
          {counted(similar.length + more, 'similar message')}:{' '}
          {similar.map((id) => (
            <button key={id} type="button" class="link" onClick={() => goTo(id)}>
              {id}
            </button>
          ))}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
    </section>
  );
}

function Known({ message }: Pick<Props, 'message'>) {
  const { other_messages: messages, other_messages_known: ofMessages, chats, chats_known: ofChats } = message;
  if (ofMessages + ofChats === 0) return <p class="quiet">Nothing else of this visitor is at hand.</p>;
  return (
    <details>
      <summary>
        Of this visitor: {counted(ofMessages, 'other message')}, {counted(ofChats, 'chat')}
      </summary>
      <ul>
        {messages.map((other) => (
          <li key={other.offline_message_id}>
            {momentWords(other.received_at)} · message {other.offline_message_id} ·{' '}
            {(other.replies ?? 0) === 0 ? 'unanswered' : 'answered'} · <bdi>{other.subject ?? other.text ?? ''}</bdi>
          </li>
        ))}
        {chats.map((chat) => (
          <li key={chat.chat_id}>
            {[momentWords(chat.requested_at), `chat ${chat.chat_id}`, ...factsOf(chat)].join(' · ')}
          </li>
        ))}
      </ul>
      {messages.length + chats.length < ofMessages + ofChats && <p class="quiet">The newest are shown.</p>}
    </details>
  );
}

function Replies({
  message: { offline_message_id: id, replies: count = 0 },
  host,
  question: { account },
}: Omit<Props, 'place' | 'goTo'>) {
  const [read, setRead] = useState<{ readonly replies: readonly Reply[]; readonly words: string }>();
  const [isReading, setReading] = useState(false);
  const show = async (): Promise<void> => {
    setReading(true);
    const args = { offline_message_id: id, ...(account !== undefined && { account }) };
    const answered = await answerOf(host, 'get_offline_message', args);
    const { replies } = dataOf('get_offline_message', answered) ?? {};
    setRead({ replies: replies ?? [], words: replies === undefined ? answered.text : '' });
    setReading(false);
  };
  return (
    <section>
      <button type="button" disabled={isReading} onClick={() => void show()}>
        Show the {count === 1 ? 'reply' : `${count} replies`}
      </button>
      <div role="status">
        {read?.words !== '' && <p class="trouble">{read?.words}</p>}
        {read?.replies.map(({ at, agent, text }, place) => (
          <div key={place} class="reply">
            <p class="quiet">
              {at === undefined ? '' : `${momentWords(at)} · `}
              {agent ?? 'unknown'}
            </p>
            <p class="written" dir="auto">
              {text}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}
