import { useEffect, useState } from 'preact/hooks';
import type { Answered, Arguments, Host } from '../host.ts';
import { Loading } from '../parts/states.tsx';
import { Conversation } from './conversation.tsx';

/** The chat of the call beside which the view is shown. */
export function ChatView({ host }: { readonly host: Host }) {
  const [shown, setShown] = useState<{ readonly args: Arguments; readonly answered: Answered | undefined }>();
  useEffect(() => host.onShown((args, answered) => setShown({ args, answered })), [host]);
  if (shown?.answered === undefined) return <Loading what="Loading the chat" />;
  return (
    <Conversation
      key={`${JSON.stringify(shown.args)} ${shown.answered.text}`}
      host={host}
      args={shown.args}
      answered={shown.answered}
    />
  );
}
