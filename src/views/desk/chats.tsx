import { useEffect, useRef, useState } from 'preact/hooks';
import type { Answered, Arguments, Host } from '../shared/host.ts';
import { Empty, Failed, Loading } from '../shared/states.tsx';
import { useAsked } from './asking.ts';
import { ChatList, type Chat } from './desk-data.ts';
import { Covered } from './part.tsx';
import { daysWords } from './words.ts';
import { counted, durationWords, momentWords } from '../shared/words.ts';

const PAGE = 25;

/** The chats behind a figure, a page after the other, each of which opens. */
export function Chats({
  host,
  title,
  args,
  known,
  isCovered,
  onOpen,
  onBack,
}: {
  readonly host: Host;
  readonly title: string;
  readonly args: Arguments;
  /** The answer to this question where it is at hand. */
  readonly known?: Answered | undefined;
  /** Whether one of them is shown in their place. */
  readonly isCovered: boolean;
  readonly onOpen: (chat: number) => void;
  readonly onBack: () => void;
}) {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [earlier, setEarlier] = useState<readonly Chat[]>([]);
  const cursor = cursors.at(-1);
  const first = { limit: PAGE, ...args };
  const asked = useAsked(
    host,
    { tool: 'list_chats', args: cursor === undefined ? first : { ...first, cursor } },
    ChatList,
    cursor === undefined ? known : undefined,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (isCovered) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    else heading.current?.focus();
  }, [isCovered]);
  const { told, isAsking, again } = asked;
  return (
    <section
      class="part"
      aria-label={title}
      aria-busy={isAsking}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onBack();
      }}
    >
      <p>
        <button type="button" onClick={onBack}>
          ← Back to the desk
        </button>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {told === undefined ? (
        <Loading />
      ) : 'words' in told ? (
        <Failed words={told.words} again={told.isFinal === true ? undefined : again} />
      ) : (
        <Found
          list={told.data}
          chats={[...earlier, ...told.data.chats]}
          isAsking={isAsking}
          onOpen={(chat) => {
            opener.current = document.activeElement;
            onOpen(chat);
          }}
          onMore={(next) => {
            setEarlier([...earlier, ...told.data.chats]);
            setCursors([...cursors, next]);
          }}
        />
      )}
    </section>
  );
}

function Found({
  list: { total, in_period: inPeriod, undecided = 0, next_cursor: next, notes = [], coverage },
  chats,
  isAsking,
  onOpen,
  onMore,
}: {
  readonly list: ChatList;
  readonly chats: readonly Chat[];
  readonly isAsking: boolean;
  readonly onOpen: (chat: number) => void;
  readonly onMore: (cursor: string) => void;
}) {
  const { from, to } = coverage;
  const distinct = [...new Map(chats.map((chat) => [chat.chat_id, chat])).values()];
  return (
    <>
      <Covered coverage={coverage} />
      <p>
        <data class="total" value={total}>
          {counted(total, 'chat')}
        </data>
        {total === inPeriod ? '' : ` of ${counted(inPeriod, 'chat')} of the period`}
        {from !== undefined && to !== undefined && `, ${daysWords({ from, to })}`}
        {undecided > 0 && `; ${counted(undecided, 'chat')} cannot be judged`}.
      </p>
      {notes.length > 0 && <p class="notice">{notes.join(' ')}</p>}
      {distinct.length === 0 ? (
        <Empty>No chat is like this.</Empty>
      ) : (
        <ul class="chats">
          {distinct.map((chat) => (
            <ChatRow key={chat.chat_id} chat={chat} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {next !== undefined && (
        <button type="button" disabled={isAsking} onClick={() => onMore(next)}>
          More chats
        </button>
      )}
    </>
  );
}

function ChatRow({ chat, onOpen }: { readonly chat: Chat; readonly onOpen: (chat: number) => void }) {
  const { chat_id: id, requested_at: at, missed, wait_seconds: wait, duration_seconds: lasted, rating } = chat;
  const facts = [
    ...(missed === true ? ['missed'] : []),
    ...(chat.agent === undefined ? [] : [`with ${chat.agent.name ?? `agent ${chat.agent.agent_id}`}`]),
    ...(wait === undefined ? [] : [`waited ${durationWords(wait)}`]),
    ...(lasted === undefined ? [] : [`lasted ${durationWords(lasted)}`]),
    ...(chat.transferred === true ? ['transferred'] : []),
    ...(rating === undefined ? [] : [`rated ${rating}`]),
  ];
  return (
    <li data-chat={id}>
      <button type="button" onClick={() => onOpen(id)}>
        <span class="when">{momentWords(at)}</span>
        <bdi class="who">{chat.visitor?.name ?? 'Visitor without a name'}</bdi>
        <span class="quiet">{facts.join(' · ')}</span>
      </button>
    </li>
  );
}
