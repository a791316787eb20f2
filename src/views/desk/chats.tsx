import { useState } from 'preact/hooks';
import type { Chat, ChatList } from '../answers.ts';
import type { Answered, Arguments, Host } from '../host.ts';
import { Section } from '../parts/section.tsx';
import { Empty } from '../parts/states.tsx';
import { useTool } from '../use-tool.ts';
import { counted, momentWords, spanWords } from '../words.ts';

const PAGE = 25;

/** Opens a chat of a list, whose other chats are next to it. */
export type OpenChat = (chat: number, list: readonly number[]) => void;

/** The chats behind a figure, a page after the other, each of which opens. */
export function Chats({
  host,
  title,
  args,
  known,
  most,
  open,
}: {
  readonly host: Host;
  readonly title: string;
  readonly args: Arguments;
  /** The answer to this question where it is at hand. */
  readonly known?: Answered | undefined;
  /** As many are shown before somebody wants more. */
  readonly most?: number;
  readonly open: OpenChat;
}) {
  const [{ cursor, earlier }, setRead] = useState<{ readonly cursor?: string; readonly earlier: readonly Chat[] }>({
    earlier: [],
  });
  const [isFolded, setFolded] = useState(most !== undefined);
  const asked = { limit: PAGE, ...args, ...(cursor !== undefined && { cursor }) };
  const told = useTool(host, 'list_chats', asked, cursor === undefined ? known : undefined);
  return (
    <Section title={title} told={told}>
      {(list) => {
        const chats = [...new Map([...earlier, ...list.chats].map((chat) => [chat.chat_id, chat])).values()];
        const shown = isFolded ? chats.slice(0, most) : chats;
        const { next_cursor: next } = list;
        const more = (): void => {
          if (shown.length < chats.length) setFolded(false);
          else if (next !== undefined) setRead({ cursor: next, earlier: chats });
        };
        return (
          <>
            <Counts list={list} />
            <ChatRows chats={shown} cameBack={list.came_back} open={open} />
            {(shown.length < chats.length || next !== undefined) && (
              <button type="button" disabled={told.isAsking} onClick={more}>
                More chats
              </button>
            )}
          </>
        );
      }}
    </Section>
  );
}

function Counts({ list: { total, in_period: all, undecided = 0, notes = [] } }: { readonly list: ChatList }) {
  return (
    <>
      <p>
        <data class="total" value={total}>
          {counted(total, 'chat')}
        </data>
        {total === all ? '' : ` of ${counted(all, 'chat')} of the period`}
        {undecided > 0 && `; ${counted(undecided, 'chat')} cannot be judged`}.
      </p>
      {notes.length > 0 && <p class="notice">{notes.join(' ')}</p>}
    </>
  );
}

/** Chats as a list: when, who, what is known, and the first words of a missed one. */
export function ChatRows({
  chats,
  cameBack,
  open,
}: {
  readonly chats: readonly Chat[];
  readonly cameBack?: ChatList['came_back'];
  readonly open: OpenChat;
}) {
  if (chats.length === 0) return <Empty>No chat is like this.</Empty>;
  const ids = chats.map((chat) => chat.chat_id);
  return (
    <ul class="list chats">
      {chats.map((chat) => {
        const { chat_id: id, requested_at: at, visitor, first_words: words } = chat;
        const back = cameBack?.[String(id)];
        return (
          <li key={id} data-chat={id}>
            <button type="button" onClick={() => open(id, ids)}>
              <time dateTime={at}>{momentWords(at)}</time>
              <span class="words">
                <bdi>{visitor?.name ?? '(no name)'}</bdi>
                {words !== undefined && <q dir="auto">{words}</q>}
                <span class="quiet">
                  {factsOf(cameBack === undefined ? chat : { ...chat, missed: false }).join(' · ')}
                </span>
              </span>
              {back !== undefined && <span class={back ? 'met' : 'off'}>{back ? 'came back' : 'not back'}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What is known of a chat, each in a few words. */
export function factsOf({
  missed,
  agent,
  wait_seconds: wait,
  duration_seconds: duration,
  transferred,
  rating,
}: Chat): string[] {
  return [
    ...(missed === true ? ['missed'] : []),
    ...(agent === undefined ? [] : [agent.name ?? `agent ${agent.agent_id}`]),
    ...(wait === undefined ? [] : [`wait ${spanWords(wait)}`]),
    ...(duration === undefined ? [] : [`duration ${spanWords(duration)}`]),
    ...(transferred === true ? ['transferred'] : []),
    ...(rating === undefined ? [] : [`rated ${rating}`]),
  ];
}
