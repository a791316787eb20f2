import type { McpServer } from '@modelcontextprotocol/server';
import { CATALOGUE } from '../../src/mcp/catalogue.ts';
import { servedAlone, type Desk } from '../../src/answers/desk.ts';
import { toolLists } from '../../src/mcp/lists.ts';
import { answerTools } from '../../src/mcp/router.ts';
import { createServer } from '../../src/mcp/server.ts';
import { TOOLS } from '../../src/tools/tools.ts';
import { ASKING_TOOLS } from './asking-tools.ts';
import { CONTENT_TOOLS } from './content-tools.ts';
import { toolOf } from './fixture.ts';
import { registerPrompts, registerResources } from './resources-and-prompts.ts';

const FIXTURES = Object.entries({ ...CONTENT_TOOLS, ...ASKING_TOOLS }).map(([name, tool]) => toolOf(name, tool));

const advertised = {
  ...CATALOGUE.tools,
  ...Object.fromEntries(FIXTURES.map(({ name, advertisement }) => [name, advertisement])),
};
const loads = {
  ...TOOLS,
  ...Object.fromEntries(FIXTURES.map((tool) => [tool.name, () => Promise.resolve(tool)])),
};

/** Makes this program's server for one request, and adds what the scenarios ask for beside what it has. */
export function serverWithFixtures(desk: Desk, method?: string): McpServer {
  const server = createServer(servedAlone(desk), method);
  // Our own tools write to no log of the protocol, which 2026-07-28 gives up.
  server.server.registerCapabilities({ logging: {} });
  const lists = toolLists(Object.entries(advertised), desk.structuredContent);
  answerTools(server, servedAlone(desk), { registered: advertised, lists }, loads);
  registerResources(server);
  registerPrompts(server);
  return server;
}
