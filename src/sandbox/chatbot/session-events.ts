import type { ChatSessions, SessionView } from './chat-sessions.ts';

/**
 * A session's views as server-sent events: the present one, and one at each change. Who reads slowly misses views,
 * never the newest. It ends when the session is forgotten or too many follow it; undefined when there is no such session.
 */
export function sessionEvents(sessions: ChatSessions, sessionId: string): Response | undefined {
  // What has still to be sent.
  let newest: SessionView | undefined = sessions.view(sessionId);
  if (newest === undefined) return undefined;
  let stop: (() => void) | undefined;

  const send = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (newest === undefined || (controller.desiredSize ?? 0) <= 0) return;
    const event = `data: ${JSON.stringify(newest)}\n\n`;
    // Before it is handed on: a reader who waits for it asks for the next one at once.
    newest = undefined;
    controller.enqueue(new TextEncoder().encode(event));
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stop = sessions.subscribe(sessionId, {
        changed: (view) => {
          newest = view;
          send(controller);
        },
        closed: () => controller.close(),
      });
    },
    pull: send,
    cancel: () => stop?.(),
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' } });
}
