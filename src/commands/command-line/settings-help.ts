import type { Setting } from '../../config/setting.ts';
import { ACCOUNT, CONFIG, SETTINGS } from '../../config/names.ts';
import { bold, entry } from './help-lines.ts';

/** The text of `chat-operations-mcp settings`: every setting with its help and its default. */
export function settingsHelp(width: number): string {
  return [
    `${bold('Settings')} are flags, else environment variables, else keys of the JSON file`,
    'of --config. For example: --base-url, CHAT_OPERATIONS_BASE_URL, base_url.',
    '',
    ...entry(optionOf(CONFIG), `${CONFIG.help} (${CONFIG.environment})`, width),
    ...entry(optionOf(ACCOUNT), ACCOUNT.help, width),
    ...SETTINGS.flatMap(({ flag, value, ...setting }) =>
      flag === undefined ? [] : entry(optionOf({ flag, value }), wordsOf(setting), width),
    ),
    '',
    'Not as flags, which every user of this machine can list:',
    ...SETTINGS.filter(({ flag }) => flag === undefined).flatMap((setting) =>
      entry(setting.environment ?? `${setting.key} (file)`, wordsOf(setting), width),
    ),
    '',
  ].join('\n');
}

function optionOf({ flag, value = '' }: { readonly flag: string; readonly value?: string | undefined }): string {
  return `--${flag} ${value}`.trimEnd();
}

function wordsOf({ help, otherwise }: Pick<Setting, 'help' | 'otherwise'>): string {
  return (otherwise === undefined ? help : `${help}; default: ${otherwise}`).replaceAll('`', '');
}
