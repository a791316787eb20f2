import { expect } from 'vitest';
import { z } from 'zod';
import { createService, type Service, type ServiceOptions } from '../../../src/sandbox/service.ts';
import type { Script } from '../../../src/sandbox/script/script.ts';
import { webhookAddress } from '../../../src/sandbox/chatbot/webhook.ts';
import { first, NOW, smallWorld } from '../desk.ts';

/** A session as the page is told of it, written down a second time. */
export const View = z.strictObject({
  session_id: z.string(),
  chatbot_id: z.string(),
  bot_name: z.string(),
  step: z.int(),
  messages: z.array(z.strictObject({ id: z.int(), author: z.enum(['bot', 'visitor', 'notice']), text: z.string() })),
  now: z.union([
    z.strictObject({ kind: z.literal('question'), choices: z.array(z.string()) }),
    z.strictObject({ kind: z.literal('script'), script: z.string() }),
    z.strictObject({ kind: z.literal('waiting'), text: z.string(), choices: z.array(z.string()) }),
    z.strictObject({ kind: z.literal('ended') }),
  ]),
});
export type View = z.infer<typeof View>;

export const ORIGIN = 'http://127.0.0.1:80';

/** A visitor with a session, who talks to the service as the page does. */
export interface Visitor {
  readonly service: Service;
  readonly bot: Service['world']['bots'][number];
  readonly begun: View;
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (path: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** The session as it is now. */
  readonly view: () => Promise<View>;
  /** Tells what happened at the present step; the session afterwards. */
  readonly tell: (path: 'answer' | 'script-outcome', body: object) => Promise<View>;
  /** The status of the webhook's answer. */
  readonly deliver: (endpoint: string, data: unknown) => Promise<number>;
}

/** A visitor of a service in this process. */
export async function openVisitor(script?: Script, options: Partial<ServiceOptions> = {}): Promise<Visitor> {
  const service = createService({ world: smallWorld(), clock: () => NOW, ...options });
  const bot = first(service.world.bots);
  if (script) bot.script = script;
  return visit(service);
}

/** One more visitor of the same service. */
export async function visit(service: Service): Promise<Visitor> {
  const bot = first(service.world.bots);
  const send: Visitor['send'] = async (path, init) => service.fetch(new Request(`${ORIGIN}${path}`, init));
  const post: Visitor['post'] = async (path, body, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const answer = await post(`/chatbot/${bot.botId}/sessions`, {});
  expect(answer.status).toBe(201);
  const begun = View.parse(await answer.json());
  const path = `/chatbot/sessions/${begun.session_id}`;
  const view = async (): Promise<View> => View.parse(await (await send(path)).json());
  return {
    service,
    bot,
    begun,
    send,
    post,
    view,
    tell: async (what, body) => {
      const told = await post(`${path}/${what}`, { step: (await view()).step, ...body });
      expect(told.status).toBe(200);
      return View.parse(await told.json());
    },
    deliver: async (endpoint, data) => {
      const body = { sessionId: begun.session_id, botId: bot.botId, data };
      const authorization = { Authorization: `Bearer ${bot.token}` };
      const { status } = await post(`${webhookAddress('', bot)}/${endpoint}`, body, authorization);
      return status;
    },
  };
}

export const textsOf = ({ messages }: View): string[] => messages.map(({ author, text }) => `${author}: ${text}`);
