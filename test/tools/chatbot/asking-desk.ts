import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { openAccount } from '../../../src/commands/account.ts';
import { sandboxAccount } from '../../../src/commands/sandbox/sandbox-account.ts';
import { readSettings, theOnly } from '../../../src/config/read.ts';
import { servedAlone } from '../../../src/answers/desk.ts';
import { createServer } from '../../../src/mcp/server.ts';
import { DeskText } from '../../../src/model/text/trusted-text.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { createService } from '../../../src/sandbox/service.ts';
import { transportTo } from '../../upstream/handler-transport.ts';
import { first, NOW, smallWorld } from '../../mcp/desk.ts';

// A server of the 2026-07-28 protocol whose requests a test writes by hand, with the sandbox's webhook behind it.

/** What a call says beside its arguments. What is left out is not in the request. */
interface Beside {
  /** Whether the app says with this call that it can show questions. */
  readonly canBeAsked: boolean;
  readonly requestState?: unknown;
  readonly inputResponses?: unknown;
}

/** A call of send_chatbot_webhook. */
export interface RawCall extends Beside {
  /** The setting `confirm` of the bot that it names. */
  readonly confirm: 'host' | 'required';
  readonly data: unknown;
  readonly preview?: boolean;
}

/** What a call came to. */
export interface RawResult {
  /** What a reply has to bring back, where the server asked a question. */
  readonly state?: string;
  readonly text: string;
  readonly outcome?: string | undefined;
}

const Response = z.looseObject({
  error: z.looseObject({ message: z.string() }).optional(),
  result: z
    .looseObject({
      requestState: z.string().optional(),
      content: z.array(z.looseObject({ text: z.string() })).default([]),
      structuredContent: z.looseObject({ outcome: z.string().optional() }).optional(),
    })
    .optional(),
});

/** Starts the desk until the test ends. Its bot is there twice: one asks if the app can, one requires it. */
export async function startAskingDesk() {
  const clock = { now: NOW };
  const sandbox = createService({ world: smallWorld(), requestsPerMinute: 10_000_000 });
  const {
    account,
    webhook_base_url,
    bots: [bot],
  } = sandboxAccount({ ...sandbox, url: 'http://127.0.0.1:9' });
  if (bot === undefined) throw new Error('The sandbox has no bot');
  const bots = [bot, { ...bot, name: DeskText.parse('Careful'), confirm: 'required' as const }];
  const settings = theOnly(readSettings({ flags: { sandbox: true, 'structured-content': 'on' }, environment: {} }));
  const opened = await openAccount({ ...settings, account, webhook_base_url, bots }, () => epochMillis(clock.now), {
    transport: transportTo(sandbox.fetch),
  });
  onTestFinished(() => opened.close());
  const handler = createMcpHandler(() => createServer(servedAlone(opened.desk)));
  onTestFinished(() => handler.close());
  const begin = () => sandbox.sessions.begin(bot.botId).session_id;
  let sessionId = begin();

  const callTool = async (name: string, args: object, { canBeAsked, ...brought }: Beside): Promise<RawResult> => {
    const params = {
      name,
      arguments: args,
      ...brought,
      _meta: {
        [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
        [CLIENT_INFO_META_KEY]: { name: 'raw', version: '1' },
        [CLIENT_CAPABILITIES_META_KEY]: canBeAsked ? { elicitation: { form: {} } } : {},
      },
    };
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          'mcp-method': 'tools/call',
          'mcp-name': name,
          'mcp-protocol-version': '2026-07-28',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      }),
    );
    const { error, result } = Response.parse(await response.json());
    const text = error?.message ?? (result?.content ?? []).map((block) => block.text).join('\n');
    return {
      text,
      outcome: result?.structuredContent?.outcome,
      ...(result?.requestState !== undefined && { state: result.requestState }),
    };
  };
  const call = ({ confirm, data, preview, ...beside }: RawCall): Promise<RawResult> =>
    callTool(
      'send_chatbot_webhook',
      {
        bot: confirm === 'host' ? bot.name : 'Careful',
        endpoint: first(bot.endpoints).name,
        session_id: sessionId,
        data,
        ...(preview === true && { preview }),
      },
      beside,
    );
  return {
    clock,
    call,
    callTool,
    /** Has the calls from now on name another session: one ends after so many messages. */
    nextSession: () => {
      sessionId = begin();
    },
    /** The data that arrived at the session, oldest first. */
    arrived: (): readonly unknown[] => sandbox.deliveries.map(({ data }) => data),
    audit: () => opened.desk.archive.audit.lines(),
  };
}
