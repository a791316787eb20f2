import type { Complete, RootCommand } from '@bomb.sh/tab';
import completionsOf from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { readAccountNames } from '../../config/read.ts';
import { ACCOUNT_FLAG, CONFIG_FILE } from '../../config/settings.ts';
import { CATALOGUE } from '../../mcp/catalogue.ts';
import type { PromptAdvertisement } from '../../mcp/prompts/prompt.ts';
import type { ToolAdvertisement } from '../../mcp/protocol/tool.ts';
import { SCOPE_NAMES } from '../../model/caller.ts';
import { PERIOD_NAMES } from '../../model/calendar/period.ts';
import { REDACTION_LEVELS } from '../../model/redaction.ts';
import { TOOLSET_NAMES } from '../../model/tool-groups.ts';
import { firstSentence } from '../ask/listed.ts';
import { flagsOfTool, textFlag, type ToolFlag } from '../ask/tool-flags.ts';

/** More of a meaning has no room beside a flag. */
const MAX_MEANING = 80;

/** The words that a setting may have, where there are few of them. */
const VALUES: Readonly<Record<string, (typed: readonly string[]) => readonly string[]>> = {
  redact: () => REDACTION_LEVELS,
  'structured-content': () => ['on', 'off'],
  tools: () => TOOLSET_NAMES,
  'log-level': () => ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
  archive: () => ['memory'],
  scopes: () => SCOPE_NAMES,
  expires: () => ['90d', 'never'],
  period: () => PERIOD_NAMES,
  timezone: () => Intl.supportedValuesOf('timeZone'),
  [ACCOUNT_FLAG]: accountNames,
};

/** Prints what may stand in place of the last of these words, a line each, as scripts of shells ask for it. */
export function complete(program: Command, words: readonly string[]): void {
  const completions = completionsOf(shownOf(program), { completionCommandName: 'completion' });
  const typed = words.at(-1) ?? '';
  for (const command of completions.commands.values()) {
    for (const [name, values] of Object.entries(VALUES)) {
      const option = command.options.get(name);
      if (option?.isBoolean === false) option.handler = (offer) => offerAll(offer, values(words));
    }
  }
  const tools: Readonly<Record<string, ToolAdvertisement>> = CATALOGUE.tools;
  const prompts: Readonly<Record<string, PromptAdvertisement>> = CATALOGUE.prompts;
  offerNames(completions, 'call', 'TOOL', tools);
  offerNames(completions, 'tools', 'NAME', tools);
  offerNames(completions, 'prompt', 'NAME', prompts);
  offerNames(
    completions,
    'read',
    'URI',
    Object.fromEntries(Object.values(CATALOGUE.resources).map((resource) => [resource.uri, resource])),
  );
  offerNames(
    completions,
    'help',
    'COMMAND',
    Object.fromEntries(shownOf(program).commands.map((one) => [one.name(), { description: one.description() }])),
  );
  // The flags of a tool or prompt are there when it is named.
  const named = words.slice(0, -1);
  const tool = named[0] === 'call' ? tools[named.find((word) => Object.hasOwn(tools, word)) ?? ''] : undefined;
  if (tool !== undefined) offerFlags(completions, 'call', flagsOfTool(tool.inputSchema), typed);
  const prompt = named[0] === 'prompt' ? prompts[named.find((word) => Object.hasOwn(prompts, word)) ?? ''] : undefined;
  if (prompt !== undefined) {
    const flags = Object.entries(prompt.arguments).map(([name, one]) => textFlag(name, one.description, false));
    offerFlags(completions, 'prompt', flags, typed);
  }
  completions.parse([...words]);
}

/** The accounts of the settings file, as far as it can be read. */
function accountNames(words: readonly string[]): readonly string[] {
  const config = words[words.indexOf(`--${CONFIG_FILE.flag}`) + 1];
  const flags = words.includes(`--${CONFIG_FILE.flag}`) ? { [CONFIG_FILE.flag]: config } : {};
  return readAccountNames({ flags, environment: process.env }, () => undefined) ?? [];
}

/** The commands that a person gives, apart from the program: the adapter adds some of its own. */
function shownOf(program: Command): Command {
  const shown = new Command(program.name()).enablePositionalOptions().helpCommand(false);
  for (const command of program.createHelp().visibleCommands(program)) {
    if (command.name() !== 'completion') shown.addCommand(command);
  }
  return shown;
}

function offerNames(
  completions: RootCommand,
  command: string,
  argument: string,
  entries: Readonly<Record<string, { readonly description: string }>>,
): void {
  const found = completions.commands.get(command)?.arguments.get(argument);
  if (found === undefined) return;
  found.handler = (offer) => {
    for (const [name, { description }] of Object.entries(entries)) offer(name, firstSentence(description));
  };
}

function offerFlags(completions: RootCommand, command: string, flags: readonly ToolFlag[], typed: string): void {
  for (const { flag, isSwitch, isList, choices, meaning } of flags) {
    const values = choices.length > 0 ? choices : (VALUES[flag.slice(2)]?.([]) ?? []);
    const words = meaning.slice(0, MAX_MEANING);
    if (isSwitch) completions.commands.get(command)?.option(flag.slice(2), words);
    else {
      completions.commands
        .get(command)
        ?.option(flag.slice(2), words, (offer) => offerAll(offer, isList ? afterCommas(typed, values) : values));
    }
  }
}

/** The values that may follow those of a list that stand there already. */
function afterCommas(typed: string, values: readonly string[]): string[] {
  const given = typed
    .replace(/^--[^=]*=/, '')
    .split(',')
    .slice(0, -1);
  return values.filter((value) => !given.includes(value)).map((value) => [...given, value].join(','));
}

function offerAll(offer: Complete, values: readonly string[]): void {
  for (const value of values) offer(value, '');
}
