import { z } from 'zod';

// The four APIs over which hosts ask a model, as far as a script needs them: the tools that are offered, the results that come
// back, and a reply that says something or calls a tool.

export type Reply =
  | { readonly say: string }
  | { readonly call: string; readonly args: Readonly<Record<string, unknown>> };

export interface Api {
  readonly path: RegExp;
  readonly toolsOf: (body: unknown) => string[];
  readonly resultsOf: (body: unknown) => string[];
  readonly replyWith: (reply: Reply, body: unknown, url: string) => { readonly type: string; readonly text: string };
}

const STREAM = 'text/event-stream';
let replies = 0;

/** Text of content that is a text, or a list of parts with texts. */
const Content = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional(), content: z.unknown().optional() }))])
  .nullish()
  .transform((content) => {
    if (content === undefined || content === null) return '';
    if (typeof content === 'string') return content;
    return content.map((part) => part.text ?? JSON.stringify(part)).join('\n');
  });

const events = (all: readonly object[], named: boolean): string =>
  all
    .map((data) => `${named && 'type' in data ? `event: ${String(data.type)}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    .join('');

const Responses = z.looseObject({
  tools: z
    .array(
      z.looseObject({
        type: z.string(),
        name: z.string().optional(),
        tools: z.array(z.looseObject({ name: z.string() })).optional(),
      }),
    )
    .default([]),
  input: z.array(z.looseObject({ type: z.string().optional(), output: z.unknown().optional() })).default([]),
});

/** The Responses API (Codex). */
const RESPONSES: Api = {
  path: /\/responses(?:\?|$)/,
  toolsOf: (body) =>
    Responses.parse(body).tools.flatMap(({ name, tools = [] }) => [
      ...(name === undefined ? [] : [name]),
      ...tools.map((tool) => `${name ?? ''}/${tool.name}`),
    ]),
  resultsOf: (body) =>
    Responses.parse(body).input.flatMap(({ type, output }) =>
      type?.endsWith('_output') === true ? [Content.catch(JSON.stringify(output)).parse(output)] : [],
    ),
  replyWith: (reply) => {
    replies += 1;
    const id = `resp_${replies}`;
    const [namespace, name] =
      'call' in reply && reply.call.includes('/') ? reply.call.split('/') : [undefined, undefined];
    const item =
      'say' in reply
        ? {
            type: 'message',
            role: 'assistant',
            id: `msg_${replies}`,
            content: [{ type: 'output_text', text: reply.say }],
          }
        : {
            type: 'function_call',
            id: `fc_${replies}`,
            call_id: `call_${replies}`,
            name: name ?? reply.call,
            ...(namespace === undefined ? {} : { namespace }),
            arguments: JSON.stringify(reply.args),
          };
    const usage = {
      input_tokens: 1,
      input_tokens_details: null,
      output_tokens: 1,
      output_tokens_details: null,
      total_tokens: 2,
    };
    return {
      type: STREAM,
      text: events(
        [
          { type: 'response.created', response: { id } },
          { type: 'response.output_item.done', output_index: 0, item },
          { type: 'response.completed', response: { id, usage, output: [item] } },
        ],
        true,
      ),
    };
  },
};

const Chat = z.looseObject({
  stream: z.boolean().default(false),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }).optional() })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown().optional() })).default([]),
});

/** Chat Completions (opencode, Qwen Code, cn, Copilot CLI). */
const CHAT: Api = {
  path: /\/chat\/completions(?:\?|$)/,
  toolsOf: (body) => Chat.parse(body).tools.flatMap(({ function: one }) => (one === undefined ? [] : [one.name])),
  resultsOf: (body) =>
    Chat.parse(body).messages.flatMap(({ role, content }) => (role === 'tool' ? [Content.parse(content)] : [])),
  replyWith: (reply, body) => {
    replies += 1;
    const about = { id: `chat_${replies}`, created: 1_790_000_000, model: 'stand-in' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const calls =
      'call' in reply
        ? [
            {
              index: 0,
              id: `call_${replies}`,
              type: 'function',
              function: { name: reply.call, arguments: JSON.stringify(reply.args) },
            },
          ]
        : undefined;
    const message = {
      role: 'assistant',
      content: 'say' in reply ? reply.say : null,
      ...(calls && { tool_calls: calls }),
    };
    const finish = calls === undefined ? 'stop' : 'tool_calls';
    if (!Chat.parse(body).stream) {
      const whole = {
        ...about,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      };
      return { type: 'application/json', text: JSON.stringify(whole) };
    }
    const chunk = (choices: readonly object[], more = {}) => ({
      ...about,
      object: 'chat.completion.chunk',
      choices,
      ...more,
    });
    const chunks = [
      chunk([{ index: 0, delta: message, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: finish }]),
      chunk([], { usage }),
    ];
    return { type: STREAM, text: `${events(chunks, false)}data: [DONE]\n\n` };
  },
};

const Part = z.looseObject({ functionResponse: z.looseObject({ response: z.unknown().optional() }).optional() });
const Gemini = z.looseObject({
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).default([]) }))
    .default([]),
  contents: z.array(z.looseObject({ parts: z.array(Part).default([]) })).default([]),
});

