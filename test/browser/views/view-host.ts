import axe from 'axe-core';
import { expect, inject } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import type { Frame, Page } from 'playwright-core';
import { z } from 'zod';
import { viewAddress, type ViewName } from '../../../src/answers/views.ts';
import { sharedBrowser } from '../browser.ts';
import { pictureOf } from '../circle.ts';

// A view as people see it: the page that the server gives, in the frame of a host that lets it load nothing. Its calls go to the
// server through the client of the test, as through a host's.

/** A call that a view has made. */
interface SeenCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A view in the frame of a host. */
export interface ShownView extends AsyncDisposable {
  /** The host's page: for its keyboard, its size, its pictures. */
  readonly page: Page;
  /** The document of the view. */
  readonly frame: Frame;
  /** The calls that it has made, oldest first. */
  readonly calls: readonly SeenCall[];
  /** What it has put into the conversation. */
  readonly said: readonly string[];
  /** Its addresses outside of the host's pages, console errors, broken policies: there may be none. */
  readonly trouble: readonly string[];
  /** What axe-core finds that is serious or worse: there may be none. */
  seriousFindings: () => Promise<readonly string[]>;
  /** By how many pixels it can be scrolled sideways. */
  tooWide: () => Promise<number>;
  /** Tells it that the host looks otherwise now. */
  tellContext: (context: object) => Promise<void>;
  /** Shows another call's answer in it. */
  show: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<void>;
  /** With SCREENSHOTS=DIR, a picture of it. */
  picture: (name: string) => Promise<void>;
}

interface Opening {
  /** A client that can show views: of `openServer` with `views`. */
  readonly client: Client;
  readonly view: ViewName;
  /** The call beside which it is shown. */
  readonly beside?: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  readonly width?: number;
  /** The most pixels in height that the host gives it. */
  readonly tallest?: number;
  readonly scheme?: 'light' | 'dark';
  /** What the host says of how things look. */
  readonly context?: object;
  readonly canSay?: boolean;
  /** The first answer comes without the data for views. */
  readonly keepsData?: boolean;
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly forcedColors?: 'active' | 'none';
}

/** A client of `openServer` announces with these that it can show views. */
export const SHOWS_VIEWS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
};

const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });
const Findings = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** Opens a view in a host's page. */
export async function openView({
  client,
  view,
  beside,
  width = 760,
  tallest = 900,
  scheme = 'light',
  context: hostContext = {},
  canSay = true,
  keepsData = false,
  reducedMotion = 'no-preference',
  forcedColors = 'none',
}: Opening): Promise<ShownView> {
  const { url, sandbox } = inject('hostPage');
  const html = await pageOf(client, view);
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: { width, height: tallest },
    colorScheme: scheme,
    reducedMotion,
    forcedColors,
  });
  const calls: SeenCall[] = [];
  const said: string[] = [];
  const trouble: string[] = [];
  context.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !asked.startsWith(sandbox) && !/^(data:image\/|about:)/.test(asked)) {
      trouble.push(`asked ${asked}`);
    }
  });
  context.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  context.on('weberror', (thrown) => trouble.push(String(thrown.error())));
  const page = await context.newPage();
  await page.exposeFunction('callTool', async (call: unknown) => {
    const { name, arguments: args } = Call.parse(call);
    calls.push({ name, args });
    return client.callTool({ name, arguments: args });
  });
  await page.exposeFunction('heardSaid', (words: string) => void said.push(words));
  await page.goto(url);
  const ask = ({ tool, args }: NonNullable<Opening['beside']>) =>
    client.callTool({ name: tool, arguments: { ...args } });
  const open = {
    sandbox,
    html,
    context: { theme: scheme, ...hostContext },
    canSay,
    tallest,
    ...(beside && {
      args: beside.args,
      result: keepsData ? withoutData(await ask(beside)) : await ask(beside),
    }),
  };
  await page.evaluate(`openView(${JSON.stringify(open)})`);
  const frame = page.frames().find((one) => one.parentFrame()?.parentFrame() === page.mainFrame());
  if (frame === undefined) throw new Error('The host shows no view');
  return {
    page,
    frame,
    calls,
    said,
    trouble,
    seriousFindings: async () => {
      await frame.evaluate(axe.source);
      const found = await frame.evaluate<unknown>(
        "axe.run({ iframes: false, resultTypes: ['violations'] }).then(({ violations }) => violations)",
      );
      return Findings.parse(found).flatMap(({ id, impact, nodes }) =>
        impact === 'serious' || impact === 'critical' ? nodes.map(({ html }) => `${id}: ${html}`) : [],
      );
    },
    tooWide: async () => z.number().parse(await frame.evaluate('document.documentElement.scrollWidth - innerWidth')),
    tellContext: async (changes) => {
      await page.evaluate(`tellContext(${JSON.stringify(changes)})`);
    },
    show: async (tool, args) => {
      const result = await ask({ tool, args });
      await page.evaluate(`tellShown(${JSON.stringify(args)}, ${JSON.stringify(result)})`);
    },
    picture: async (name) => {
      // The host gives it room when it has said how high it is, and that changes with what comes into sight.
      const lacking = async (): Promise<number> => {
        const room = z.number().parse(await page.evaluate("document.querySelector('iframe').offsetHeight"));
        return Math.min(tallest, await heightOf(frame)) - room;
      };
      await expect.poll(lacking).toBe(0);
      await pictureOf(page, name);
    },
    [Symbol.asyncDispose]: async () => {
      await page.evaluate('closeView()');
      await context.close();
    },
  };
}

function withoutData(result: object): object {
  return { ...result, _meta: undefined };
}

async function heightOf(frame: Frame): Promise<number> {
  return z.number().parse(await frame.evaluate('Math.ceil(document.documentElement.getBoundingClientRect().height)'));
}

async function pageOf(client: Client, view: ViewName): Promise<string> {
  const { contents } = await client.readResource({ uri: viewAddress(view) });
  const [page] = contents;
  if (page === undefined || !('text' in page)) throw new Error(`The server has no view ${view}`);
  return page.text;
}
