import { useEffect, useRef } from 'preact/hooks';
import { Conversation } from '../shared/transcript/conversation.tsx';
import type { Host } from '../shared/host.ts';

/** A chat, as its visitor and its agents wrote it. */
export function OneChat({
  host,
  chat,
  account,
  onBack,
}: {
  readonly host: Host;
  readonly chat: number;
  readonly account: string | undefined;
  readonly onBack: () => void;
}) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <section class="part" aria-label={`Chat ${chat}`}>
      <p>
        <button type="button" ref={back} onClick={onBack}>
          ← Back to the chats
        </button>
      </p>
      <Conversation host={host} args={{ chat_id: chat, ...(account !== undefined && { account }) }} />
    </section>
  );
}