/** The Gemini API (Gemini CLI). */
const GEMINI: Api = {
  path: /:(?:streamG|g)enerateContent(?:\?|$)/,
  toolsOf: (body) => Gemini.parse(body).tools.flatMap(({ functionDeclarations: all }) => all.map(({ name }) => name)),
  resultsOf: (body) =>
    Gemini.parse(body).contents.flatMap(({ parts }) =>
      parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined ? [] : [textOfGemini(functionResponse.response)],
      ),
    ),
  replyWith: (reply, _, url) => {
    const part = 'say' in reply ? { text: reply.say } : { functionCall: { name: reply.call, args: reply.args } };
    const whole = {
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      modelVersion: 'stand-in',
    };
    if (url.includes(':generateContent')) return { type: 'application/json', text: JSON.stringify(whole) };
    return { type: STREAM, text: events([whole], false) };
  },
};

function textOfGemini(response: unknown): string {
  const { data } = z.looseObject({ output: z.unknown().optional(), error: z.unknown().optional() }).safeParse(response);
  const text = data?.output ?? data?.error ?? response;
  return typeof text === 'string' ? text : JSON.stringify(text);
}

const Messages = z.looseObject({
  stream: z.boolean().default(false),
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z
    .array(
      z.looseObject({
        content: z.union([z.string(), z.array(z.looseObject({ type: z.string(), content: z.unknown().optional() }))]),
      }),
    )
    .default([]),
});

/** The Messages API (Claude Code). */
const MESSAGES: Api = {
  path: /\/v1\/messages(?:\?|$)/,
  toolsOf: (body) => Messages.parse(body).tools.map(({ name }) => name),
  resultsOf: (body) =>
    Messages.parse(body).messages.flatMap(({ content }) =>
      typeof content === 'string'
        ? []
        : content.flatMap(({ type, content: inner }) => (type === 'tool_result' ? [Content.parse(inner)] : [])),
    ),
  replyWith: (reply, body) => {
    replies += 1;
    const block =
      'say' in reply
        ? { type: 'text', text: reply.say }
        : { type: 'tool_use', id: `toolu_${replies}`, name: reply.call, input: reply.args };
    const stop = 'say' in reply ? 'end_turn' : 'tool_use';
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `msg_${replies}`, type: 'message', role: 'assistant', model: 'stand-in', usage };
    if (!Messages.parse(body).stream) {
      const whole = { ...message, content: [block], stop_reason: stop, stop_sequence: null };
      return { type: 'application/json', text: JSON.stringify(whole) };
    }
    const delta =
      'say' in reply
        ? { type: 'text_delta', text: reply.say }
        : { type: 'input_json_delta', partial_json: JSON.stringify(reply.args) };
    const started = 'say' in reply ? { type: 'text', text: '' } : { ...block, input: {} };
    return {
      type: STREAM,
      text: events(
        [
          { type: 'message_start', message: { ...message, content: [], stop_reason: null, stop_sequence: null } },
          { type: 'content_block_start', index: 0, content_block: started },
          { type: 'content_block_delta', index: 0, delta },
          { type: 'content_block_stop', index: 0 },
          { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
          { type: 'message_stop' },
        ],
        true,
      ),
    };
  },
};

export const APIS: readonly Api[] = [RESPONSES, CHAT, GEMINI, MESSAGES];
