import * as z from 'zod/mini';
import type { FOR_VIEW } from '../answers/views.ts';
import type { Answered, Arguments, Host, Theme } from './host.ts';

// The exchange with a host, as MCP Apps (2026-01-26) has it: JSON-RPC 2.0 over postMessage. The package that does it is four times as
// large as a view may be.

const KEY: typeof FOR_VIEW = 'chat-operations-mcp/view';
/** Says whether asking the same again helps after an error: `now`, `no`, or seconds (answers/error-words.ts). */
const ASK_AGAIN = 'chat-operations-mcp/ask-again';
const CANCELLED: Answered = { text: 'The question was cancelled.', isError: true, data: undefined };

const Anything = z.record(z.string(), z.unknown());
const Message = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.number(), z.string()])),
  method: z.optional(z.string()),
  params: z.optional(Anything),
  result: z.optional(Anything),
  error: z.optional(z.object({ message: z.string() })),
});
type Message = z.infer<typeof Message>;

const Result = z.object({
  content: z.array(z.object({ type: z.string(), text: z.optional(z.string()) })),
  isError: z.optional(z.boolean()),
  _meta: z.optional(
    z.object({
      [KEY]: z.optional(z.object({ data: z.unknown(), svg: z.optional(z.string()) })),
      [ASK_AGAIN]: z.optional(z.unknown()),
    }),
  ),
});

const Pixels = z.number();
const Context = z.object({
  theme: z.optional(z.enum(['light', 'dark'])),
  styles: z.optional(z.object({ variables: z.optional(z.record(z.string(), z.optional(z.string()))) })),
  containerDimensions: z.optional(z.object({ height: z.optional(Pixels), maxHeight: z.optional(Pixels) })),
  safeAreaInsets: z.optional(z.object({ top: Pixels, right: Pixels, bottom: Pixels, left: Pixels })),
});
type Context = z.infer<typeof Context>;

const Initialized = z.object({
  hostCapabilities: z.object({ message: z.optional(z.unknown()) }),
  hostContext: Context,
});

/** Connects a view to the host whose frame it is in. Rejects where the host refuses. */
export async function connect(view: string): Promise<Host> {
  const waiting = new Map<unknown, (answer: Message) => void>();
  const seen: { args: Arguments; answered?: Answered | undefined } = { args: {} };
  let context: Context = {};
  let isShown = false;
  let shown: Parameters<Host['onShown']>[0] = () => {};
  let closing: () => Promise<void> = async () => {};
  let themed: (theme: Theme) => void = () => {};
  let lastId = 0;

  const post = (message: object): void => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify = (method: string, params: object = {}): void => post({ method, params });
  const request = (method: string, params: object, signal?: AbortSignal): Promise<object> => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        waiting.delete(id);
        notify('notifications/cancelled', { requestId: id });
        reject(new DOMException('The question was cancelled.', 'AbortError'));
      };
      if (signal?.aborted === true) return abort();
      signal?.addEventListener('abort', abort);
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        signal?.removeEventListener('abort', abort);
        if (result === undefined) reject(new Error(error?.message ?? 'The host gave no answer.'));
        else resolve(result);
      });
      post({ id, method, params });
    });
  };
  const show = (answered?: Answered): void => {
    isShown = true;
    seen.answered = answered;
    shown(seen.args, answered);
  };
  const told: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => void>> = {
    'ui/notifications/tool-input': ({ arguments: args }) => {
      seen.args = Anything.safeParse(args).data ?? {};
      show();
    },
    'ui/notifications/tool-result': (result) => show(answeredOf(result)),
    'ui/notifications/tool-cancelled': () => show(CANCELLED),
    'ui/notifications/host-context-changed': (changes) => {
      context = { ...context, ...Context.safeParse(changes).data };
      themed(themeOf(context));
    },
  };
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const { data: message } = Message.safeParse(data);
    if (source !== parent || message === undefined) return;
    const { id, method, params } = message;
    if (method === undefined) waiting.get(id)?.(message);
    else if (id === undefined) told[method]?.(params ?? {});
    else if (method === 'ping') post({ id, result: {} });
    else if (method === 'ui/resource-teardown') void closing().finally(() => post({ id, result: {} }));
    else post({ id, error: { code: -32601, message: 'This view does not answer that.' } });
  });

  const opened = await request('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name: `chat-operations-mcp/${view}`, version: '1' },
    appCapabilities: {},
  });
  const { hostCapabilities, hostContext } = Initialized.parse(opened);
  context = hostContext;
  notify('ui/notifications/initialized');
  let height = 0;
  new ResizeObserver(() => {
    const now = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    notify('ui/notifications/size-changed', { height });
  }).observe(document.documentElement);

  return {
    call: async (name, args, signal) => answeredOf(await request('tools/call', { name, arguments: args }, signal)),
    onShown: (listener) => {
      shown = listener;
      if (isShown) listener(seen.args, seen.answered);
    },
    onTheme: (listener) => {
      themed = listener;
      listener(themeOf(context));
    },
    onClosing: (listener) => {
      closing = listener;
    },
    ...(hostCapabilities.message !== undefined && {
      say: async (text: string) => {
        await request('ui/message', { role: 'user', content: [{ type: 'text', text }] });
      },
    }),
  };
}

/** Reads the result of a call, with what it has for a view. */
export function answeredOf(result: unknown): Answered {
  const { content, isError = false, _meta: meta } = Result.parse(result);
  const text = content.flatMap(({ text }) => text ?? []).join('\n');
  const { data, svg } = meta?.[KEY] ?? { data: undefined };
  const isFinal = meta?.[ASK_AGAIN] === 'no';
  return { text, isError, data, ...(svg !== undefined && { svg }), ...(isFinal && { isFinal }) };
}

function themeOf({ theme, styles, safeAreaInsets, containerDimensions = {} }: Context): Theme {
  const variables = Object.entries(styles?.variables ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    scheme: theme,
    variables: Object.fromEntries(variables),
    grows: containerDimensions.height === undefined && containerDimensions.maxHeight === undefined,
    insets: safeAreaInsets ?? { top: 0, right: 0, bottom: 0, left: 0 },
  };
}
