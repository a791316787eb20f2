import { useEffect, useState } from 'preact/hooks';
import { Conversation } from '../shared/transcript/conversation.tsx';
import type { Answered, Arguments, Host } from '../shared/host.ts';
import { start } from '../shared/start.tsx';
import { Loading } from '../shared/states.tsx';

/** The chat of the call beside which the view is shown. */
function ChatView({ host }: { readonly host: Host }) {
  const [shown, setShown] = useState<{
    readonly args: Arguments;
    readonly answered: Answered | undefined;
    readonly turn: number;
  }>();
  useEffect(() => {
    let turn = 0;
    host.onShown((args, answered) => {
      turn += 1;
      setShown({ args, answered, turn });
    });
  }, [host]);
  if (shown?.answered === undefined) return <Loading what="Reading the chat" />;
  return <Conversation key={shown.turn} host={host} args={shown.args} answered={shown.answered} />;
}

await start('chat', ChatView);
