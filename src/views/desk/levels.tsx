import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Conversation } from '../chat/conversation.tsx';
import type { Host } from '../host.ts';
import { Chats, type OpenChat } from './chats.tsx';
import type { OpenChats } from './figures.ts';
import { above, listAt, listOf, type Place } from './place.ts';

/** How a desk leads to the chats behind its numbers. */
export interface Ways {
  readonly chats: OpenChats;
  readonly chat: OpenChat;
}

/**
 * A desk, a list of chats behind one of its numbers, and a chat of that list: one at a time is shown. Those above stay as they were, and
 * whoever comes back is where they left.
 */
export function Levels({
  host,
  place,
  go,
  children,
}: {
  readonly host: Host;
  readonly place: Place;
  readonly go: (place: Place) => void;
  readonly children: (ways: Ways) => ComponentChildren;
}) {
  const list = listOf(place);
  const { chat, account } = place;
  const level = chat !== undefined ? 2 : list !== undefined ? 1 : 0;
  const [beside, setBeside] = useState<readonly number[]>([]);
  const shown = useRef<HTMLDivElement>(null);
  const openers = useRef<(Element | null)[]>([]);
  const before = useRef(level);
  useLayoutEffect(() => {
    const opener = openers.current[level];
    if (level < before.current && opener instanceof HTMLElement) opener.focus();
    else if (level > before.current) {
      shown.current?.querySelector<HTMLElement>(':scope > :not([hidden]) :is(h1, h2)')?.focus();
      scrollTo(0, 0);
    }
    before.current = level;
  }, [level]);
  const down = (to: Place): void => {
    openers.current[level] = document.activeElement;
    go(to);
  };
  const ways: Ways = {
    chats: (title, args) => down(listAt(place, title, args)),
    chat: (id, ids) => {
      setBeside(ids);
      down({ ...place, chat: String(id) });
    },
  };
  const at = beside.indexOf(Number(chat));
  const to = (id: number | undefined) => (id === undefined ? undefined : () => go({ ...place, chat: String(id) }));
  return (
    <div ref={shown} onKeyDown={({ key }) => key === 'Escape' && level > 0 && go(above(place))}>
      <div hidden={level > 0}>{children(ways)}</div>
      {list !== undefined && (
        <div hidden={level > 1}>
          <Up words={place['list'] === undefined ? '' : 'Back to the desk'} onClick={() => go(above(place))} />
          <Chats key={JSON.stringify(list)} host={host} title={place['list'] ?? 'Chats'} args={list} open={ways.chat} />
        </div>
      )}
      {chat !== undefined && (
        <div>
          <Up words={list === undefined ? 'Back to the desk' : 'Back to the chats'} onClick={() => go(above(place))}>
            {at >= 0 && (
              <Neighbours
                previous={to(beside[at - 1])}
                next={to(beside[at + 1])}
                words={`${at + 1} of ${beside.length}`}
              />
            )}
          </Up>
          <Conversation
            key={chat}
            host={host}
            args={{ chat_id: Number(chat), ...(account !== undefined && { account }) }}
          />
        </div>
      )}
    </div>
  );
}

function Up({
  words,
  onClick,
  children,
}: {
  readonly words: string;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
}) {
  return (
    <p class="bar">
      <button type="button" onClick={onClick}>
        ← {words}
      </button>
      {children}
    </p>
  );
}

/** The chats before and behind one in the list that it was opened from. */
function Neighbours({
  previous,
  next,
  words,
}: {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
  readonly words: string;
}) {
  return (
    <>
      <button type="button" disabled={previous === undefined} onClick={previous}>
        Previous chat
      </button>
      <button type="button" disabled={next === undefined} onClick={next}>
        Next chat
      </button>
      <span class="quiet">{words}</span>
    </>
  );
}
