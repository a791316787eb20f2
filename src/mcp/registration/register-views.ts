import { ResourceNotFoundError, ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { TooManyCalls } from '../../model/errors.ts';
import { loaded } from '../../model/loaded.ts';
import type { Served } from '../../answers/desk.ts';
import { showsViews, viewAddress, type ViewName } from '../../answers/views.ts';
import { observed } from './observed.ts';
import type { ListedTemplate } from './register-resource.ts';

const MIME_TYPE = 'text/html;profile=mcp-app';

/** A view loads nothing from anywhere, and looks like a part of a page rather than like one of its own. */
const META = {
  ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
};

const TITLES: Readonly<Record<ViewName, string>> = {
  desk: 'How support does',
  chat: 'A chat as a conversation',
  triage: 'Offline messages as a board',
};

/**
 * Registers the views of the tools that a caller has. They are listed for clients that can show them; for any other there are none.
 * To the SDK they are a template, whose list it asks anew for each request; `templates` are those to tell of, and it is none of them.
 */
export function registerViews(
  server: McpServer,
  served: Served,
  views: readonly ViewName[],
  templates: readonly ListedTemplate[],
): void {
  if (views.length === 0) return;
  const canShow = (context: Parameters<typeof showsViews>[0]): boolean =>
    showsViews(context, server.server.getClientCapabilities());
  const listed = views.map((view) => ({
    uri: viewAddress(view),
    name: `${view} view`,
    title: TITLES[view],
    mimeType: MIME_TYPE,
  }));
  const template = new ResourceTemplate(viewAddress('{view}'), {
    list: (context) => ({ resources: canShow(context) ? listed : [] }),
  });
  // A page is the same for everybody, and there for as long as the version runs.
  const told = { cacheHint: { ttlMs: 300_000, cacheScope: 'public' as const } };
  server.registerResource('views', template, told, async ({ href }, variables, context) => {
    const view = views.find((one) => one === variables['view']);
    if (view === undefined || !canShow(context)) throw new ResourceNotFoundError(href);
    const call = { kind: 'resource', name: 'view', account: undefined } as const;
    try {
      return await observed(call, served, context, async () => {
        const { viewPage } = await loaded(() => import('./view-pages.ts'));
        return { contents: [{ uri: href, mimeType: MIME_TYPE, text: await viewPage(view), _meta: META }] };
      });
    } catch (error) {
      if (!(error instanceof TooManyCalls)) throw error;
      throw (await loaded(() => import('../../answers/as-protocol-error.ts'))).asProtocolError(error);
    }
  });
  server.server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...templates] }));
}
