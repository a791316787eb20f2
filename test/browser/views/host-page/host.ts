import {
  AppBridge,
  PostMessageTransport,
  type McpUiHostContext,
  type McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps/app-bridge';

// The page of a host: a view in a frame of another origin (its sandbox), as the revision of MCP Apps asks of hosts on the web.

type CallResult = McpUiToolResultNotification['params'];

/** What the test knows of the view that it wants to see. */
interface Opening {
  readonly sandbox: string;
  readonly html: string;
  readonly context: McpUiHostContext;
  readonly args?: Record<string, unknown>;
  readonly result?: CallResult;
  readonly canSay: boolean;
  readonly tallest: number;
}

declare global {
  // The test process: it has the client of the server.
  function callTool(call: { name: string; arguments: unknown }): Promise<CallResult>;
  function heardSaid(words: string): Promise<void>;
  // For the test process.
  var openView: (opening: Opening) => Promise<void>;
  var tellContext: (context: McpUiHostContext) => Promise<void>;
  var tellShown: (args: Record<string, unknown>, result: CallResult) => Promise<void>;
  var closeView: () => Promise<void>;
}

globalThis.openView = async ({ sandbox, html, context, args, result, canSay, tallest }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin');
  frame.title = 'A view';
  frame.style.height = '200px';
  document.body.append(frame);
  if (frame.contentWindow === null) throw new Error('A frame without a window');
  const capabilities = { serverTools: {}, ...(canSay && { message: { text: {} } }) };
  const bridge = new AppBridge(null, { name: 'A host of tests', version: '1' }, capabilities, { hostContext: context });
  const ready = new Promise<void>((resolve) => {
    bridge.onsandboxready = () => resolve();
  });
  const initialized = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  bridge.oncalltool = ({ name, arguments: given }) => callTool({ name, arguments: given });
  // The bridge has requests answered in this way alone.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  bridge.onmessage = async ({ content }) => {
    await heardSaid(content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'));
    return {};
  };
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${Math.min(height, tallest)}px`;
  };
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = sandbox;
  await ready;
  await bridge.sendSandboxResourceReady({ html });
  await initialized;
  globalThis.tellContext = async (changes) => bridge.sendHostContextChange(changes);
  globalThis.tellShown = async (shown, answer) => {
    await bridge.sendToolInput({ arguments: shown });
    await bridge.sendToolResult(answer);
  };
  globalThis.closeView = async () => {
    await bridge.teardownResource({});
    frame.remove();
  };
  if (args !== undefined) await bridge.sendToolInput({ arguments: args });
  if (result !== undefined) await bridge.sendToolResult(result);
};
