import { Command } from 'commander';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import { LIST_ACCOUNTS } from '../../tools/tools.ts';
import type { ToolAdvertisement } from '../../answers/callable-tool.ts';
import { LAST_QUESTION } from '../../answers/question.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { isJsonObject } from '../../model/json.ts';
import { CallerText, joined, ProgramText, trusted, quotation } from '../../model/text/trusted-text.ts';
import { showAnswer, showError, showData } from '../shown/show.ts';
import { writeChart } from './chart-file.ts';
import { TIMEOUT_MILLIS, withClient } from '../own-client.ts';
import { argumentsIn, CHART, flagsOfTool, withToolFlags } from './tool-flags.ts';
import { notAnObject } from './not-an-object.ts';
import { settingFlags, settingsOfAnswer, withSettings } from '../command-line/flags.ts';
import { unknownTool } from '../command-line/guess.ts';
import { throwingMistyped } from '../command-line/mistyped.ts';
import { runWords, type Typed } from '../command-line/next-line.ts';
import type { Run } from '../run.ts';

/**
 * Asks one tool through a real client and prints its text, or its structured content as JSON. The exit code tells
 * whether it was answered. Throws InvalidArgument for an unknown tool or arguments that cannot be meant.
 */
export async function call(
  parent: Command,
  name: string | undefined,
  rest: readonly string[],
  run: Run,
): Promise<void> {
  if (name === undefined) {
    throw new InvalidArgument(
      trusted`TOOL is missing. Valid: ${joined(
        Object.keys(CATALOGUE.tools).map((tool) => ProgramText.parse(tool)),
        ', ',
      )}.`,
      runWords(['tools'], ['tools']),
    );
  }
  const { command, flags } = toolCommand(parent, name, run);
  let json = '{}';
  command.action((given: string | undefined) => {
    json = given ?? json;
  });
  await command.parseAsync([...rest], { from: 'user' });
  const isData = parent.opts()['json'] === true || command.opts()['json'] === true;
  const { [CHART]: file, ...given } = argumentsIn(command, flags);
  const args = together(objectIn(json, command, rest, run), {
    ...given,
    ...(file !== undefined && { [CHART]: 'light' }),
  });
  const own = flags.map(({ flag }) => flag.slice(2));
  const settings = await settingsOfAnswer(
    {
      ...settingFlags(parent),
      ...settingFlags(command, own),
      ...(isData && { 'structured-content': 'on' }),
    },
    run,
    { isOfAccounts: name === LIST_ACCOUNTS },
  );
  await withClient(settings, run, async (client, progress) => {
    const { tools } = await client.listTools();
    if (!tools.some((tool) => tool.name === name)) {
      throw new InvalidArgument(
        trusted`There is no ${quotation(CallerText.parse(name))} on this desk.`,
        whyMissing(name),
      );
    }
    const result = await client.callTool(
      { name, arguments: args, _meta: { [LAST_QUESTION]: true } },
      { timeout: TIMEOUT_MILLIS, onprogress: ({ message }) => progress.says(message ?? '') },
    );
    progress.end();
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (result.isError === true) {
      await showError(text, run);
      run.exitCode = 1;
    } else if (isData) {
      showData(result.structuredContent, run);
    } else {
      await showAnswer(text, run);
    }
    if (typeof file === 'string') await writeChart(result.content, file);
  });
}

function whyMissing(name: string): ProgramText {
  switch (name) {
    case LIST_ACCOUNTS:
      return trusted`It is there where the settings name several accounts, and --account chooses none of them.`;
    case 'send_chatbot_webhook':
      return trusted`It is there where a chatbot is configured, and the setting tools does not leave it out: see bots and tools in the command settings.`;
    default:
      return trusted`The setting tools leaves it out. To ask it all the same: --tools all.`;
  }
}

/**
 * Returns the command for one tool of the catalogue, and its arguments as flags. These come first: a setting that has the name of one
 * can be given before the name of the tool, in the environment or in the file. Throws InvalidArgument for an unknown tool.
 */
export function toolCommand(parent: Command, name: string, run: Run) {
  const tools: Readonly<Record<string, ToolAdvertisement>> = {
    ...CATALOGUE.tools,
    [LIST_ACCOUNTS]: CATALOGUE.accountsTool,
  };
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined) throw unknownTool(name, Object.keys(tools), run);
  const flags = flagsOfTool(tool.inputSchema);
  const command = new Command(`${parent.name()} ${name}`).copyInheritedSettings(parent);
  // For its usage.
  command.parent = parent.parent;
  command.optionsGroup('As flags:');
  withToolFlags(command, flags, run);
  command.optionsGroup('Options:');
  withSettings(command);
  throwingMistyped(command)
    .usage('[arguments] [settings]')
    .description(tool.description)
    .argument('[JSON]', 'arguments as a JSON object, with _ in names: \'{"group_by":["agent"]}\'')
    .option('--json', 'print the data of the answer instead of its text', false);
  return { command, flags };
}

function objectIn(json: string, command: Command, words: readonly string[], line: Typed): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    if (isJsonObject(value)) return { ...value };
  } catch {
    // Falls through to the same refusal.
  }
  throw notAnObject(json, command, words, line);
}

function together(json: Record<string, unknown>, flags: Record<string, unknown>): Record<string, unknown> {
  const twice = Object.keys(flags).find((name) => Object.hasOwn(json, name));
  if (twice !== undefined) {
    throw new InvalidArgument(
      trusted`The argument ${ProgramText.parse(twice)} is given twice, as a flag and in JSON.`,
      'Leave one of them out.',
    );
  }
  return { ...json, ...flags };
}
