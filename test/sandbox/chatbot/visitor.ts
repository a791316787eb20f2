import { expect } from 'vitest';
import { z } from 'zod';
import type { Flow } from '../../../src/sandbox/flow/flow.ts';
import { type Answer, type Desk, first, openDesk } from '../desk.ts';

/** A session as the widget is told of it, written down a second time. */
export const View = z.strictObject({
  session_id: z.string(),
  chatbot_id: z.string(),
  bot_name: z.string(),
  step: z.int(),
  messages: z.array(z.strictObject({ id: z.int(), author: z.enum(['bot', 'visitor', 'notice']), text: z.string() })),
  now: z.union([
    z.strictObject({ kind: z.literal('question'), choices: z.array(z.string()) }),
    z.strictObject({ kind: z.literal('script'), script: z.string(), seconds: z.number() }),
    z.strictObject({ kind: z.literal('waiting'), text: z.string(), choices: z.array(z.string()) }),
    z.strictObject({ kind: z.literal('ended') }),
  ]),
});
export type View = z.infer<typeof View>;

/** A visitor with a session, who talks to the service as the widget does. */
export interface Visitor {
  readonly desk: Desk;
  readonly sessionId: string;
  readonly begun: View;
  /** The session as it is now. */
  view: () => Promise<View>;
  post: (path: 'answer' | 'script-outcome' | 'end', body: unknown) => Promise<Answer>;
  /** Answers the present question; the session afterwards. */
  answer: (text: string) => Promise<View>;
  outcome: (outcome: Readonly<Record<string, unknown>>) => Promise<View>;
  /** The status of the webhook's answer. */
  deliver: (endpoint: string, data: unknown) => Promise<number>;
}

export async function openVisitor(flow?: Flow, options: Parameters<typeof openDesk>[0] = {}): Promise<Visitor> {
  const desk = await openDesk(options);
  const bot = first(desk.sandbox.world.bots);
  if (flow) bot.flow = flow;
  return visit(desk);
}

/** One more visitor of the same desk. */
export async function visit(desk: Desk): Promise<Visitor> {
  const bot = first(desk.sandbox.world.bots);
  const answer = await desk.send(`/chatbot/${bot.botId}/sessions`, { method: 'POST' });
  expect(answer.status).toBe(201);
  const begun = View.parse(answer.json);
  const path = `/chatbot/sessions/${begun.session_id}`;
  const post: Visitor['post'] = (what, body) => desk.send(`${path}/${what}`, json(body));
  const view = async (): Promise<View> => View.parse((await desk.get(path, null)).json);
  const taken = async (what: 'answer' | 'script-outcome', body: Readonly<Record<string, unknown>>): Promise<View> => {
    const answer = await post(what, { step: (await view()).step, ...body });
    expect(answer.status).toBe(200);
    return View.parse(answer.json);
  };
  return {
    desk,
    sessionId: begun.session_id,
    begun,
    view,
    post,
    answer: (text) => taken('answer', { text }),
    outcome: (outcome) => taken('script-outcome', outcome),
    deliver: async (endpoint, data) => {
      const init = json({ sessionId: begun.session_id, botId: bot.botId, data });
      const { status } = await desk.send(`/chat-websocket/api/webhook/v1/chatbot/${bot.webhookId}/${endpoint}`, {
        ...init,
        headers: { ...init.headers, Authorization: `Bearer ${bot.token}` },
      });
      return status;
    },
  };
}

export const textsOf = ({ messages }: View): string[] => messages.map(({ author, text }) => `${author}: ${text}`);

function json(body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text };
}
