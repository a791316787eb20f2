import { ACCOUNT_FLAG, ACCOUNT_MEANING, CONFIG_FILE, SETTINGS, type SettingDefinition } from '../../config/settings.ts';
import { bold, entry } from './help-lines.ts';

/** Every setting in words: its name in each place, its meaning and its default. */
export function settingsHelp(width: number): string {
  const others = SETTINGS.filter(({ flag }) => flag === undefined);
  return [
    `${bold('Settings')} are flags, else environment variables, else keys of the JSON file of`,
    '--config. One is --base-url, CHAT_OPERATIONS_BASE_URL and base_url there.',
    '',
    ...entry(`--${CONFIG_FILE.flag} FILE`, `the JSON file (${CONFIG_FILE.environment})`, width),
    ...entry(`--${ACCOUNT_FLAG} NAME`, ACCOUNT_MEANING, width),
    ...SETTINGS.flatMap(({ flag, placeholder = '', ...setting }) =>
      flag === undefined ? [] : entry(`--${flag} ${placeholder}`.trimEnd(), wordsOf(setting), width),
    ),
    '',
    'Not as a flag, which every user of the machine could read:',
    ...others.flatMap((setting) => entry(setting.environment ?? `${setting.key} (file)`, wordsOf(setting), width)),
    '',
  ].join('\n');
}

function wordsOf({ meaning, defaultWords }: Omit<SettingDefinition, 'flag'>): string {
  const words = meaning.replace(' (file only)', '').replaceAll('`', '');
  return defaultWords === 'none' ? words : `${words}; default: ${defaultWords.replaceAll('`', '')}`;
}
