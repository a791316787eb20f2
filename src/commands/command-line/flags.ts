import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Sources } from '../../config/given-settings.ts';
import type { ArchivePlace, Settings } from '../../config/read.ts';
import type { SettingKey } from '../../config/setting-values.ts';
import { CONFIG_FILE, SETTINGS } from '../../config/settings.ts';

/** Parses an option that is a whole number. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };

/** Gathers the values of an option that may be given several times. */
export const also = (value: string, previous: readonly string[]): readonly string[] => [...previous, value];

const SETTINGS_HELP = `
Flags win over environment variables (in parentheses), which win over the file of --config. Without a flag:
${SETTINGS.filter(({ flag }) => flag === undefined)
  .map(
    ({ key, environment, meaning }) =>
      `  ${(environment ?? `${key} (file only)`).padEnd(34)} ${meaning.replace(' (file only)', '')}`,
  )
  .join('\n')}`;

/** Adds a flag for each setting that may be one. */
export function withSettings(command: Command): Command {
  return withFlags(command, SETTINGS).addHelpText('after', SETTINGS_HELP);
}

/** Adds the flags that tell where an archive is, and whose. Nothing else is needed to look after it, no password either. */
export function withArchive(command: Command): Command {
  return withFlags(command, settingsNamed('base_url', 'archive', 'log_level')).addHelpText(
    'after',
    '\nWithout --archive it is that of the desk of CHAT_OPERATIONS_BASE_URL and CHAT_OPERATIONS_EMAIL.',
  );
}

/** Returns the definitions of these settings. */
export function settingsNamed(...keys: readonly SettingKey[]): typeof SETTINGS {
  return SETTINGS.filter(({ key }) => keys.includes(key));
}

/** Adds `--config` and a flag for each of these settings that may be one. */
export function withFlags(command: Command, settings: typeof SETTINGS): Command {
  command.option(`--${CONFIG_FILE.flag} <FILE>`, `JSON file with settings (${CONFIG_FILE.environment})`);
  for (const { flag, placeholder, meaning, environment, defaultWords } of settings) {
    if (flag === undefined) continue;
    const value = placeholder === undefined ? '' : ` <${placeholder}>`;
    command.addOption(new Option(`--${flag}${value}`, `${meaning}; default: ${defaultWords} (${environment})`));
  }
  return command;
}

/** The settings among a command's options, by the names of their flags. */
function flagsOf(command: Command): Record<string, unknown> {
  const options: Record<string, unknown> = command.opts();
  return Object.fromEntries(
    command.options.map((option) => [option.long?.slice(2) ?? '', options[option.attributeName()]]),
  );
}

/** Returns where the settings of a command come from. */
export function sourcesOf(command: Command): Sources {
  return { flags: flagsOf(command), environment: process.env };
}

/** Returns the place of the archive that a command's options name. Throws InvalidSettings. */
export async function archivePlaceOf(command: Command, archive?: string): Promise<ArchivePlace> {
  const { readArchivePlace } = await import('../../config/read.ts');
  const flags = archive === undefined ? flagsOf(command) : { ...flagsOf(command), archive };
  return readArchivePlace({ flags, environment: process.env });
}

/** Returns the settings of a command. Throws InvalidSettings. */
export async function settingsOf(command: Command): Promise<Settings> {
  const { readSettings } = await import('../../config/read.ts');
  return readSettings(sourcesOf(command));
}

/** The settings of a command as arguments again, for a server that it starts. */
export function settingArguments(command: Command): string[] {
  const known = [CONFIG_FILE.flag, ...SETTINGS.map(({ flag }) => flag)];
  return Object.entries(flagsOf(command)).flatMap(([flag, value]) => {
    if (!known.includes(flag) || value === undefined) return [];
    return typeof value === 'string' ? [`--${flag}`, value] : [`--${flag}`];
  });
}
