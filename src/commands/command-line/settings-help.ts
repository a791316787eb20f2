import type { Help } from 'commander';
import type { Setting } from '../../config/setting.ts';
import { ACCOUNT, CONFIG, SETTINGS } from '../../config/names.ts';

/** The width of the longest flags and of most variables. */
const TERM_WIDTH = 32;

/** The text of `chat-operations-mcp settings`: every setting with its help and its default, as commander lays out options. */
export function settingsHelp(help: Help): string {
  const item = (term: string, words: string): string => help.formatItem(term, TERM_WIDTH, words, help);
  return [
    `${help.styleTitle('Settings')} are flags, else environment variables, else keys of the JSON file`,
    'of --config. For example: --base-url, CHAT_OPERATIONS_BASE_URL, base_url.',
    '',
    item(optionOf(CONFIG), `${CONFIG.help} (${CONFIG.environment})`),
    item(optionOf(ACCOUNT), ACCOUNT.help),
    ...SETTINGS.flatMap(({ flag, value, ...setting }) =>
      flag === undefined ? [] : item(optionOf({ flag, value }), wordsOf(setting)),
    ),
    '',
    'Not as flags, which every user of this machine can list:',
    ...SETTINGS.filter(({ flag }) => flag === undefined).map((setting) =>
      item(setting.environment ?? `${setting.key} (file)`, wordsOf(setting)),
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
