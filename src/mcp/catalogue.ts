import { ACCOUNTS_INSTRUCTIONS, INSTRUCTIONS } from './instructions.ts';
import { PROMPTS } from '../tools/prompts/prompts.ts';
import { RESOURCES } from '../tools/resources.ts';
import { ACCOUNTS_TOOL, TOOLS } from '../tools/tools.ts';

function advertised<Advertisement>(
  entries: readonly { readonly name: string; readonly advertisement: Advertisement }[],
): Readonly<Record<string, Advertisement>> {
  return Object.fromEntries(entries.map(({ name, advertisement }) => [name, advertisement]));
}

/**
 * The lists that the server gives before anything is asked, by name, in their order. To make this
 * takes every tool with all that it needs, so the bundle has the result in place of this module: plain JSON, made when it
 * was built (`scripts/program.ts`).
 */
export const CATALOGUE = {
  instructions: INSTRUCTIONS,
  accountsInstructions: ACCOUNTS_INSTRUCTIONS,
  accountsTool: (await ACCOUNTS_TOOL()).advertisement,
  tools: advertised(await Promise.all(Object.values(TOOLS).map((load) => load()))),
  prompts: advertised(PROMPTS),
  resources: advertised(RESOURCES),
};
