import { ResourceTemplate, type ReadResourceResult, type ServerContext } from '@modelcontextprotocol/server';
import { viewAddress, type ViewName } from '../answers/views.ts';
import { loaded } from '../model/loaded.ts';

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

/** The addresses of views, as a template: its list is asked anew for each request, and is empty for clients that can show none. */
export function viewTemplate(
  views: readonly ViewName[],
  canShow: (context: ServerContext) => boolean,
): ResourceTemplate {
  const listed = views.map((view) => ({
    uri: viewAddress(view),
    name: `${view} view`,
    title: TITLES[view],
    mimeType: MIME_TYPE,
  }));
  return new ResourceTemplate(viewAddress('{view}'), {
    list: (context) => ({ resources: canShow(context) ? listed : [] }),
  });
}

/** Reads the page of a view, as hosts show it. Throws ProgramReplaced where it is not there any more. */
export async function readView(view: ViewName, { href: uri }: URL): Promise<ReadResourceResult> {
  const { viewPage } = await loaded(() => import('./view-pages.ts'));
  return { contents: [{ uri, mimeType: MIME_TYPE, text: await viewPage(view), _meta: META }] };
}
