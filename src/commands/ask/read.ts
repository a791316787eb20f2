import type { Command } from 'commander';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import { LAST_QUESTION } from '../../answers/question.ts';
import type { ResourceAdvertisement } from '../../answers/resource.ts';
import { settingFlags, settingsOfAnswer } from '../command-line/flags.ts';
import { showAnswer } from '../shown/show.ts';
import { listed } from './listed.ts';
import { TIMEOUT_MILLIS, withClient } from '../own-client.ts';
import { runWords } from '../command-line/next-line.ts';
import type { Run } from '../run.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { closestNames } from '../../model/text/closest.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { CallerText, ProgramText, quotation, trusted } from '../../model/text/trusted-text.ts';

/** Prints a resource through a real client, or lists them where none is named. Throws InvalidArgument for an unknown one. */
export async function read(command: Command, words: readonly string[], run: Run): Promise<void> {
  const uri = words.length > 0 ? words.join(' ') : undefined;
  const resources: readonly ResourceAdvertisement[] = Object.values(CATALOGUE.resources);
  if (uri === undefined) {
    const byUri = Object.fromEntries(resources.map((resource) => [resource.uri, resource]));
    await showAnswer(`${listed('resource', 'what it holds', byUri)}\n\nTo print one: \`read chat://status\`.`, run);
    return;
  }
  if (!resources.some((resource) => isAddressOf(resource, uri))) {
    throw unknownResource(uri, resources);
  }
  const settings = await settingsOfAnswer(settingFlags(command), run);
  await withClient(settings, run, async (client, progress) => {
    const { contents } = await client.readResource(
      { uri, _meta: { [LAST_QUESTION]: true } },
      { timeout: TIMEOUT_MILLIS },
    );
    progress.end();
    await showAnswer(contents.map((content) => ('text' in content ? content.text : '')).join('\n'), run);
  });
}

/** The error for what is the address of no resource: `transcript 123` is meant for `chat://chats/123/transcript`. */
function unknownResource(typed: string, resources: readonly ResourceAdvertisement[]): InvalidArgument {
  const id = /\d+/.exec(typed)?.[0];
  // What stands with a number is a record.
  const uris = new Map(
    resources
      .filter(({ variable }) => id === undefined || variable !== undefined)
      .map(({ uri }) => [ProgramText.parse(wordsOf(uri)), ProgramText.parse(uri)]),
  );
  const words = wordsOf(typed);
  const [closest = ''] = closestNames(words, uris.keys());
  const address = [...uris].find(([name]) => name === closest)?.[1].replace(/\{\w+\}/, id ?? '$&');
  const line = address === undefined || address.includes('{') ? ['read'] : ['read', address];
  const shown = (name: ProgramText): ProgramText => uris.get(name) ?? name;
  return new InvalidArgument(
    didYouMean(trusted`There is no resource "${quotation(CallerText.parse(typed))}"`, words, [...uris.keys()], {
      shown,
    }),
    runWords(line, ['read']),
  );
}

/** The words of an address, without its id: `chats transcript`. */
function wordsOf(address: string): string {
  return address
    .replaceAll(/chat:\/\/|\{\w+\}|\d+/g, '')
    .replaceAll('/', ' ')
    .trim();
}

function isAddressOf({ uri, variable }: ResourceAdvertisement, asked: string): boolean {
  if (variable === undefined) return uri === asked;
  const [before = '', after = ''] = uri.split(`{${variable}}`);
  const isAround = asked.startsWith(before) && asked.endsWith(after);
  return isAround && asked.length > before.length + after.length;
}
