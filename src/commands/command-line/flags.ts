import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Sources } from '../../config/given.ts';
import type { ArchivePlace, ServerSettings } from '../../config/read.ts';
import { ACCOUNT, CONFIG, SETTINGS } from '../../config/names.ts';
import type { SettingKey } from '../../config/settings.ts';
import type { Run } from '../run.ts';

/** Parses an option that is a whole number. */
export const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };

/** Gathers the values of an option that may be given several times. */
export const also = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** Adds a flag for each setting that may be one. */
export function withSettings(command: Command): Command {
  return withFlags(command, SETTINGS).addHelpText(
    'after',
    '\nFurther settings, in the environment, in the file or as flags: help settings',
  );
}

/** Adds the flags that tell where an archive is, and whose. Nothing else is needed to look after it, no password either. */
export function withArchive(command: Command, isOfOneAccount = true): Command {
  return withFlags(command, settingsNamed('base_url', 'archive', 'log_level'), isOfOneAccount).addHelpText(
    'after',
    '\nWithout --archive: that of --account, or of CHAT_OPERATIONS_BASE_URL and _EMAIL.',
  );
}

/** Returns the definitions of these settings. */
export function settingsNamed(...keys: readonly SettingKey[]): typeof SETTINGS {
  return SETTINGS.filter(({ key }) => keys.includes(key));
}

/** The settings that the help of each command has; the others are explained by the command `settings`. */
const IN_EACH_HELP: readonly SettingKey[] = ['sandbox'];

/** The group of the flags that no help of a command has. */
const EXPLAINED_ELSEWHERE = 'Settings:';

/**
 * Adds `--config` and a flag for each of these settings that may be one, except those whose flag the command has; and `--account`,
 * unless the command is of all accounts.
 */
export function withFlags(command: Command, settings: typeof SETTINGS, isOfOneAccount = true): Command {
  const taken = new Set(command.options.map(({ long }) => long));
  const add = (option: Option): void => {
    if (!taken.has(option.long)) command.addOption(option);
  };
  const isWhole = settings.length === SETTINGS.length;
  const addSetting = (option: Option, isShown: boolean): void => {
    add(isShown ? option : option.helpGroup(EXPLAINED_ELSEWHERE));
  };
  add(new Option(`--${CONFIG.flag} <${CONFIG.value}>`, CONFIG.help));
  if (isOfOneAccount && settings.some(({ key }) => key === 'base_url'))
    addSetting(new Option(`--${ACCOUNT.flag} <${ACCOUNT.value}>`, ACCOUNT.help), false);
  for (const { key, flag, value, help } of settings) {
    if (flag === undefined) continue;
    const option = new Option(value === undefined ? `--${flag}` : `--${flag} <${value}>`, help.replaceAll('`', ''));
    addSetting(option, !isWhole || IN_EACH_HELP.includes(key));
  }
  return command;
}

/** Whether the help of a command has this of its options. */
export function isExplainedHere(option: Option): boolean {
  return option.helpGroupHeading !== EXPLAINED_ELSEWHERE;
}

/** The settings among a command's options, by the names of their flags. */
function flagsOf(command: Command): Record<string, unknown> {
  const options: Record<string, unknown> = command.opts();
  return Object.fromEntries(
    command.options.map((option) => [option.long?.slice(2) ?? '', options[option.attributeName()]]),
  );
}

/** Returns where the settings of a command come from. */
export function sourcesOf(command: Command, { environment }: Pick<Run, 'environment'>): Sources {
  return { flags: flagsOf(command), environment };
}

/** Returns the place of the archive that a command's options name. Throws InvalidConfiguration. */
export async function archivePlaceOf(
  command: Command,
  { environment }: Pick<Run, 'environment'>,
  archive?: string,
): Promise<ArchivePlace> {
  const { readArchivePlaces } = await import('../../config/read.ts');
  const { onlyOf } = await import('../../config/accounts.ts');
  const flags = archive === undefined ? flagsOf(command) : { ...flagsOf(command), archive };
  return onlyOf(readArchivePlaces({ flags, environment }));
}

/** Returns the places of the archives of all accounts, in the order of the settings. Throws InvalidConfiguration. */
export async function archivePlacesOf(
  command: Command,
  { environment }: Pick<Run, 'environment'>,
): Promise<readonly [ArchivePlace, ...ArchivePlace[]]> {
  const { readArchivePlaces } = await import('../../config/read.ts');
  return readArchivePlaces({ flags: { ...flagsOf(command), [ACCOUNT.flag]: undefined }, environment });
}

/** Returns the settings of a command. Throws InvalidConfiguration. */
export async function settingsOf(command: Command, run: Pick<Run, 'environment'>): Promise<ServerSettings> {
  return settingsIn(flagsOf(command), run);
}

/** Returns the settings that flags give, by their names. Throws InvalidConfiguration. */
async function settingsIn(
  flags: Readonly<Record<string, unknown>>,
  { environment }: Pick<Run, 'environment'>,
): Promise<ServerSettings> {
  const { readSettings } = await import('../../config/read.ts');
  return readSettings({ flags, environment });
}

/**
 * Returns the settings of a server that ends with its answer, and so reads nothing ahead. Unless it is asked about all accounts,
 * the settings have to name or choose one. Throws InvalidConfiguration.
 */
export async function settingsOfAnswer(
  flags: Readonly<Record<string, unknown>>,
  run: Pick<Run, 'environment'>,
  { isOfAccounts = false }: { readonly isOfAccounts?: boolean } = {},
): Promise<ServerSettings> {
  const { theOnly } = await import('../../config/read.ts');
  const settings = await settingsIn({ ...flags, 'read-ahead-days': '0' }, run);
  if (!isOfAccounts) theOnly(settings);
  return settings;
}

/** Returns the settings among the flags of a command, by their names; not `others`, which only have such a name. */
export function settingFlags(command: Command, others: readonly string[] = []): Record<string, unknown> {
  const known: readonly string[] = [CONFIG.flag, ACCOUNT.flag, ...SETTINGS.flatMap(({ flag }) => flag ?? [])];
  return Object.fromEntries(
    Object.entries(flagsOf(command)).filter(
      ([flag, value]) => known.includes(flag) && !others.includes(flag) && value !== undefined,
    ),
  );
}
