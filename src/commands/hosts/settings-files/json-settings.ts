import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { SERVER_NAME } from '../host.ts';
import { lineEndOf, SettingsUnreadable, type SettingsFormat } from './change.ts';

/** JSON as such, and with comments and trailing commas: what is not changed stays as it was written. */
export const JSON_SETTINGS: SettingsFormat = {
  parse: (text) => parseWhole(text, false),
  written: (content) => `${JSON.stringify(content, undefined, 2)}\n`,
  withEntry: (text, { key }, entry) => withValue(text, [key, SERVER_NAME], entry),
  withValues: (text, { key }, values) =>
    Object.entries(values).reduce(
      (changed, [name, value]) => withValue(changed, [key, SERVER_NAME, name], value),
      text,
    ),
};

export const JSONC_SETTINGS: SettingsFormat = { ...JSON_SETTINGS, parse: (text) => parseWhole(text, true) };

function withValue(text: string, path: string[], value: unknown): string {
  const whole = text.trim() === '' ? '{}' : text;
  const indent = /\n([ \t]+)\S/.exec(whole)?.[1] ?? '  ';
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: lineEndOf(text),
  };
  return applyEdits(whole, modify(whole, path, value, { formattingOptions }));
}

function parseWhole(text: string, allowsComments: boolean): unknown {
  if (text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const content: unknown = parse(text, errors, {
    disallowComments: !allowsComments,
    allowTrailingComma: allowsComments,
    allowEmptyContent: true,
  });
  const [error] = errors;
  if (error !== undefined) {
    const before = text.slice(0, error.offset).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    throw new SettingsUnreadable(`is not valid JSON: ${printParseErrorCode(error.error)} in ${place}`);
  }
  return content;
}
