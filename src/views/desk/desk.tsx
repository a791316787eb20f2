import { useEffect, useRef, useState } from 'preact/hooks';
import type { Host } from '../shared/host.ts';
import { Failed, Loading } from '../shared/states.tsx';
import type { Behind, Beside } from './asking.ts';
import { Chats } from './chats.tsx';
import { choiceOf, type Choice } from './choice.ts';
import { ChatList, told } from './desk-data.ts';
import { OneChat } from './one-chat.tsx';
import { Overview } from './overview.tsx';

/**
 * The desk: its figures, and behind each the chats. Beside a call it begins with that call's answer; `first` is what it begins with where
 * there is none.
 */
export function Desk({ host, first }: { readonly host: Host; readonly first?: Choice }) {
  const [beside, setBeside] = useState<Beside>();
  const [isWaiting, setWaiting] = useState(first === undefined);
  useEffect(
    () =>
      host.onShown((args, answered) => {
        setWaiting(answered === undefined);
        setBeside(answered && { args, answered });
      }),
    [host],
  );
  if (isWaiting) return <Loading what="Waiting for the answer" />;
  // Another call, another view: nothing of the one before stays.
  return <Shown key={JSON.stringify(beside?.args)} host={host} beside={beside} first={first} />;
}

function Shown({
  host,
  beside,
  first = {},
}: {
  readonly host: Host;
  readonly beside: Beside | undefined;
  readonly first?: Choice | undefined;
}) {
  const [chosen, setChosen] = useState<Choice>();
  const [behind, setBehind] = useState(beside && listOf(beside));
  const [chat, setChat] = useState<number>();
  // Whoever is shown a list of chats may never look at the figures.
  const [isOpened, setOpened] = useState(behind === undefined);
  const opener = useRef<Element | null>(null);
  const refusal = beside?.answered.isError === true && chosen === undefined ? beside.answered.text : undefined;
  const isBehind = behind !== undefined;
  useEffect(() => {
    if (!isBehind && opener.current instanceof HTMLElement) opener.current.focus();
  }, [isBehind]);
  const choice = chosen ?? (beside === undefined ? first : choiceOf(beside.args));
  return (
    <>
      {/* It stays behind the chats, so that going back finds everything where it was. */}
      {isOpened && (
        <div hidden={isBehind}>
          {refusal !== undefined && <Failed words={refusal} />}
          <Overview
            host={host}
            choice={choice}
            beside={chosen === undefined && !beside?.answered.isError ? beside : undefined}
            onChoose={setChosen}
            onChats={(next) => {
              opener.current = document.activeElement;
              setBehind(next);
            }}
          />
        </div>
      )}
      {behind && (
        <div hidden={chat !== undefined}>
          <Chats
            key={JSON.stringify(behind.args)}
            host={host}
            {...behind}
            isCovered={chat !== undefined}
            onOpen={setChat}
            onBack={() => {
              setOpened(true);
              setBehind(undefined);
            }}
          />
        </div>
      )}
      {chat !== undefined && (
        <OneChat host={host} chat={chat} account={choice.account} onBack={() => setChat(undefined)} />
      )}
    </>
  );
}

/** The list of chats that a call has answered; undefined where it is another answer. */
function listOf({ args, answered }: Beside): Behind | undefined {
  return 'data' in told(answered, ChatList) ? { title: 'Chats', args, known: answered } : undefined;
}
