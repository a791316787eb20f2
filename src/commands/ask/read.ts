import type { Command } from 'commander';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import { LAST_QUESTION } from '../../mcp/protocol/question.ts';
import type { ResourceAdvertisement } from '../../mcp/protocol/resource.ts';
import { asArguments, oneAccountIn, settingFlags } from '../command-line/flags.ts';
import { showAnswer } from '../shown/show.ts';
import { listed } from './listed.ts';
import { TIMEOUT_MILLIS, withClient } from './one-client.ts';
import { unknownName } from './unknown-name.ts';

/** Prints a resource through a real client, or lists them where none is named. Throws InvalidArgument for an unknown one. */
export async function read(command: Command, uri: string | undefined): Promise<void> {
  const resources: readonly ResourceAdvertisement[] = Object.values(CATALOGUE.resources);
  if (uri === undefined) {
    const byUri = Object.fromEntries(resources.map((resource) => [resource.uri, resource]));
    await showAnswer(`${listed('resource', 'what it holds', byUri)}\n\nTo print one: \`read chat://status\`.`);
    return;
  }
  if (!resources.some((resource) => isAddressOf(resource, uri))) {
    throw unknownName(
      'resource',
      uri,
      resources.map((resource) => resource.uri),
    );
  }
  await oneAccountIn(settingFlags(command));
  await withClient(asArguments(settingFlags(command)), async ({ client, progress }) => {
    const { contents } = await client.readResource(
      { uri, _meta: { [LAST_QUESTION]: true } },
      { timeout: TIMEOUT_MILLIS },
    );
    progress.end();
    await showAnswer(contents.map((content) => ('text' in content ? content.text : '')).join('\n'));
  });
}

function isAddressOf({ uri, variable }: ResourceAdvertisement, asked: string): boolean {
  if (variable === undefined) return uri === asked;
  const [before = '', after = ''] = uri.split(`{${variable}}`);
  const isAround = asked.startsWith(before) && asked.endsWith(after);
  return isAround && asked.length > before.length + after.length;
}
