import { useEffect, useRef } from 'preact/hooks';
import * as z from 'zod/mini';
import type { Host } from '../shared/host.ts';
import { Failed, Loading } from '../shared/states.tsx';
import { useAsked } from './asking.ts';

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
  const asked = useAsked(
    host,
    { tool: 'get_chat_transcript', args: { chat_id: chat, ...(account !== undefined && { account }) } },
    z.unknown(),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { told } = asked;
  return (
    <section class="part" aria-label={`Chat ${chat}`}>
      <p>
        <button type="button" onClick={onBack}>
          ← Back to the chats
        </button>
      </p>
      <h2 ref={heading} tabIndex={-1}>
        Chat {chat}
      </h2>
      {told === undefined ? <Loading /> : 'words' in told ? <Failed words={told.words} again={asked.again} /> : null}
    </section>
  );
}
